import { type Endpoints, invalid } from '@pairspace/protocol';
import { type Caller, isWalkIn } from '../access/caller.ts';
import { jsonPage, EventStream } from '../http/dispatch/answer.ts';
import type { Bind, Call } from '../http/dispatch/call.ts';
import { invariant } from '../lib/invariant.ts';
import type { Queries } from '../storage/storage.ts';
import { listEvents } from './list-events.ts';
import type { LiveStreams } from './live-streams.ts';

interface EventRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  live: LiveStreams;
}

export const bindEvents = ({ bind, endpoints, read, live }: EventRoutes): void => {
  bind(endpoints.listEvents, async (call) => {
    const { params, query, longPoll } = call;
    if (call.prefers('text/event-stream')) return stream(call, live);
    const page = await longPoll(
      query.wait,
      () => listEvents(read, params.sessionId, query),
      ({ items }) => items.length === 0,
    );
    return jsonPage(page);
  });
  bind(endpoints.streamEvents, (call) => Promise.resolve(stream(call, live)));
};

type StreamCall = Pick<
  Call<Endpoints['streamEvents']>,
  'session' | 'caller' | 'header' | 'query' | 'readsByKey' | 'isStillAdmitted'
>;

/** The stream resumes after `Last-Event-ID`, else after `since`; without both it begins now (LOG-7). */
const stream = (
  { session, caller, header, query, readsByKey, isStillAdmitted }: StreamCall,
  live: LiveStreams,
): EventStream => {
  invariant(session, 'a stream has a session');
  const lastEventId = header('last-event-id');
  if (lastEventId !== undefined && !/^\d{1,15}$/.test(lastEventId)) {
    throw invalid('header.last-event-id', 'must be the seq of an event');
  }
  const asked = lastEventId === undefined ? query.since : Number(lastEventId);
  const since = Math.min(asked ?? session.lastSeq, session.lastSeq);
  return new EventStream(session.id, since, (sink) =>
    live.follow({
      sessionId: session.id,
      since,
      lastSeq: session.lastSeq,
      sink,
      publicOnly: caller.kind === 'stranger' || isWalkIn(caller),
      holderId: caller.kind === 'agent' ? caller.agentId : caller.kind === 'observer' ? caller.observerId : undefined,
      readsByKey: readsByKey || isOverseerByKey(caller),
      isStillAdmitted,
    }),
  );
};

/** Whether the caller has the observer token of a session that was created or imported with a create key. */
const isOverseerByKey = (caller: Caller): boolean =>
  caller.kind === 'observer' && caller.issuedToCreator && caller.keyed === true;
