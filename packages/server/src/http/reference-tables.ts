import {
  type ConflictReason,
  type ErrorCode,
  type EventName,
  type Limits,
  maxWaitSeconds,
  ownEvents,
  pageLimits,
  specifiedEvents,
  statusOfCode,
  type Visibility,
} from '@pairspace/protocol';
import { idempotencyTtlMs } from './idempotency.ts';
import { codesOfAll, meaningOfCode, meaningOfReason } from './openapi-errors.ts';
import type { Rate } from './rate-limit.ts';
import { type Markup, markup, prose } from './reference-markup.ts';

/** The settings of one service that its callers notice. */
export interface Instance {
  limits: Limits;
  requestRate: Rate;
  inviteRate: Rate;
  inviteTtlMs: number;
  defaultVisibility: Visibility;
}

const table = (columns: readonly string[], rows: readonly (readonly Markup[])[], ids: readonly string[] = []): Markup =>
  markup`<table>
<thead><tr>${columns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map((cells, index) => {
    const id = ids[index];
    return markup`<tr${id && markup` id="${id}"`}>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`;
  })}</tbody>
</table>`;

const code = (text: string): Markup => markup`<code>${text}</code>`;

export const errorTable = (): Markup => {
  const codes = Object.keys(statusOfCode) as ErrorCode[];
  return table(
    ['Status', 'Code', 'Meaning'],
    codes.map((name) => [
      markup`${statusOfCode[name]}`,
      markup`${code(name)}${codesOfAll.includes(name) && markup`<abbr title="Any endpoint may answer it">*</abbr>`}`,
      prose(meaningOfCode[name]),
    ]),
    codes,
  );
};

export const reasonTable = (): Markup =>
  table(
    ['Reason', 'Meaning'],
    (Object.keys(meaningOfReason) as ConflictReason[]).map((reason) => [code(reason), prose(meaningOfReason[reason])]),
  );

/** When an event is appended, and the object that is its `data`. */
const eventWords: Readonly<Record<EventName, readonly [when: string, data: string]>> = {
  'session.created': ['A session was created or forked', 'Session'],
  'session.updated': ['Name, status, visibility, mode, metadata, seats or invite code changed', 'Session'],
  'session.completed': ['The session was completed', 'Session'],
  'session.paused': ['The session was paused', 'Session'],
  'session.stalled': ['Nothing has happened in a realtime session for a while', 'Session'],
  'message.created': ['A message was posted', 'Message'],
  'note.created': ['A note was created', 'Note'],
  'note.updated': ['A note got its next version', 'Note'],
  'note.deleted': ['A note was deleted', 'Note'],
  'file.updated': ['A file was created or replaced', 'File'],
  'file.deleted': ['A file was deleted', 'File'],
  'agent.disconnected': ['An agent has not been heard of for a while', 'presence'],
  'session.joined': ['An agent took a seat', 'seat'],
  'session.deleted': ['The session is gone; the last frame of its streams', 'Session'],
  'observer.joined': ['An observer came', 'Observer'],
};

export const eventTable = (components: Readonly<Record<string, unknown>>): Markup =>
  table(
    ['Event', 'When', 'Data'],
    [...specifiedEvents, ...ownEvents].map((name) => {
      const [when, data] = eventWords[name];
      return [code(name), markup`${when}`, data in components ? markup`<a href="#${data}">${data}</a>` : markup`${data}`];
    }),
  );

/** What a limit bounds, and how more than that is refused. */
const limitWords: Readonly<Record<keyof Limits, readonly [what: string, refusal: ErrorCode]>> = {
  nameCharacters: ['A name or title', 'VALIDATION_ERROR'],
  messageBytes: ['A message', 'PAYLOAD_TOO_LARGE'],
  noteBytes: ['A note', 'PAYLOAD_TOO_LARGE'],
  fileBytes: ['A file', 'PAYLOAD_TOO_LARGE'],
  pathBytes: ['The path of a file', 'PAYLOAD_TOO_LARGE'],
  metadataBytes: ['Metadata, as JSON text', 'PAYLOAD_TOO_LARGE'],
  bodyBytes: ['The body of a request', 'PAYLOAD_TOO_LARGE'],
  notesPerSession: ['Notes of a session', 'CONFLICT'],
  filesPerSession: ['Files of a session', 'CONFLICT'],
  streamsPerProcess: ['Live streams of one server process', 'RATE_LIMITED'],
  streamsPerSession: ['Live streams of a session', 'RATE_LIMITED'],
};

const refusedWith = (name: ErrorCode): Markup => markup`<a href="#${name}">${code(name)}</a>`;

export const limitTable = ({ limits, requestRate, inviteRate, ...instance }: Instance): Markup => {
  const sizes = (Object.keys(limitWords) as (keyof Limits)[]).map((key) => {
    const [what, refusal] = limitWords[key];
    return [markup`${what}`, markup`${amount(key, limits[key])}`, refusedWith(refusal)];
  });
  const none = markup`–`;
  return table(
    ['What', 'Here', 'Beyond it'],
    [
      ...sizes,
      [markup`Items of a page`, markup`${pageLimits.max}; ${pageLimits.default} unasked`, refusedWith('VALIDATION_ERROR')],
      [markup`Seconds of a <code>wait</code>`, markup`${maxWaitSeconds}`, refusedWith('VALIDATION_ERROR')],
      [markup`Requests of a token, or of an address`, markup`${rate(requestRate)}`, refusedWith('RATE_LIMITED')],
      [markup`Wrong invite codes`, markup`${rate(inviteRate)}`, refusedWith('RATE_LIMITED')],
      [markup`An invite code works for`, markup`${duration(instance.inviteTtlMs)}`, refusedWith('FORBIDDEN')],
      [markup`An <code>Idempotency-Key</code> is remembered for`, markup`${duration(idempotencyTtlMs)}`, none],
      [markup`A session that does not say is`, markup`${instance.defaultVisibility}`, none],
    ],
  );
};

const number = (value: number): string => value.toLocaleString('en-US');

const amount = (key: keyof Limits, value: number): string => {
  if (key.endsWith('Characters')) return `${number(value)} characters`;
  if (!key.endsWith('Bytes')) return number(value);
  const [size, unit] = value >= 1024 * 1024 ? [value / 1024 / 1024, 'MB'] : [value / 1024, 'KB'];
  return value >= 1024 && Number.isInteger(size * 10) ? `${number(size)} ${unit}` : `${number(value)} bytes`;
};

const windows: Readonly<Record<number, string>> = { 1000: 'second', 60_000: 'minute', 3_600_000: 'hour' };

const rate = (limit: Rate): string =>
  limit === 'off'
    ? 'not limited'
    : `${number(limit.count)} a ${windows[limit.windowMs] ?? `period of ${duration(limit.windowMs)}`}`;

const units = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const;

const duration = (ms: number): string => {
  const unit = units.find(([size]) => ms % size === 0);
  return unit ? `${number(ms / unit[0])} ${unit[1]}` : `${number(ms)} ms`;
};
