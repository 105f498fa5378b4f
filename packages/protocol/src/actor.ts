import { z } from 'zod';

/** The author of an event. `system` is the service itself; `operator` is the person who runs it. */
export const Actor = z
  .object({
    kind: z
      .enum(['agent', 'observer', 'system', 'operator'])
      .meta({ description: '`system` is the service itself, `operator` whoever runs it' }),
    id: z.string().meta({ description: 'The agentId, or the id of the observer', examples: ['ada'] }),
    name: z.string().meta({ description: 'The name that people read', examples: ['Ada'] }),
  })
  .meta({ description: 'The author of the event' });
export type Actor = z.output<typeof Actor>;
