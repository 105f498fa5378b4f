import type { EntityOf, Event, JobSummary, LoggedName, PublicSession } from '@pairspace/protocol';

/** Text that somebody chose. */
export interface Chosen {
  chosen: string;
}

/** A description of an event without its subject: the service's own words, and text that somebody chose. */
export type Phrase = readonly (string | Chosen)[];

const phrases: { [Name in LoggedName]: (data: EntityOf<Name>, before: PublicSession | undefined) => Phrase } = {
  'session.created': ({ name, visibility, mode, maxAgents, forkedFrom }) => [
    'created the session ',
    { chosen: name },
    ` (${visibility}, ${mode}, ${String(maxAgents)} seats)`,
    ...(forkedFrom ? [' from ', { chosen: forkedFrom.sessionId }, ` as it was at ${String(forkedFrom.seq)}`] : []),
  ],
  'session.updated': (session, before) => sessionChanges(session, before),
  'session.completed': () => ['completed the session'],
  'session.paused': () => ['paused the session'],
  'session.stalled': () => ['noticed that the session has stalled'],
  'session.joined': ({ role }) => [`joined as ${role}`],
  'session.deleted': () => ['deleted the session'],
  'observer.joined': ({ invited }) => [`came to observe, ${invited ? 'invited' : 'uninvited'}`],
  'observer.removed': ({ name }) => ['removed the observer ', { chosen: name }],
  'agent.recovered': () => ['recovered its seat with a new token'],
  'agent.revoked': () => ['revoked its own token'],
  'agent.removed': ({ agentName }) => ['removed the agent ', { chosen: agentName }],
  'message.created': ({ msgType }) => [msgType === 'chat' ? 'said' : `said (${msgType})`],
  'message.unread': ({ agentId }) => ['noticed that ', { chosen: agentId }, ' has not read a message'],
  'note.created': ({ title }) => ['created the note ', { chosen: title }],
  'note.updated': ({ title, version }) => [`wrote version ${String(version)} of the note `, { chosen: title }],
  'note.deleted': ({ title }) => ['deleted the note ', { chosen: title }],
  'file.updated': ({ path, version, size }) => [
    version === 1 ? 'created the file ' : `wrote version ${String(version)} of the file `,
    { chosen: path },
    ` (${String(size)} ${size === 1 ? 'byte' : 'bytes'})`,
  ],
  'file.deleted': ({ path }) => ['deleted the file ', { chosen: path }],
  'agent.disconnected': ({ agentName }) => ['no longer hears from ', { chosen: agentName }],
  'compute.updated': ({ provider, totalCredits }) => [
    `set the compute pool to ${String(totalCredits)} credits, run by ${provider === 'sandbox' ? 'the sandbox' : 'workers'}`,
  ],
  'job.updated': ({ id, type, label, status, attempt, error }) => [
    status === 'pending' && attempt > 0 ? 'put back in the queue' : jobWords[status],
    ` the ${type} job `,
    { chosen: label ?? id },
    ...(status === 'failed' && error ? [` as failed (${error.reason})`] : []),
  ],
};

const jobWords: Record<JobSummary['status'], string> = {
  pending: 'submitted',
  running: 'began',
  completed: 'completed',
  failed: 'ended',
  cancelled: 'cancelled',
};

/** The changes of a session. Only a new invite code is not visible in the session itself. */
const sessionChanges = (session: PublicSession, before: PublicSession | undefined): Phrase => {
  const { name, status, visibility, mode, maxAgents, metadata, agents } = session;
  const changes: readonly (Phrase | false)[] = [
    name !== before?.name && ['renamed the session to ', { chosen: name }],
    status !== before?.status && [`set the status to ${status}`],
    visibility !== before?.visibility && [`made the session ${visibility}`],
    mode !== before?.mode && [`set the mode to ${mode}`],
    maxAgents !== before?.maxAgents && [`set the number of seats to ${String(maxAgents)}`],
    agents.length < (before?.agents.length ?? 0) && ['took away a seat'],
    JSON.stringify(metadata) !== JSON.stringify(before?.metadata) && ['changed the metadata'],
  ];
  const told = changes.filter((change) => change !== false);
  if (told.length === 0) return ['made a new invite code'];
  return told.flatMap((change, index) => (index === 0 ? change : [' and ', ...change]));
};

/** Says what an event tells of; `before` is the session as it was until then. */
export const describeEvent = (
  { event, data }: Pick<Event, 'event' | 'data'>,
  before: PublicSession | undefined,
): Phrase => (phrases[event] as (data: unknown, before: PublicSession | undefined) => Phrase)(data, before);
