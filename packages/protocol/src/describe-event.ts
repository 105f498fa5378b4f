import type { Ask, EntityOf, LoggedName } from './session-parts.ts';
import type { Event } from './events.ts';
import type { JobStatus } from './jobs.ts';
import { inQuotes, jobTypeWords, word } from './peer-words.ts';
import type { PublicSession } from './sessions.ts';

/** The destination of a link in a sentence. */
export type Target =
  | { seq: number }
  | { note: string; version?: number }
  | { file: string }
  | { job: string }
  | { task: string }
  | { ask: string };

/** Text that somebody chose. The caller quotes this text or sets it apart. */
export interface Chosen {
  chosen: string;
  to?: Target;
}

/** Words of the service that are a link. */
interface Lead {
  words: string;
  to: Target;
}

/** A sentence about an event, without its subject, which is the actor. */
export type Phrase = readonly (string | Chosen | Lead)[];

type Value = string | number | Chosen | Lead | Phrase;

/** The parts of a value. A plain value becomes a single word, so that a foreign service cannot put a sentence there. */
const partsOf = (value: Value | null | undefined): Phrase => {
  const given = value ?? '?';
  if (typeof given !== 'object') return [word(given)];
  return 'length' in given ? given : [given];
};

const say = (own: readonly string[], ...values: readonly Value[]): Phrase =>
  own.flatMap((text, index) => (index === 0 ? [text] : [...partsOf(values[index - 1]), text]));

const chosen = (text: string | undefined, to?: Target): Chosen => ({ chosen: text ?? '', ...(to && { to }) });

const counted = (value: number, one: string): Phrase => say`${value} ${[value === 1 ? one : `${one}s`]}`;

type Describe<Name extends LoggedName> = (data: EntityOf<Name>, before: PublicSession | undefined) => Phrase;

const sentences: { readonly [Name in LoggedName]: Describe<Name> } = {
  'session.created': ({ name, visibility, mode, maxAgents, forkedFrom }) =>
    say`created the session ${chosen(name)} (${visibility}, ${mode}, ${maxAgents} seats)${
      forkedFrom ? say` from ${forkedFrom.sessionId} as it was at ${forkedFrom.seq}` : []
    }`,
  'session.updated': (session, before) => (before ? sessionChanges(session, before) : sessionNow(session)),
  'session.completed': () => say`completed the session`,
  'session.paused': () => say`paused the session`,
  'session.stalled': () => say`noticed that the session has stalled`,
  'session.imported': ({ importedFrom: { seq } }) =>
    say`imported the session as it was at ${{ words: `#${word(seq)}`, to: { seq } }}`,
  'session.joined': ({ role }) => say`joined as ${role}`,
  'session.deleted': () => say`deleted the session`,
  'observer.joined': ({ name, invited, rights }) =>
    listed(rights)
      ? say`invited ${chosen(name)}, who may ${[listed(rights)]}`
      : say`came to observe, ${invited ? 'invited' : 'uninvited'}`,
  'observer.updated': ({ name, rights }) => say`set the rights of ${chosen(name)} to ${[listed(rights) || 'none']}`,
  'observer.removed': ({ name }) => say`removed the observer ${chosen(name)}`,
  'agent.recovered': () => say`recovered its seat with a new token`,
  'agent.revoked': ({ agentName }) => say`ended the token of ${chosen(agentName)}`,
  'agent.removed': ({ agentName }) => say`removed the agent ${chosen(agentName)}`,
  'agent.disconnected': ({ agentName }) => say`no longer hears from ${chosen(agentName)}`,
  'message.created': () => say`wrote a message`,
  'message.unread': ({ agentId, seq, waitedMs }) =>
    say`noticed that ${chosen(agentId)} has not read ${{ words: `message #${word(seq)}`, to: { seq } }} after ${counted(Math.round(waitedMs / 60_000), 'minute')}`,
  'note.created': ({ id, title, version }) => say`created the note ${chosen(title, { note: id, version })}`,
  'note.updated': ({ id, title, version }) =>
    say`wrote version ${version} of the note ${chosen(title, { note: id, version })}`,
  'note.deleted': ({ title }) => say`deleted the note ${chosen(title)}`,
  'file.updated': ({ path, version, size }) =>
    say`${version === 1 ? say`created` : say`wrote version ${version} of`} the file ${chosen(path, { file: path })} (${counted(size, 'byte')})`,
  'file.deleted': ({ path }) => say`deleted the file ${chosen(path)}`,
  'task.created': ({ id, number, title, offeredTo }) =>
    say`asked for task ${number}, ${chosen(title, { task: id })}${offeredTo === null ? [] : say`, and offered it to ${chosen(offeredTo)}`}`,
  'task.claimed': ({ id, number, title }) => say`took task ${number}, ${chosen(title, { task: id })}`,
  'task.released': ({ id, number, title, reason, attempts }) =>
    say`${[releaseVerb(reason)]} task ${number}, ${chosen(title, { task: id })}${attempts < manyAttempts ? [] : say`, which was claimed ${attempts} times and never finished`}`,
  'task.ended': ({ id, number, title, status }) =>
    say`${[endVerb(status)]} task ${number}, ${chosen(title, { task: id })}`,
  'task.updated': ({ id, number, title, status, offeredTo }) =>
    say`changed task ${number}, ${chosen(title, { task: id })}, which is ${status} now${offeredTo === null ? [] : say`, to ${chosen(offeredTo)}`}`,
  'ask.created': ({ id, kind, title }) =>
    say`${[kind === 'approval' ? 'asked people to approve' : 'asked people']} ${chosen(title, { ask: id })}`,
  'ask.ended': ({ id, title, status, options, answer }) =>
    answer === null
      ? say`${[status === 'expired' ? 'ended' : 'withdrew']} the ask ${chosen(title, { ask: id })}${[status === 'expired' ? ', which has expired' : '']}`
      : say`answered the ask ${chosen(title, { ask: id })}${answerWords({ options, answer })}`,
  'compute.updated': ({ provider, totalCredits }) =>
    say`set the compute pool to ${totalCredits} credits, run by ${[provider === 'sandbox' ? 'the sandbox' : 'workers']}`,
  'job.updated': ({ id, type, label, status, attempt, error, exitCode }) =>
    say`${[jobVerb(status, attempt)]} the ${[
      jobTypeWords(type),
    ]} job ${chosen(label ?? id, { job: id })}${status === 'failed' && error ? whyFailed(error.reason, exitCode) : []}`,
};

