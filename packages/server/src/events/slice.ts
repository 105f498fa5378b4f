import type { Slice } from '../slice.ts';
import { bindEvents } from './routes.ts';

export const events: Slice = {
  sessionTables: [
    { name: 'event', later: { key: ['seq'], isLarge: true } },
    { name: 'entity', later: { key: ['kind', 'id'], isLarge: true } },
    { name: 'message_mark', later: { key: ['seq'] } },
    { name: 'entity_writer', later: { key: ['entity'] } },
  ],
  bind: bindEvents,
};
