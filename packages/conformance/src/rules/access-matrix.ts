import { setTimeout as pause } from 'node:timers/promises';
import { AssertionError, equal } from 'node:assert/strict';
import type { Access, Endpoint, EndpointName, Visibility } from '@pairspace/protocol';
import type { Caller } from '../caller.ts';
import { lastSeq, type FullSessionFixture } from '../session-fixture.ts';
import { rule, type RuleId } from '../rule.ts';
import { endpointEntries, sampleOf } from '../samples.ts';
import type { RuleContext } from '../rule-context.ts';

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
const ofTheCreator: readonly EndpointName[] = [
  'updateTask',
  'declineTask',
  'releaseTask',
  'finishTask',
  'cancelTask',
  'reopenTask',
  'withdrawAsk',
];

const ruleOf: Record<Access, (visibility: Visibility) => RuleId> = {
  anyone: () => 'ACC-13',
  reader: (visibility) => (visibility === 'public' ? 'ACC-8' : 'ACC-9'),
  agent: () => 'ACC-10',
  agentOrOperator: () => 'ACC-10',
  noteEditor: () => 'ACC-12',
  inviter: () => 'ACC-11',
  creator: () => 'ACC-11',
  creatorOrOperator: () => 'ACC-11',
  remover: () => 'SEAT-5',
  person: () => 'PPL-7',
  speaker: () => 'SEAT-10',
  answerer: () => 'ASK-7',
  steerer: () => 'SEAT-14',
  webhookOwner: () => 'HOOK-2',
  worker: () => 'JOB-25',
  operator: () => 'JOB-25',
  agentKey: () => 'ME-1',
  agentKeyOrOperator: () => 'KEY-1',
};

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
    equal(await lastSeq(fixture.creator), before, `${name} refused ${kind} and changed the session all the same`);
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

const assertRow = ([name, endpoint]: [EndpointName, Endpoint], visibility: Visibility): void => {
  rule(
    ruleOf[endpoint.access](visibility),
    `${name}, ${visibility} session: every caller as its access (${endpoint.access}) says`,
    async (context) => {
      const aFixture = () => context.aFullSession({ visibility });
      const cells = kinds.map((kind) => ({
        name,
        visibility,
        kind,
        expected: expectedFor(name, endpoint, visibility, kind),
      }));
      // A call that is refused, or reads, leaves the session as it was. An agent key joins the session, which is a change.
      const changes = ({ kind, expected }: Cell): boolean =>
        kind === 'agentKey' || (endpoint.method !== 'GET' && expected === 'admitted');
      const fixture = await aFixture();
      for (const cell of cells) if (!changes(cell)) await assertCell(context, cell, fixture);
      await assertChanges(context, cells.filter(changes), fixture, aFixture);
    },
  );
};

/** Every endpoint × every kind of caller × public and private, so every declared endpoint is covered. */
for (const entry of endpointEntries)
  for (const visibility of ['public', 'private'] as const) assertRow(entry, visibility);
