import { z } from 'zod';
import { pageOf, pageQuery } from './page.ts';
import { Timestamp, wholeNumber } from './text.ts';
import { endpoint } from './endpoint.ts';
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

export const EventName = z.enum([...specifiedEvents, ...ownEvents]);
export type EventName = z.output<typeof EventName>;

/** What live streams alone carry: no log holds it, and replay does not repeat it (PRES-8). */
export const TransientName = z.enum(['presence.updated', 'typing']);
export type TransientName = z.output<typeof TransientName>;

export const LoggedName = EventName.exclude(['presence.updated']);
export type LoggedName = z.output<typeof LoggedName>;

/** Who did it; `system` is the service itself. */
export const Actor = z.object({
  kind: z.enum(['agent', 'observer', 'system']),
  id: z.string(),
  name: z.string(),
});
export type Actor = z.output<typeof Actor>;

/** One entry of a session's log (LOG-1). `data` is the full entity as it was after the change. */
export const Event = z
  .object({
    seq: z.int().positive(),
    event: LoggedName,
    timestamp: Timestamp,
    sessionId: z.string(),
    actor: Actor,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Event' });
export type Event = z.output<typeof Event>;

/** A frame of a live stream that is not an entry of the log and so has no seq (PRES-18). */
export const TransientEvent = Event.omit({ seq: true }).extend({ event: TransientName }).meta({ id: 'TransientEvent' });
export type TransientEvent = z.output<typeof TransientEvent>;

/** `wait` of every read that can hold the request, in seconds (WAIT-1). */
export const waitQuery = { wait: wholeNumber(0, maxWaitSeconds).optional() };

export const eventEndpoints = () => ({
  listEvents: endpoint({
    method: 'GET',
    path: '/api/sessions/:sessionId/events',
    access: 'reader',
    summary: 'The log after `since`, oldest first; holds the request up to `wait` seconds when there is nothing yet',
    query: z.object({ since: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(), ...waitQuery, ...pageQuery }),
    result: pageOf(Event),
    status: [200],
    alsoAs: ['text/event-stream'],
  }),
  streamEvents: endpoint({
    method: 'GET',
    path: '/api/sessions/:sessionId/stream',
    access: 'reader',
    summary: 'The log as server-sent events, live; resumes after `Last-Event-ID` or `since`',
    query: z.object({ since: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional() }),
    result: Event,
    status: [200],
    alsoAs: ['text/event-stream'],
  }),
});
