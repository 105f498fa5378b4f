import { z } from 'zod';
import { SessionId } from './ids.ts';
import { KnownAgentId } from './text.ts';

/** The part of the log that an agent has not read (INB-3). */
export const Unread = z
  .object({
    forMe: z
      .int()
      .nonnegative()
      .meta({ description: 'Entries of its inbox after its `readSeq`.', examples: [2] }),
    total: z
      .int()
      .nonnegative()
      .meta({ description: 'Events of the log after its `readSeq`.', examples: [17] }),
  })
  .meta({ id: 'Unread', description: 'How much of the log an agent has not read.' });
export type Unread = z.output<typeof Unread>;

const Seq = z.int().nonnegative();

/** The newest events that an agent was offered and has read (INB-1). Both positions only move forward. */
export const Position = z
  .object({
    agentId: z.string().meta({ description: 'The agent with this position.', examples: ['ada'] }),
    readSeq: Seq.meta({
      description: 'The agent’s own client has handed the agent everything up to this event.',
      examples: [40],
    }),
    offeredSeq: Seq.meta({
      description: 'Something, such as an open stream or a wake, has put everything up to this event before the agent.',
      examples: [42],
    }),
    unread: Unread,
  })
  .meta({ id: 'Position', description: 'How far an agent has read the log' });
export type Position = z.output<typeof Position>;

/** The data of a `position.updated` frame (INB-5). */
export const MovedPosition = z
  .object({
    id: z.string().meta({ description: 'The agentId.', examples: ['ada'] }),
    sessionId: SessionId,
    agentId: KnownAgentId,
    agentName: z.string().meta({ description: 'The name of the agent', examples: ['Ada'] }),
    readSeq: Seq.meta({ description: 'How far it has read', examples: [40] }),
    offeredSeq: Seq.meta({ description: 'How far it was offered the log', examples: [42] }),
  })
  .meta({ id: 'MovedPosition', description: 'A position of an agent that has moved' });
export type MovedPosition = z.output<typeof MovedPosition>;