/** The rights in an event; older events have none. */
const listed = (rights: readonly string[] | undefined): string => (rights ?? []).map(word).join(', ');

const answerWords = ({ options, answer }: Pick<Ask, 'options' | 'answer'>): Phrase => {
  const option = options.find(({ id }) => id === answer?.optionId);
  const text = answer?.text ?? null;
  return [
    ...(option === undefined ? [] : say` with ${chosen(option.label)}`),
    ...(text === null ? [] : say`${option === undefined ? ' in words' : ', in words'}: ${chosen(text)}`),
  ];
};

/** A task that was claimed so often and not finished is told as one that circles (TASK-25). */
export const manyAttempts = 3;

const releaseVerb = (reason: string | null): string =>
  reason === 'lease' ? 'ended the lease of' : reason === 'removed' ? 'took from its owner' : 'released';

const endVerb = (status: string): string =>
  status === 'done' ? 'finished' : status === 'failed' ? 'ended as failed' : 'cancelled';

const jobVerbs: Readonly<Record<JobStatus, string>> = {
  pending: 'submitted',
  running: 'began',
  completed: 'completed',
  failed: 'ended',
  cancelled: 'cancelled',
};

const jobVerb = (status: string, attempt: number): string => {
  if (status === 'pending' && attempt > 0) return 'put back into the queue';
  return Object.hasOwn(jobVerbs, status) ? jobVerbs[status as JobStatus] : 'changed';
};

const whyFailed = (reason: string, exitCode: number | null): Phrase =>
  reason === 'exit' && exitCode !== null ? say` as failed (exit code ${exitCode})` : say` as failed (${reason})`;

const sessionNow = ({ status, visibility, maxAgents }: PublicSession): Phrase =>
  say`changed the session, which is ${status} and ${visibility} now, with ${maxAgents} seats`;

/**
 * The differences between two states of a session. A new invite code is the only change that the session itself does
 * not show.
 */
const sessionChanges = (session: PublicSession, before: PublicSession): Phrase => {
  const { name, status, visibility, mode, maxAgents, metadata, agents } = session;
  const changes: readonly (Phrase | false)[] = [
    name !== before.name && say`renamed the session to ${chosen(name)}`,
    status !== before.status && say`set the status to ${status}`,
    visibility !== before.visibility && say`made the session ${visibility}`,
    mode !== before.mode && say`set the mode to ${mode}`,
    maxAgents !== before.maxAgents && say`set the number of seats to ${maxAgents}`,
    agents.length < before.agents.length && say`took away a seat`,
    JSON.stringify(metadata) !== JSON.stringify(before.metadata) && say`changed the metadata`,
  ];
  const told = changes.filter((change) => change !== false);
  if (told.length === 0) return say`replaced the invite link`;
  return told.flatMap((change, index) => (index === 0 ? change : [' and ', ...change]));
};

/**
 * The sentence for an event. `before` is the session before the event, where it is known. The sentence for an event of
 * a later version of the service is the event's name.
 */
export const describeEvent = ({ event, data }: Pick<Event, 'event' | 'data'>, before?: PublicSession): Phrase =>
  Object.hasOwn(sentences, event)
    ? (sentences[event] as (data: Event['data'], before?: PublicSession) => Phrase)(data, before)
    : [word(event)];

/** A phrase as text. `quote` renders the texts that somebody chose. */
export const phraseText = (phrase: Phrase, quote: (part: Chosen) => string): string =>
  phrase.map((part) => (typeof part === 'string' ? part : 'chosen' in part ? quote(part) : part.words)).join('');

/** A chosen text in quotation marks, with the id that commands and tools take. */
export const quotedWithId = ({ chosen: text, to }: Chosen): string => {
  const id = to && ('note' in to ? to.note : 'job' in to ? to.job : 'ask' in to ? to.ask : undefined);
  return id === undefined || id === text ? inQuotes(text) : `${inQuotes(text)} (${word(id)})`;
};
