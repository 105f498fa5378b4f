import { z } from 'zod';
import { Actor } from './actor.ts';
import { endpoint } from './endpoint.ts';
import {
  type EntityOf,
  loggedEvents,
  type LoggedName,
  ownEvents,
  specifiedEvents,
  type TransientEntityOf,
  transientEvents,
  type TransientName,
} from './session-parts.ts';
import { pageQuery } from './page.ts';
import { Timestamp, wholeNumber } from './text.ts';
import { SessionId } from './ids.ts';
import { waitedPageOf, waitQuery } from './wait-query.ts';

export const EventName = z
  .enum([...specifiedEvents, ...ownEvents])
  .meta({ description: 'The kind of event: one of the event names', examples: ['session.updated'] });
export type EventName = z.output<typeof EventName>;

const seq = z
  .int()
  .positive()
  .meta({ description: 'Position in the session’s log: 1, 2, 3 …, without gaps', examples: [4] });
const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullable()
  .meta({
    description:
      'SHA-256 over the hash of the event before and this event (CHN-1); null in `session.deleted`, which is in no log',
    examples: ['5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9'],
  });
const head = { timestamp: Timestamp.meta({ description: 'When it happened' }), sessionId: SessionId, actor: Actor };

type Head = z.output<z.ZodObject<typeof head>>;

/** The common schema of all events with the same entity: `MessageEvent`, `NoteEvent` and so on. */
const variantsOf = (table: Readonly<Record<string, { data: z.ZodObject }>>, fields: z.ZodRawShape, suffix: string) => {
  const namesByEntity = new Map<z.ZodObject, string[]>();
  for (const [name, { data }] of Object.entries(table)) {
    namesByEntity.set(data, [...(namesByEntity.get(data) ?? []), name]);
  }
  const variants = [...namesByEntity].map(([data, names]) =>
    z
      .object({
        ...fields,
        event: z.enum(names).meta({ description: 'The kind of event', examples: [names[0]] }),
        ...head,
        data,
      })
      .meta({
        id: `${(data.meta()?.id ?? '').replace(/^Public|Entity$/g, '')}${suffix}`,
        description: `One of ${names.map((name) => `\`${name}\``).join(', ')}`,
      }),
  );
  return variants as unknown as readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]];
};

/**
 * An entry of a session's log (LOG-1). `data` is the whole entity after the change, and `event` tells the type of
 * `data` (LOG-4). A service of a later version may send names that are not declared here.
 */
export type Event = { [Name in LoggedName]: EventOf<Name> }[LoggedName];
export type EventOf<Name extends LoggedName> = {
  seq: number;
  hash: string | null;
  event: Name;
  data: EntityOf<Name>;
} & Head;

export const Event = z
  .discriminatedUnion('event', variantsOf(loggedEvents, { seq, hash }, 'Event'))
  .meta({ id: 'Event', description: 'An entry of a session’s log' }) as unknown as z.ZodType<Event, Event>;

/** A frame of a live stream that is not in the log, so it has no seq (PRES-8). */
export type TransientEvent = { [Name in TransientName]: TransientEventOf<Name> }[TransientName];
export type TransientEventOf<Name extends TransientName> = { event: Name; data: TransientEntityOf<Name> } & Head;

export const TransientEvent = z.discriminatedUnion('event', variantsOf(transientEvents, {}, 'Frame')).meta({
  id: 'TransientEvent',
  description: 'A frame of a live stream that no log keeps',
}) as unknown as z.ZodType<TransientEvent, TransientEvent>;

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
    result: waitedPageOf(Event),
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
