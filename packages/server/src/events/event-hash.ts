import { hash } from 'node:crypto';
import { isoTime } from '../lib/clock.ts';
import type { EventRow } from './event-row.ts';

/** An event before it has a hash; `data` is canonical JSON text. */
export type Unhashed = Omit<EventRow, 'hash'>;

/** The hash that stands before the first event of a session (CHN-1). */
export const chainStart = (sessionId: string): string => hash('sha256', sessionId);

/** The hash of an event. The hash covers the event and, through the hash before it, all earlier events (CHN-1). */
export const eventHash = (sessionId: string, previous: string, event: Unhashed): string =>
  hash('sha256', `${previous}\n${actorText(event)}${event.data}${nameText(event)}${placeText(sessionId, event)}`);

/** The JSON text of an event. Without its `hash` it is the canonical JSON that was hashed. */
export const eventJson = (sessionId: string, row: Unhashed & { hash: string | null }): string =>
  `${actorText(row)}${row.data}${nameText(row)},"hash":${JSON.stringify(row.hash)}${placeText(sessionId, row)}`;

/**
 * The members of an event in canonical order: the actor before `data`, the name after it, then `hash`, then the rest.
 */
const actorText = ({ actor_id: id, actor_kind: kind, actor_name: name }: Unhashed): string =>
  `{"actor":{"id":${JSON.stringify(id)},"kind":"${kind}","name":${JSON.stringify(name)}},"data":`;

const nameText = ({ event }: Unhashed): string => `,"event":"${event}"`;

const placeText = (sessionId: string, { seq, at }: Unhashed): string =>
  `,"seq":${String(seq)},"sessionId":${JSON.stringify(sessionId)},"timestamp":"${isoTime(at)}"}`;
