import type { Slice } from '../slice.ts';
import { bindOnboarding } from './routes.ts';

export const onboarding: Slice = { bind: bindOnboarding };
