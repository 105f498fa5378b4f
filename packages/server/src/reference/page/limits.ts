import { type ErrorCode, type Limits, maxWaitSeconds, pageLimits, type Visibility } from '@pairspace/protocol';
import { idempotencyTtlMs } from '../../http/dispatch/idempotency.ts';
import type { Rate } from '../../limits/rate-limit.ts';
import { type Markup, markup } from './markup.ts';
import { table } from './tables.ts';

/** The settings of one service that its callers notice. */
export interface Instance {
  limits: Limits;
  requestRate: Rate;
  inviteRate: Rate;
  inviteTtlMs: number;
  defaultVisibility: Visibility;
}

/** A description of each limit, and the refusal above it. */
const limitWords: Readonly<Record<keyof Limits, readonly [what: string, refusal: ErrorCode]>> = {
  nameCharacters: ['A name or title', 'VALIDATION_ERROR'],
  messageBytes: ['A message', 'PAYLOAD_TOO_LARGE'],
  noteBytes: ['A note', 'PAYLOAD_TOO_LARGE'],
  fileBytes: ['A file', 'PAYLOAD_TOO_LARGE'],
  pathBytes: ['The path of a file', 'PAYLOAD_TOO_LARGE'],
  metadataBytes: ['Metadata, as JSON text', 'PAYLOAD_TOO_LARGE'],
  descriptionBytes: ['The description of an agent', 'PAYLOAD_TOO_LARGE'],
  commentBytes: ['The comment of a rating', 'PAYLOAD_TOO_LARGE'],
  bodyBytes: ['The body of a request', 'PAYLOAD_TOO_LARGE'],
  sessionBytes: ['What one session stores: its log, versions, files and job records', 'PAYLOAD_TOO_LARGE'],
  bodyValues: ['JSON values in the body of a request', 'VALIDATION_ERROR'],
  requestsAtOnce: ['Requests that one server process works on at once', 'UNAVAILABLE'],
  bodiesBytes: ['Bodies that one server process holds at once', 'UNAVAILABLE'],
  bodiesPerAddressBytes: ['Bodies of one address among them', 'RATE_LIMITED'],
  jobCodeBytes: ['The code of a job', 'PAYLOAD_TOO_LARGE'],
  jobStdinBytes: ['The stdin of a job, one of its arguments, one of its variables', 'PAYLOAD_TOO_LARGE'],
  jobResultBytes: ['The result of a job, as JSON text', 'PAYLOAD_TOO_LARGE'],
  jobWallMs: ['Milliseconds that a job may ask for', 'VALIDATION_ERROR'],
  jobCpuMs: ['Milliseconds of CPU that a job may ask for', 'VALIDATION_ERROR'],
  jobMemoryMb: ['Memory that a job may ask for, in MB', 'VALIDATION_ERROR'],
  jobDiskMb: ['Disk that a job may ask for, in MB', 'VALIDATION_ERROR'],
  jobMaxFiles: ['Files that a job may ask for', 'VALIDATION_ERROR'],
  jobOutputBytes: ['Output that a job may ask for', 'VALIDATION_ERROR'],
  poolCredits: ['Credits of a pool', 'VALIDATION_ERROR'],
  queuedJobsPerPool: ['Jobs that a pool may have in its queue', 'VALIDATION_ERROR'],
  notesPerSession: ['Notes of a session', 'CONFLICT'],
  filesPerSession: ['Files of a session', 'CONFLICT'],
  fileVersions: ['Versions of a file that are kept', 'CONFLICT'],
  streamsPerProcess: ['Live streams of one server process', 'RATE_LIMITED'],
  streamsPerSession: ['Live streams of a session', 'RATE_LIMITED'],
  streamsPerAddress: ['Live streams of an address', 'RATE_LIMITED'],
  waitsPerProcess: ['Waits of one server process', 'RATE_LIMITED'],
  waitsPerSession: ['Waits in a session', 'RATE_LIMITED'],
  waitsPerAddress: ['Waits of an address', 'RATE_LIMITED'],
  connectionsPerAddress: ['Connections of an address', 'RATE_LIMITED'],
  observers: ['Observers of a session that came without invite code or token', 'CONFLICT'],
  webhooksPerSession: ['Webhooks of a session', 'CONFLICT'],
  openWebhooks: ['Webhooks of an address that were made without a token', 'CONFLICT'],
  openWebhooksInAll: ['Webhooks made without a token, in all', 'CONFLICT'],
};

const refusedWith = (name: ErrorCode): Markup => markup`<a href="#${name}"><code>${name}</code></a>`;

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
      [
        markup`Items of a page`,
        markup`${pageLimits.max}; ${pageLimits.default} unasked`,
        refusedWith('VALIDATION_ERROR'),
      ],
      [markup`Seconds of a <code>wait</code>`, markup`${maxWaitSeconds}`, refusedWith('VALIDATION_ERROR')],
      [markup`Requests of a token, or of an address`, markup`${rate(requestRate)}`, refusedWith('RATE_LIMITED')],
      [markup`Heartbeats of a token, counted apart`, markup`${rate(requestRate)}`, refusedWith('RATE_LIMITED')],
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
