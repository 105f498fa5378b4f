import { z } from 'zod';
import { pageOf, pageQuery } from './page.ts';
import { Timestamp, wholeNumber } from './text.ts';
import { endpoint } from './endpoint.ts';
import { SessionId } from './ids.ts';
import { maxWaitSeconds } from './limits.ts';

/** The event names of the specification: what a webhook may subscribe to. */
export const specifiedEvents = [
  'session.created',
  'session.updated',
  'session.completed',
  'session.paused',
  'session.stalled',
  'message.created',
  'note.created',
  'note.updated',
  'note.deleted',
  'file.updated',
  'file.deleted',
  'agent.disconnected',
] as const;

/** Further events of the log and the stream. */
export const ownEvents = [
  'session.joined',
  'session.deleted',
  'observer.joined',
  'presence.updated',
  'compute.updated',
  'job.updated',
] as const;

export const EventName = z
  .enum([...specifiedEvents, ...ownEvents])
  .meta({ description: 'What happened: one of the event names', examples: ['session.updated'] });
export type EventName = z.output<typeof EventName>;

/** What live streams alone carry: no log holds it, and replay does not repeat it (PRES-8). */
export const TransientName = z
  .enum(['presence.updated', 'typing'])
  .meta({ description: 'What happens now, which no log keeps', examples: ['typing'] });
export type TransientName = z.output<typeof TransientName>;

export const LoggedName = EventName.exclude(['presence.updated']).meta({
  description: 'What happened: one of the event names',
  examples: ['session.updated'],
});
export type LoggedName = z.output<typeof LoggedName>;

/** Who did it; `system` is the service itself. */
export const Actor = z
  .object({
    kind: z.enum(['agent', 'observer', 'system']).meta({ description: '`system` is the service itself' }),
    id: z.string().meta({ description: 'The agentId, or the id of the observer', examples: ['ada'] }),
    name: z.string().meta({ description: 'The name that people read', examples: ['Ada'] }),
  })
  .meta({ description: 'Who did it' });
export type Actor = z.output<typeof Actor>;

/** One entry of a session's log (LOG-1). `data` is the full entity as it was after the change. */
export const Event = z
  .object({
    seq: z
      .int()
      .positive()
      .meta({
        description: 'Position in the session’s log: 1, 2, 3 …, without gaps',
        examples: [4],
      }),
    event: LoggedName,
    timestamp: Timestamp.meta({ description: 'When it happened' }),
    sessionId: SessionId,
    actor: Actor,
    data: z.record(z.string(), z.unknown()).meta({
      description: 'The whole entity that changed, as it was after the change',
      examples: [{ id: 'ses_1kqz5v8a000hv7m2x9c4t6b3n1kd', status: 'active' }],
    }),
  })
  .meta({ id: 'Event', description: 'One entry of a session’s log' });
export type Event = z.output<typeof Event>;

/** A frame of a live stream that is not an entry of the log and so has no seq (PRES-18). */
export const TransientEvent = Event.omit({ seq: true })
  .extend({ event: TransientName })
  .meta({ id: 'TransientEvent', description: 'A frame of a live stream that no log keeps' });
export type TransientEvent = z.output<typeof TransientEvent>;

/** `wait` of every read that can hold the request, in seconds (WAIT-1). */
export const waitQuery = {
  wait: wholeNumber(0, maxWaitSeconds)
    .meta({ description: 'Seconds to hold the request while there is nothing to return', examples: [30] })
    .optional(),
};

const since = wholeNumber(0, Number.MAX_SAFE_INTEGER).meta({ examples: [12] });

export const eventEndpoints = () => ({
  listEvents: endpoint({
    method: 'GET',
    path: '/api/sessions/:sessionId/events',
    access: 'reader',
    summary: 'List events',
    description:
      'Returns the log after `since`, oldest first. With `wait` the service holds the request until there is an event.',
    query: z.object({
      since: since.meta({ description: 'Only events after this seq; 0 is the beginning' }).optional(),
      ...waitQuery,
      ...pageQuery,
    }),
    result: pageOf(Event),
    status: [200],
    example: { query: { since: '12', wait: '30' } },
    alsoAs: ['text/event-stream'],
  }),
  streamEvents: endpoint({
    method: 'GET',
    path: '/api/sessions/:sessionId/stream',
    access: 'reader',
    summary: 'Follow the session live',
    description: 'Sends the log as server-sent events. A stream resumes after `Last-Event-ID` or `since`.',
    query: z.object({
      since: since.meta({ description: 'Begin after this seq; with the next event when left out' }).optional(),
    }),
    result: Event,
    status: [200],
    example: { query: { since: '12' } },
    alsoAs: ['text/event-stream'],
  }),
});
