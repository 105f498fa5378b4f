import type { Slice } from '../slice.ts';
import { bindCreateKeys } from './routes.ts';

export const createKeys: Slice = { bind: bindCreateKeys };
