import type {
  DeliveryState,
  File,
  Job,
  Lease,
  Message,
  Note,
  PostedMessage,
  Profile,
  Session,
  Webhook,
} from '@pairspace/protocol';
import assert, { AssertionError } from 'node:assert';
import type { Caller } from './caller.ts';

/** A session with everyone in it. */
export interface SessionFixture {
  id: string;
  session: Session;
  inviteCode: string;
  /** The agent that made the session, `ada`. */
  creator: Caller;
  /** The agent that joined, `bob`. */
  partner: Caller;
  /** Whoever holds the observer token of the session's creation. */
  observer: Caller;
  /** An observer that came with a token of the session. */
  invited: Caller;
  /** An observer that came without. */
  walkIn: Caller;
  /** Recovers the seat of `bob`. */
  recoveryCode: string;
  /** The id of the walk-in. */
  walkInId: string;
  stranger: Caller;
}

/** Makes a session, lets two observers and a partner in, and only then makes it private if that is asked. */
export const createSessionFixture = async (
  nobody: Caller,
  given: Record<string, unknown> = {},
): Promise<SessionFixture> => {
  const { visibility = 'public', ...rest } = given;
  const body = { agentId: 'ada', agentName: 'Ada', visibility: 'public', ...rest };
  const made = await nobody.ok('createSession', { body });
  const { id, inviteCode = '' } = made.session;
  const stranger = nobody.in(id);
  const creator = stranger.as(made.agentToken);
  const invited = await creator.ok('observeSession', { body: { name: 'Ines' } });
  const walkIn = await stranger.ok('observeSession', { body: { name: 'Walt' } });
  const joined = await stranger.ok('joinSession', { body: { inviteCode, agentId: 'bob', agentName: 'Bob' } });
  const session =
    visibility === 'private' ? await creator.ok('setVisibility', { body: { visibility } }) : joined.session;
  return {
    id,
    session,
    inviteCode,
    creator,
    partner: stranger.as(joined.agentToken),
    observer: stranger.as(made.observerToken),
    invited: stranger.as(invited.observerToken),
    walkIn: stranger.as(walkIn.observerToken),
    recoveryCode: joined.recoveryCode,
    walkInId: walkIn.observer.id,
    stranger,
  };
};

/** A cast with one of everything: what a call to any endpoint needs. */
export interface FullSessionFixture extends SessionFixture {
  note: Note;
  file: File;
  message: Message;
  /** Of an agent that is in no session. */
  profile: Profile;
  /** The creator's; nothing answers at its URL. */
  webhook: Webhook;
  delivery: DeliveryState;
  /** Whoever holds the worker token. */
  worker: Caller;
  /** A job that waits, and one that the worker holds. */
  job: Job;
  lease: Lease;
}

/** The port of discarded bytes, where hardly anyone listens. */
export const unreachable = 'http://127.0.0.1:9/';

/** Creates a session that still has free seats. */
export const createFullSessionFixture = async (
  nobody: Caller,
  given: Record<string, unknown> = {},
): Promise<FullSessionFixture> => {
  const fixture = await createSessionFixture(nobody, { maxAgents: 16, ...given });
  const { creator } = fixture;
  const webhook = await creator.ok('createWebhook', { body: { url: unreachable, events: ['session.stalled'] } });
  await creator.ok('configurePool', { body: { provider: 'worker' } });
  await creator.ok('submitJob', { body: { type: 'sample.claimed', input: {} } });
  const { workerToken } = await creator.ok('issueWorkerToken');
  const worker = fixture.stranger.as(workerToken);
  const { lease } = await worker.ok('claimJob', { body: { types: ['sample.claimed'] } });
  if (!lease) throw new AssertionError({ message: 'a job that waits was not claimed' });
  return {
    ...fixture,
    note: await creator.ok('createNote', { body: { title: 'Plan', content: 'First' } }),
    file: await creator.ok('writeFile', { body: { path: 'docs/plan.md', content: 'First' } }),
    message: asListed(await creator.ok('postMessage', { body: { content: 'Hello' } })),
    profile: await nobody.ok('saveProfile', { body: { agentId: 'cyd', name: 'Cyd' } }),
    webhook,
    delivery: await creator.ok('pingWebhook', { params: { webhookId: webhook.id } }),
    worker,
    job: await creator.ok('submitJob', { body: { type: 'sample.pending', input: {} } }),
    lease,
  };
};

/** Ends the jobs of a stage: of a session that is completed the service would cancel them, a moment later. */
export const cancelJobs = async ({ creator, job, lease }: FullSessionFixture): Promise<void> => {
  for (const { id: jobId } of [job, lease.job]) await creator.ok('cancelJob', { params: { jobId } });
};

/** The number of the newest event. */
export const lastSeq = async ({ creator }: Pick<SessionFixture, 'creator'>): Promise<number> =>
  (await creator.ok('getSession')).lastSeq;

/** A message as lists and the log have it: without its recipients. */
export const asListed = (posted: PostedMessage): Message => {
  const { recipients, ...message } = posted;
  assert(Array.isArray(recipients), 'a message that was posted says whom it is for');
  return message;
};

/** A session with a pool. */
export const withPool = async (
  fixture: Promise<SessionFixture>,
  body: Record<string, unknown> = {},
): Promise<SessionFixture> => {
  const made = await fixture;
  await made.creator.ok('configurePool', { body });
  return made;
};
