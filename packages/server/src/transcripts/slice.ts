import type { Slice } from '../slice.ts';
import { bindTranscripts } from './routes.ts';

export const transcripts: Slice = {
  sessionTables: [{ name: 'transcript', atOnce: 'after the session' }],
  bind: bindTranscripts,
};
