import type {
  Ask,
  DeliveryState,
  File,
  Job,
  Lease,
  Message,
  Note,
  ObserverRight,
  PostedMessage,
  Profile,
  Session,
  Task,
  Webhook,
} from '@pairspace/protocol';
import assert, { AssertionError } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { Caller } from './caller.ts';

/** A session with every kind of caller. */
export interface SessionFixture {
  id: string;
  session: Session;
  inviteCode: string;
  /** The agent that made the session, `ada`. */
  creator: Caller;
  /** The agent that joined, `bob`. */
  partner: Caller;
  /** The holder of the observer token from the creation of the session. */
  observer: Caller;
  /** An observer that was invited with a token of the session. */
  invited: Caller;
  /** An observer that came without a token. */
  walkIn: Caller;
  /** Recovers the seat of `bob`. */
  recoveryCode: string;
  walkInId: string;
  stranger: Caller;
}

/** Creates a session, admits two observers and a partner, and then makes the session private if requested. */
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
    recoveryCode: joined.recoveryCode ?? '',
    walkInId: walkIn.observer.id,
    stranger,
  };
};

/** A session with one entity of each kind, as calls to any endpoint need it. */
export interface FullSessionFixture extends SessionFixture {
  /** Named people, each with one right. */
  speaker: Caller;
  answerer: Caller;
  steerer: Caller;
  note: Note;
  file: File;
  message: Message;
  /** An open task. */
  task: Task;
  /** A task that the creator owns, one that is offered to it, and one that was cancelled. */
  ownedTask: Task;
  offeredTask: Task;
  endedTask: Task;
  /** An approval that the creator asks for. */
  ask: Ask;
  /** The profile of an agent that is in no session. */
  profile: Profile;
  /** The creator's webhook; nothing answers at its URL. */
  webhook: Webhook;
  delivery: DeliveryState;
  /** The holder of the worker token. */
  worker: Caller;
  /** `job` is queued; `lease` belongs to a job of the worker. */
  job: Job;
  lease: Lease;
  /** The holder of an agent key, whose agent is in no session. */
  agentKey: Caller;
  keyAgentId: string;
}

/** The discard port, on which hardly any machine listens. */
export const unreachable = 'http://127.0.0.1:9/';

export const createFullSessionFixture = async (
  nobody: Caller,
  given: Record<string, unknown> = {},
): Promise<FullSessionFixture> => {
  const fixture = await createSessionFixture(nobody, { maxAgents: 16, ...given });
  const { creator } = fixture;
  const [speaker, answerer, steerer] = await Promise.all([
    personWith(fixture, ['speak']),
    personWith(fixture, ['answer']),
    personWith(fixture, ['steer']),
  ]);
  const webhook = await creator.ok('createWebhook', { body: { url: unreachable, events: ['session.stalled'] } });
  await creator.ok('configurePool', { body: { provider: 'worker' } });
  await creator.ok('submitJob', { body: { type: 'sample.claimed', input: {} } });
  const { workerToken } = await creator.ok('issueWorkerToken');
  const worker = fixture.stranger.as(workerToken);
  const { lease } = await worker.ok('claimJob', { body: { types: ['sample.claimed'] } });
  if (!lease) throw new AssertionError({ message: 'a job that waits was not claimed' });
  return {
    ...fixture,
    speaker,
    answerer,
    steerer,
    note: await creator.ok('createNote', { body: { title: 'Plan', content: 'First' } }),
    file: await creator.ok('writeFile', { body: { path: 'docs/plan.md', content: 'First' } }),
    ...(await tasksWith(creator)),
    ask: await creator.ok('createAsk', { body: { kind: 'approval', title: 'May I push?', freeText: true } }),
    message: asListed(await creator.ok('postMessage', { body: { content: 'Hello' } })),
    profile: await nobody.ok('saveProfile', { body: { agentId: 'cyd', name: 'Cyd' } }),
    webhook,
    delivery: await creator.ok('pingWebhook', { params: { webhookId: webhook.id } }),
    worker,
    ...(await keyWith(fixture)),
    job: await creator.ok('submitJob', { body: { type: 'sample.pending', input: {} } }),
    lease,
  };
};

type TaskFixture = Pick<FullSessionFixture, 'task' | 'ownedTask' | 'offeredTask' | 'endedTask'>;

const tasksWith = async (creator: Caller): Promise<TaskFixture> => {
  const cancelled = await creator.ok('createTask', { body: { title: 'Withdrawn' } });
  return {
    task: await creator.ok('createTask', { body: { title: 'Read the plan', labels: ['docs'] } }),
    ownedTask: await creator.ok('createTask', { body: { title: 'Write the plan', claim: true } }),
    offeredTask: await creator.ok('createTask', { body: { title: 'Review the plan', offeredTo: 'ada' } }),
    endedTask: await creator.ok('cancelTask', { params: { taskId: cancelled.id } }),
  };
};

const keyWith = async ({ stranger }: SessionFixture): Promise<Pick<FullSessionFixture, 'agentKey' | 'keyAgentId'>> => {
  const keyAgentId = `key-${randomUUID()}`;
  const { agentKey } = await stranger.ok('saveProfile', { body: { agentId: keyAgentId, protect: true } });
  return { agentKey: stranger.as(agentKey), keyAgentId };
};

/** A person with a name and these rights. */
export const personWith = async (
  { observer, stranger }: Pick<SessionFixture, 'observer' | 'stranger'>,
  rights: readonly ObserverRight[],
  name = 'Pia',
): Promise<Caller> => {
  const { observerToken } = await observer.ok('observeSession', { body: { name, rights } });
  return stranger.as(observerToken);
};

/** Ends the jobs of a fixture, because the completion of the session would cancel them a moment later. */
export const cancelJobs = async ({ creator, job, lease }: FullSessionFixture): Promise<void> => {
  for (const { id: jobId } of [job, lease.job]) await creator.ok('cancelJob', { params: { jobId } });
};

/** The events after a `seq` of which somebody of the session is the actor: a lease may end by itself meanwhile. */
export const actsSince = async (caller: Caller, since: number): Promise<unknown[]> =>
  (await caller.ok('listEvents', { query: { since } })).items.filter(({ actor }) => actor.kind !== 'system');

export const lastSeq = async (caller: Caller): Promise<number> => (await caller.ok('getSession')).lastSeq;

/** A message without its recipients, as in lists and in the log. */
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
