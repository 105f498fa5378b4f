import { setTimeout as pause } from 'node:timers/promises';
import { AssertionError, deepEqual } from 'node:assert/strict';
import { type Access, type Endpoint, type EndpointName, endpoints, type Visibility } from '@pairspace/protocol';
import type { Caller } from '../caller.ts';
import { endpointEntries, sampleOf } from '../samples.ts';
import type { RuleContext } from '../rule-context.ts';
import { actsSince, type FullSessionFixture, lastSeq, rule, type RuleId } from '../kit.ts';

/** Every kind of caller, from the point of view of one session. */
export const kinds = [
  'stranger',
  'walkIn',
  'invited',
  'speaker',
  'answerer',
  'steerer',
  'creationObserver',
  'partner',
  'creator',
  'outsider',
  'worker',
  'foreignWorker',
  'agentKey',
  'unknown',
] as const;
export type Kind = (typeof kinds)[number];
type Expected = 'admitted' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND';

const agents: Kind[] = ['partner', 'creator'];
const people: Kind[] = ['invited', 'speaker', 'answerer', 'steerer', 'creationObserver'];
const observers: Kind[] = ['walkIn', ...people];

/** The callers that each access rule admits, written here independently of the service (the section Access of the contract). */
const admits: Record<Access, readonly Kind[]> = {
  anyone: ['stranger', 'outsider', 'worker', 'foreignWorker', 'agentKey', ...observers, ...agents],
  reader: [...observers, ...agents],
  agent: agents,
  agentOrOperator: agents,
  noteEditor: [...agents, ...people],
  inviter: [...agents, 'steerer', 'creationObserver'],
  creator: ['creator', 'creationObserver'],
  creatorOrOperator: ['creator', 'creationObserver'],
  remover: ['creator', 'steerer', 'creationObserver'],
  person: ['creationObserver'],
  speaker: ['speaker', 'creationObserver'],
  answerer: ['answerer', 'creationObserver'],
  steerer: ['steerer', 'creationObserver'],
  webhookOwner: [...agents, ...people],
  worker: ['worker'],
  operator: [],
  agentKey: ['agentKey'],
  agentKeyOrOperator: ['agentKey'],
};

/** Steps of a task or an ask of the creator, which another may not take (TASK-7, ASK-10); whoever steers cancels a task (PPL-5). */
const ofTheCreator: readonly string[] =
  'updateTask declineTask releaseTask finishTask cancelTask reopenTask withdrawAsk'.split(' ');

export const expectedOf = (access: Access, given: Kind, visibility: Visibility): Expected => {
  // A walk-in's token is invalid while the session is private (NET-19).
  const isOfSession = !access.startsWith('agentKey');
  const kind = given === 'walkIn' && visibility === 'private' && isOfSession ? 'stranger' : given;
  if (kind === 'unknown') return 'UNAUTHORIZED';
  if (access === 'reader' && visibility === 'public') return 'admitted';
  if (admits[access].includes(kind)) return 'admitted';
  if (access === 'webhookOwner') return 'NOT_FOUND';
  return kind === 'stranger' ? 'UNAUTHORIZED' : 'FORBIDDEN';
};

export const callerOf = async (kind: Kind, fixture: FullSessionFixture, { nobody }: RuleContext): Promise<Caller> => {
  const { stranger, walkIn, invited, speaker, answerer, steerer, observer, partner, creator, worker } = fixture;
  if (kind === 'foreignWorker') {
    const made = await nobody.ok('createSession');
    const other = stranger.in(made.session.id).as(made.agentToken);
    await other.ok('configurePool');
    return stranger.as((await other.ok('issueWorkerToken')).workerToken);
  }
  if (kind === 'outsider') {
    const { agentToken } = await nobody.ok('createSession');
    return stranger.as(agentToken);
  }
  if (kind === 'agentKey') {
    // The key has a seat in this session, and is no token of it all the same. It may have joined before.
    const { agentKey, keyAgentId: agentId, inviteCode } = fixture;
    await agentKey.call('joinSession', { body: { inviteCode, agentId } });
    return agentKey;
  }
  const unknown = stranger.as(`agt_${'A'.repeat(43)}`);
  const people = { walkIn, invited, speaker, answerer, steerer, creationObserver: observer };
  return { stranger, ...people, partner, creator, worker, unknown }[kind];
};

