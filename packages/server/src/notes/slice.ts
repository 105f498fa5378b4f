import type { Slice } from '../slice.ts';
import { bindNotes } from './routes.ts';

export const notes: Slice = {
  sessionTables: [
    { name: 'note', later: { key: ['id'] } },
    { name: 'note_version', later: { key: ['note_id', 'version'], isLarge: true, refersToContents: true } },
    { name: 'former_note', later: { key: ['id'] } },
  ],
  bind: bindNotes,
};
