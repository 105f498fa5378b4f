import { z } from 'zod';
import { SessionId } from './ids.ts';
import { KnownAgentId, Timestamp } from './text.ts';

/** The part of the log that an agent has not read (INB-1). */
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

/** The messages that ask something of an agent since it last wrote (INB-16). */
export const OpenRequest = z
  .object({
    messages: z
      .int()
      .positive()
      .max(100)
      .meta({ description: 'How many messages ask it, counted up to 100', examples: [2] }),
    seq: Seq.meta({ description: 'The oldest of them', examples: [31] }),
    since: Timestamp.meta({ description: 'When that was posted', examples: ['2026-11-02T09:30:00.000Z'] }),
    from: z.string().meta({ description: 'The name of its author', examples: ['Ada'] }),
    msgType: z.string().meta({ description: 'Its type', examples: ['handoff'] }),
  })
  .meta({ id: 'OpenRequest', description: 'What an agent was asked since it last wrote' });
export type OpenRequest = z.output<typeof OpenRequest>;

/** An item of the list of all positions in a session (INB-6). */
export const ListedPosition = Position.extend({
  waiting: OpenRequest.nullable().meta({ description: 'What waits for the agent; null when nothing does' }),
}).meta({ id: 'ListedPosition', description: 'How far an agent has read the log, and what waits for it' });
export type ListedPosition = z.output<typeof ListedPosition>;

/** The payload of a `position.updated` frame (INB-5). */
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