/** A refusal for lack of capacity tells nothing about access, so the call is repeated. */
const askForRoom = async <R extends { ok: true } | { ok: false; error: { code: string } }>(
  ask: () => Promise<R>,
): Promise<R> => {
  for (let left = 5; ; left--) {
    const reply = await ask();
    if (reply.ok || reply.error.code !== 'RATE_LIMITED' || left === 0) return reply;
    await pause(2000);
  }
};

const expectedFor = (name: EndpointName, { access }: Endpoint, visibility: Visibility, kind: Kind): Expected => {
  const isForeign = kind === 'partner' || (kind === 'steerer' && name !== 'cancelTask');
  return isForeign && ofTheCreator.includes(name) ? 'FORBIDDEN' : expectedOf(access, kind, visibility);
};

interface Cell {
  name: EndpointName;
  visibility: Visibility;
  kind: Kind;
  expected: Expected;
}

const assertCell = async (
  context: RuleContext,
  { name, visibility, kind, expected }: Cell,
  fixture: FullSessionFixture,
): Promise<void> => {
  const caller = await callerOf(kind, fixture, context);
  const before = await lastSeq(fixture.creator);
  const reply = await askForRoom(() => caller.call(name, sampleOf(name, fixture)));
  const actual = reply.ok ? 'admitted' : reply.error.code;
  if (actual !== expected) {
    throw new AssertionError({ message: `${name} called by ${kind}, ${visibility} session`, expected, actual });
  }
  if (!reply.ok)
    deepEqual(await actsSince(fixture.creator, before), [], `${name} refused ${kind} and changed the session`);
};

/** A change may keep the next call from its effect. That call is repeated in a new session, which decides. */
const assertChanges = async (
  context: RuleContext,
  cells: readonly Cell[],
  first: FullSessionFixture,
  prepare: () => Promise<FullSessionFixture>,
): Promise<void> => {
  let fixture = first;
  for (const cell of cells) {
    const holds = await assertCell(context, cell, fixture).then(
      () => true,
      () => false,
    );
    if (holds) continue;
    fixture = await prepare();
    await assertCell(context, cell, fixture);
  }
};

/** Declares a test of each endpoint with this access, in sessions of this visibility, with every kind of caller. */
const accessRule = (id: RuleId, access: Access, ...visibilities: Visibility[]): void => {
  for (const [name, endpoint] of endpointEntries) {
    if (endpoint.access !== access) continue;
    for (const visibility of visibilities.length === 0 ? (['public', 'private'] as const) : visibilities) {
      rule(id, `${name}, ${visibility} session: every caller as its access (${access}) says`, (context) =>
        assertRow(context, name, visibility),
      );
    }
  }
};

const assertRow = async (context: RuleContext, name: EndpointName, visibility: Visibility): Promise<void> => {
  const endpoint: Endpoint = endpoints[name];
  const aFixture = () => context.aFullSession({ visibility });
  const cells = kinds.map((kind) => {
    const expected = expectedFor(name, endpoint, visibility, kind);
    return { name, visibility, kind, expected };
  });
  // A call that is refused, or reads, leaves the session as it was. An agent key joins the session, which is a change.
  const changes = ({ kind, expected }: Cell): boolean =>
    kind === 'agentKey' || (endpoint.method !== 'GET' && expected === 'admitted');
  const fixture = await aFixture();
  for (const cell of cells) if (!changes(cell)) await assertCell(context, cell, fixture);
  await assertChanges(context, cells.filter(changes), fixture, aFixture);
};

// Every endpoint × every kind of caller × public and private, so every declared endpoint is covered.
accessRule('ACC-13', 'anyone');
accessRule('ACC-8', 'reader', 'public');
accessRule('ACC-9', 'reader', 'private');
accessRule('ACC-10', 'agent');
accessRule('ACC-10', 'agentOrOperator');
accessRule('ACC-12', 'noteEditor');
accessRule('ACC-11', 'inviter');
accessRule('ACC-11', 'creator');
accessRule('ACC-11', 'creatorOrOperator');
accessRule('SEAT-5', 'remover');
accessRule('PPL-7', 'person');
accessRule('SEAT-10', 'speaker');
accessRule('ASK-7', 'answerer');
accessRule('SEAT-14', 'steerer');
accessRule('HOOK-2', 'webhookOwner');
accessRule('JOB-25', 'worker');
accessRule('ME-1', 'agentKey');
accessRule('KEY-1', 'agentKeyOrOperator');
