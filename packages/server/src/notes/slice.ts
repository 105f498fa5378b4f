import type { Slice } from '../slice.ts';
import { bindNotes } from './routes.ts';

export const notes: Slice = {
  bind: bindNotes,
};
