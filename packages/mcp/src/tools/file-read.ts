import { z } from 'zod';
import { seat } from '../arguments.ts';
import { label, word } from '../envelope.ts';
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
      const { content, version, lastEditor } = file;
      if (file.encoding === 'base64') {
        return `version ${word(version)} by ${label(lastEditor.name)} is not text: ${label(file.mediaType)}, ${word(file.size)} bytes`;
      }
      return `version ${word(version)}\n${showPage(`file by ${label(lastEditor.name)}`, content, offset)}`;
    }
    const { items, nextCursor } = await client.listFiles({ sessionId, limit: 100 }, { signal });
    const lines = items.map((file) => `${label(file.path)} v${word(file.version)}, ${word(file.size)} bytes`);
    if (nextCursor !== null) lines.push('there are more');
    return lines.length === 0 ? 'no files; share one with pairspace_file_write' : lines.join('\n');
  },
});
