import { word } from '@pairspace/protocol';
import { z } from 'zod';
import { seat } from '../arguments.ts';
import { tool } from '../tool.ts';

export const fileWrite = tool({
  name: 'pairspace_file_write',
  title: 'Share a file',
  description: 'Create or replace a shared text file; with version a stale write is refused. delete removes it.',
  input: z.object({
    seat,
    path: z.string(),
    text: z.string().optional(),
    version: z.int().min(0).optional().describe('The version it replaces; 0: must not exist'),
    delete: z.boolean().optional(),
  }),
  destructive: true,
  async run(given, { seating, signal }) {
    const { client, sessionId } = await seating.find(given.seat);
    const { path, text, version } = given;
    if (given.delete) {
      await client.deleteFile({ sessionId, path }, { signal });
      return 'deleted';
    }
    // An empty text counts as left out, and a file without text is a new, empty one.
    const expectedVersion = version ?? (text === undefined ? 0 : undefined);
    const file = await client.writeFile({ sessionId, path, content: text ?? '', expectedVersion }, { signal });
    return `version ${word(file.version)}`;
  },
});
