import { RateLimit } from '../limits/rate-limit.ts';
import type { Slice } from '../slice.ts';
import { bindMessages } from './routes.ts';

export const messages: Slice = {
  bind(service) {
    bindMessages({ ...service, pace: new RateLimit('messages in this session', service.sessionPace) });
  },
};
