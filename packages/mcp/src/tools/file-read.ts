import { oneLine, nameCharacters, word } from '@pairspace/protocol';
import { z } from 'zod';
import { offset, seat } from '../arguments.ts';
import { tool } from '../tool.ts';

/** The number of lines that always fit into an answer. */
const mostListed = 100;

export const fileRead = tool({
  name: 'pairspace_file_read',
  title: 'Read files',
  description: 'List the shared files, or read one.',
  input: z.object({
    seat,
    path: z.string().optional().describe('Omit to list'),
    offset,
  }),
  readOnly: true,
  async run({ seat: handle, path, offset: from }, { seating, signal }) {
    const { client, sessionId } = await seating.find(handle);
    if (path !== undefined) {
      const file = await client.getFile({ sessionId, path }, { signal });
      const { content, version } = file;
      const editor = word(file.lastEditor.id);
      const isText = file.encoding !== 'base64';
      const kind = isText ? '' : `, not text: ${word(file.size)} bytes`;
      return {
        pieces: [
          `version ${word(version)}${kind}`,
          { by: `file by ${editor}`, text: isText ? content : file.mediaType },
        ],
        call: 'pairspace_file_read with this path',
        offset: from,
      };
    }
    const { items, nextCursor } = await client.listFiles({ sessionId, limit: mostListed, cursor: from }, { signal });
    if (items.length === 0) return 'no files; share one with pairspace_file_write';
    const lines = items.map(
      (file) => `${oneLine(file.path, nameCharacters)} v${word(file.version)}, ${word(file.size)} bytes`,
    );
    return {
      pieces: [{ by: 'paths of files', text: lines.join('\n') }],
      call: 'pairspace_file_read',
      next: nextCursor === null ? undefined : `There are more: pairspace_file_read offset ${word(nextCursor)}`,
    };
  },
});
