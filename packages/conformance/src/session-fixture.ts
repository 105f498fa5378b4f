import type { Message, ObserverRight, PostedMessage, SandboxType } from '@pairspace/protocol';
import assert, { AssertionError } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { Caller } from './caller.ts';
import { skip } from './tools.ts';

/** A session with every kind of caller. */
export type SessionFixture = Awaited<ReturnType<typeof createSessionFixture>>;

/** Creates a session, admits two observers and a partner, and then makes the session private if requested. */
export const createSessionFixture = async (nobody: Caller, given: Record<string, unknown> = {}) => {
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
    /** The agent that made the session, `ada`. */
    creator,
    /** The agent that joined, `bob`. */
    partner: stranger.as(joined.agentToken),
    /** The holder of the observer token from the creation of the session. */
    observer: stranger.as(made.observerToken),
    /** An observer that was invited with a token of the session, and one that came without a token. */
    invited: stranger.as(invited.observerToken),
    walkIn: stranger.as(walkIn.observerToken),
    /** Recovers the seat of `bob`. */
    recoveryCode: joined.recoveryCode ?? '',
    walkInId: walkIn.observer.id,
    stranger,
  };
};

/** A session with one entity of each kind, as calls to any endpoint need it. */
export type FullSessionFixture = Awaited<ReturnType<typeof createFullSessionFixture>>;

/** The discard port, on which hardly any machine listens. */
export const unreachable = 'http://127.0.0.1:9/';

export const createFullSessionFixture = async (nobody: Caller, given: Record<string, unknown> = {}) => {
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
    /** Named people, each with one right. */
    speaker,
    answerer,
    steerer,
    note: await creator.ok('createNote', { body: { title: 'Plan', content: 'First' } }),
    file: await creator.ok('writeFile', { body: { path: 'docs/plan.md', content: 'First' } }),
    ...(await tasksWith(creator)),
    ask: await creator.ok('createAsk', { body: { kind: 'approval', title: 'May I push?', freeText: true } }),
    message: asListed(await creator.ok('postMessage', { body: { content: 'Hello' } })),
    /** The profile of an agent that is in no session. */
    profile: await nobody.ok('saveProfile', { body: { agentId: 'cyd', name: 'Cyd' } }),
    /** The creator's webhook; nothing answers at its URL. */
    webhook,
    delivery: await creator.ok('pingWebhook', { params: { webhookId: webhook.id } }),
    /** The holder of the worker token. */
    worker,
    ...(await keyWith(fixture)),
    /** `job` is queued; `lease` belongs to a job of the worker. */
    job: await creator.ok('submitJob', { body: { type: 'sample.pending', input: {} } }),
    lease,
  };
};

/** An open task, one that the creator owns, one that is offered to it, and one that was cancelled. */
const tasksWith = async (creator: Caller) => {
  const cancelled = await creator.ok('createTask', { body: { title: 'Withdrawn' } });
  return {
    task: await creator.ok('createTask', { body: { title: 'Read the plan', labels: ['docs'] } }),
    ownedTask: await creator.ok('createTask', { body: { title: 'Write the plan', claim: true } }),
    offeredTask: await creator.ok('createTask', { body: { title: 'Review the plan', offeredTo: 'ada' } }),
    endedTask: await creator.ok('cancelTask', { params: { taskId: cancelled.id } }),
  };
};

/** The holder of an agent key, whose agent is in no session. */
const keyWith = async ({ stranger }: SessionFixture) => {
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

export const eventsAfter = async (caller: Caller, since: number) =>
  (await caller.ok('listEvents', { query: { since, limit: 200 } })).items;

/** The events after a `seq` of which somebody of the session is the actor: a lease may end by itself meanwhile. */
export const actsSince = async (caller: Caller, since: number): Promise<unknown[]> =>
  (await eventsAfter(caller, since)).filter(({ actor }) => actor.kind !== 'system');

export const lastSeq = async (caller: Caller): Promise<number> => (await caller.ok('getSession')).lastSeq;

/** A message without its recipients, as in lists and in the log. */
export const asListed = (posted: PostedMessage): Message => {
  const { recipients, ...message } = posted;
  assert(Array.isArray(recipients), 'a message that was posted says whom it is for');
  return message;
};

/** A caller with the worker token that this creates. */
export const workerOf = async (creator: Caller): Promise<Caller> =>
  creator.as((await creator.ok('issueWorkerToken')).workerToken);

/** Skips the rule if the service has no sandbox; waits while the sandbox tests itself. */
export const needSandbox = async (creator: Caller, type: SandboxType): Promise<void> => {
  const { pool } = await creator.ok('getCompute');
  const runtime = pool?.runtimes.find(({ name }) => name === type);
  if (!runtime) skip('the service has no sandbox');
  const reply = await creator.call('submitJob', { body: { type, input: { code: '' } } });
  if (!reply.ok && reply.error.details['reason'] === 'sandbox_off') skip(`the service runs no ${type} jobs`);
};
