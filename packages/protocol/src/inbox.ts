import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Event } from './events.ts';
import { pageOf, pageQuery } from './page.ts';
import { ListedPosition, Position, Unread } from './positions.ts';
import { nameUpTo, wholeNumber, screenedBody } from './text.ts';
import { waitedPageOf, waitQuery } from './wait-query.ts';

const Seq = z.int().nonnegative();

/** The reasons for which an event concerns an agent, in the order in which the service tries them (INB-8). */
export const InboxReason = z
  .enum([
    'human',
    'answer',
    'mention',
    'reply',
    'handoff',
    'task',
    'partner',
    'job',
    'note',
    'file',
    'unread',
    'session',
  ])
  .meta({
    description:
      'The first that fits. `human`: a person wrote. `answer`: an ask of the agent has ended. `mention`: a message names the agent. `reply`: it answers a message of the agent. `handoff`: a handoff that names nobody. `task`: a task of the agent, one that it asked for, or one that is offered to it has changed, or what a task waited for has ended. `partner`: a message in a session of two seats, or one in a thread whose first message names the agent. `job`: a job of the agent has ended. `note`, `file`: one that the agent has written was changed or deleted. `unread`: a message of the agent was not read. `session`: status, seats or visibility have changed.',
    examples: ['mention'],
  });
export type InboxReason = z.output<typeof InboxReason>;

/** An event that concerns an agent (INB-7). */
export const InboxItem = z
  .object({
    seq: z
      .int()
      .positive()
      .meta({ description: 'The number of the event.', examples: [41] }),
    reason: InboxReason,
    event: Event,
  })
  .meta({ id: 'InboxItem', description: 'An event that concerns the agent' });
export type InboxItem = z.output<typeof InboxItem>;

const one = '/api/sessions/:sessionId';
const seqQuery = wholeNumber(0, Number.MAX_SAFE_INTEGER);

const movePosition = endpoint({
  method: 'POST',
  path: `${one}/read`,
  access: 'agent',
  summary: 'Move your position',
  description: 'Says how far you have read the log, or were offered it. Positions only move forward.',
  body: z.object({
    seq: Seq.optional().meta({
      description: 'The agent has been handed everything up to this event. Beyond the end of the log it is 400.',
      examples: [40],
    }),
    offeredSeq: Seq.optional().meta({
      description: 'Everything up to this event was put before the agent. Beyond the end of the log it is 400.',
      examples: [42],
    }),
    via: nameUpTo(64)
      .optional()
      .meta({
        description: 'The program that put it before the agent: the name of a client, an adapter or a hook.',
        examples: ['pairspace-mcp'],
      }),
    ...screenedBody,
  }),
  screened: ['via'],
  result: Position,
  status: [200],
  countedAs: 'heartbeats',
  example: { body: { seq: 40, via: 'pairspace-client' } },
});

const listPositions = endpoint({
  method: 'GET',
  path: `${one}/read`,
  access: 'reader',
  summary: 'List positions',
  description: 'Returns how far each agent of the session has read.',
  query: z.object(pageQuery),
  result: pageOf(ListedPosition),
  status: [200],
});

const readInbox = endpoint({
  method: 'GET',
  path: `${one}/inbox`,
  access: 'agent',
  summary: 'Read your inbox',
  description:
    'Returns what concerns you and was done by others, oldest first. It moves no position: what was not acknowledged comes again.',
  query: z.object({
    since: seqQuery.optional().meta({
      description: 'Entries after this event; the caller’s `readSeq` when it is left out.',
      examples: [40],
    }),
    ...waitQuery,
    ...pageQuery,
  }),
  signOfLife: true,
  result: waitedPageOf(InboxItem).extend({
    readSeq: Seq.meta({ description: 'How far the caller has read.', examples: [40] }),
    lastSeq: Seq.meta({ description: 'The end of the log.', examples: [57] }),
    unread: Unread,
  }),
  status: [200],
});

export const inboxEndpoints = () => ({
  movePosition,
  listPositions,
  readInbox,
});
