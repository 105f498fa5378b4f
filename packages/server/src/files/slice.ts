import type { Slice } from '../slice.ts';
import { bindFiles } from './routes.ts';

export const files: Slice = {
  sessionTables: [
    { name: 'file', later: { key: ['path'], isLarge: true } },
    { name: 'file_version', later: { key: ['file_id', 'version'], isLarge: true, refersToContents: true } },
    { name: 'former_file', later: { key: ['id'] } },
  ],
  bind: bindFiles,
};
