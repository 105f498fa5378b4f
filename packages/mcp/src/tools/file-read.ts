import { inQuotes, oneLine, nameCharacters, someone, word } from '@pairspace/protocol';
import { z } from 'zod';
import { seat } from '../arguments.ts';
import { Envelope } from '../envelope.ts';
import { showPage } from '../show-page.ts';
import { tool } from '../tool.ts';

export const fileRead = tool({
  name: 'pairspace_file_read',
  title: 'Read files',
  description: 'List the shared files, or read one, 16,000 characters at a time.',
  input: z.object({
    seat,
    path: z.string().optional().describe('Omit to list'),
    offset: z.int().min(0).optional(),
  }),
  readOnly: true,
  async run({ seat: handle, path, offset = 0 }, { seating, signal }) {
    const { client, sessionId } = await seating.find(handle);
    if (path !== undefined) {
      const file = await client.getFile({ sessionId, path }, { signal });
      const { content, version } = file;
      const editor = someone(file.lastEditor.id, file.lastEditor.name);
      if (file.encoding === 'base64') {
        return `version ${word(version)} by ${editor} is not text: ${inQuotes(file.mediaType)}, ${word(file.size)} bytes`;
      }
      return `version ${word(version)}\n${showPage(`file by ${editor}`, content, offset)}`;
    }
    const { items, nextCursor } = await client.listFiles({ sessionId, limit: 100 }, { signal });
    if (items.length === 0) return 'no files; share one with pairspace_file_write';
    const lines = items.map(
      (file) => `${oneLine(file.path, nameCharacters)} v${word(file.version)}, ${word(file.size)} bytes`,
    );
    const more = nextCursor === null ? '' : '\nthere are more';
    return `${new Envelope().enclose('paths of files', lines.join('\n'))}${more}`;
  },
});
