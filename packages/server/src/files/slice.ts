import type { Slice } from '../slice.ts';
import { bindFiles } from './routes.ts';

export const files: Slice = {
  sessionTables: [{ name: 'file_content', later: { key: ['seq'], isLarge: true, refersToContents: true } }],
  bind: bindFiles,
};
