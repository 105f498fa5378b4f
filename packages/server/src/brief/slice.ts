import type { Slice } from '../slice.ts';
import { bindBrief } from './routes.ts';

export const brief: Slice = { bind: bindBrief };
