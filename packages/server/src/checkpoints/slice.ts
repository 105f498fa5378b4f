import type { Slice } from '../slice.ts';
import { bindCheckpoints } from './routes.ts';

export const checkpoints: Slice = { bind: bindCheckpoints };
