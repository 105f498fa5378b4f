import type { Slice } from '../slice.ts';
import { bindAgents } from './routes.ts';

export const agents: Slice = { bind: bindAgents };
