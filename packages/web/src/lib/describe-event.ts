import {
  type Event,
  type File,
  type JobSummary,
  type Message,
  type Note,
  type Observer,
  type Pool,
  type Seat,
  type Session,
  type UnreadMessage,
  visibleLine,
} from '@pairspace/protocol';
import type { Target } from '../content/setting.ts';
import { bytes, count, plural } from './format.ts';
import { jobTitle } from './job-title.ts';

/** What an entry says of itself: our words, and names that somebody chose, with what they lead to. */
export type Part = string | { chosen: string; to?: Target };

const sessionWords: Readonly<Record<string, string>> = {
  active: 'set the session going',
  paused: 'paused the session',
  completed: 'completed the session',
  waiting: 'opened the session',
};

const jobWords: Readonly<Record<JobSummary['status'], string>> = {
  pending: 'submitted the job',
  running: 'began the job',
  completed: 'finished the job',
  failed: 'ended the job',
  cancelled: 'cancelled the job',
};

const describers: Readonly<Record<string, (data: never, event: Event) => readonly Part[]>> = {
  'session.created': ({ forkedFrom }: Session) => [
    forkedFrom ? 'forked this session from another' : 'created the session',
  ],
  'session.updated': ({ status, visibility }: Session) => [
    sessionWords[status] === undefined ? 'changed the session' : `changed the session: ${status}, ${visibility}`,
  ],
  'session.completed': () => ['completed the session'],
  'session.paused': () => ['paused the session'],
  'session.stalled': () => ['noticed that nothing has happened for a while'],
  'session.joined': ({ role }: Seat) => [`joined as ${role}`],
  'session.deleted': () => ['deleted the session'],
  'observer.joined': ({ invited }: Observer) => [invited ? 'came to watch, invited' : 'came to watch'],
  'observer.removed': () => ['was removed from those who watch'],
  'agent.disconnected': ({ agentName }: Seat) => [{ chosen: agentName }, ' has gone silent'],
  'agent.removed': ({ agentName }: Seat) => ['took the seat of ', { chosen: agentName }],
  'agent.revoked': () => ['ended its own token'],
  'agent.recovered': () => ['came back with its recovery code'],
  'message.created': ({ msgType }: Message) => [msgType === 'chat' ? 'wrote a message' : `wrote: ${msgType}`],
  'message.unread': ({ agentId, seq, waitedMs }: UnreadMessage) => [
    { chosen: agentId },
    ' has not read ',
    { chosen: `message #${String(seq)}`, to: { seq } },
    ` after ${plural(Math.round(waitedMs / 60_000), 'minute')}`,
  ],
  'note.created': ({ id, title, version }: Note) => ['began the note ', { chosen: title, to: { note: id, version } }],
  'note.updated': ({ id, title, version }: Note) => [
    'changed the note ',
    { chosen: title, to: { note: id, version } },
    ` to version ${count(version)}`,
  ],
  'note.deleted': ({ title }: Note) => ['deleted the note ', { chosen: title }],
  'file.updated': ({ path, version, size }: File) => [
    version === 1 ? 'created ' : 'wrote ',
    { chosen: path, to: { file: path } },
    version === 1 ? `, ${bytes(size)}` : `, version ${count(version)}, ${bytes(size)}`,
  ],
  'file.deleted': ({ path }: File) => ['deleted ', { chosen: path }],
  'compute.updated': ({ totalCredits, provider }: Pool) => [
    `set the budget to ${count(totalCredits)} credits, run by ${provider === 'sandbox' ? 'the sandbox' : 'workers'}`,
  ],
  'job.updated': (job: JobSummary, { actor }) => [
    actor.kind === 'system' ? 'The service ' : '',
    job.status === 'pending' && job.attempt > 0 ? 'put back into the queue the job' : jobWords[job.status],
    ' ',
    { chosen: jobTitle(job), to: { job: job.id } },
    ...(job.status === 'failed' && job.error ? [`, failed: ${whyFailed(job.error.reason, job.exitCode)}`] : []),
  ],
};

const whyFailed = (reason: string, exitCode: number | null): string =>
  reason === 'exit' && exitCode !== null ? `exit code ${String(exitCode)}` : reason;

/** What happened, without its subject. An event of a later version of the service is told by its name. */
export const describeEvent = (event: Event): readonly Part[] =>
  describers[event.event]?.(event.data as never, event) ?? [event.event];

export const plainText = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : visibleLine(part.chosen))).join('');
