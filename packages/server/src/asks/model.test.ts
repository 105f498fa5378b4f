import { cases } from '@pairspace/testkit/cases';
import { type Ask, askLimits, type AskStatus, ServiceError } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AgentCaller, type ObserverCaller, systemActor } from '../access/caller.ts';
import { createSession } from '../sessions/create-session.ts';
import { joinSession } from '../sessions/join-session.ts';
import { TestClock } from '../testing/test-app.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { createAsk } from './create-ask.ts';
import { answerAsk, AskIsDue, withdrawAsk, withdrawAsks } from './end-ask.ts';
import { expireAsk, listDueAsks } from './expire-asks.ts';
import { listAsks, listAsksAt } from './list-asks.ts';
import type { Answerer } from './policy.ts';

const steps = cases(600);
const agentCount = 4;

const clock = new TestClock();
let database: TestStorage;
beforeAll(async () => {
  database = await openTestStorage(clock);
});
afterAll(() => database[Symbol.asyncDispose]());

/** Random numbers that a seed repeats. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** An ask as the model knows it. */
interface ModelAsk {
  id: string;
  asker: string;
  kind: Ask['kind'];
  freeText: boolean;
  requires: Ask['requires'];
  expiresAt: number;
  status: AskStatus;
  optionId: string | null;
  vouched: boolean | null;
}

const shown = (model: readonly ModelAsk[]) =>
  model.map(({ id, asker, status, optionId, vouched }) => ({ id, asker, status, optionId, vouched }));

const shownOf = (asks: readonly Ask[]) =>
  asks.map(({ id, askedBy, status, answer }) => ({
    id,
    asker: askedBy.agentId,
    status,
    optionId: answer?.optionId ?? null,
    vouched: answer?.vouched ?? null,
  }));

const openTestSession = async (): Promise<{ agents: AgentCaller[]; observer: ObserverCaller; sessionId: string }> => {
  const { storage } = database;
  const made = await storage.write((tx) =>
    createSession(
      tx,
      { agentId: 'agent-0', name: 'Model', visibility: 'private', mode: 'async', maxAgents: agentCount, metadata: {} },
      { defaultVisibility: 'private', inviteTtlMs: 1e12 },
    ),
  );
  const { id: sessionId, inviteCode = '' } = made.session;
  const agents: AgentCaller[] = [];
  for (let index = 0; index < agentCount; index++) {
    const agentId = `agent-${String(index)}`;
    if (index > 0) await storage.write((tx) => joinSession(tx, sessionId, { agentId, inviteCode }));
    const role = index === 0 ? ('creator' as const) : ('partner' as const);
    agents.push({ kind: 'agent', sessionId, agentId, agentName: agentId, role, issuedToCreator: index === 0 });
  }
  const observer: ObserverCaller = {
    kind: 'observer',
    sessionId,
    observerId: sessionId,
    observerName: 'Observer',
    issuedToCreator: true,
    invited: true,
    rights: ['answer'],
    vouched: false,
  };
  return { agents, observer, sessionId };
};

test('[ASK-1] [ASK-2] [ASK-8] [ASK-9] asks are as a model of their rules says, whatever is done with them', async () => {
  const { storage } = database;
  const random = randomOf(7);
  const { agents, observer, sessionId } = await openTestSession();
  const model: ModelAsk[] = [];
  /** States of the past, by their seq. */
  const past = new Map<number, { open: string[]; ended: number }>();
  const pick = <T>(items: readonly T[]): T => {
    const item = items[random(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const failureOf = async (work: Promise<unknown>): Promise<string | undefined> => {
    try {
      await work;
      return undefined;
    } catch (error) {
      if (error instanceof AskIsDue) return 'due';
      if (!(error instanceof ServiceError)) throw error;
      const reason = error.details?.['reason'];
      return typeof reason === 'string' ? reason : error.code;
    }
  };
  const write = <T>(work: Parameters<typeof storage.write<T>>[0]): Promise<T> =>
    storage.write(work, { session: sessionId });
  const open = () => model.filter(({ status }) => status === 'open');
  /** Mostly one of those that are open. */
  const someAsk = (): ModelAsk => pick(random(4) > 0 && open().length > 0 ? open() : model);

  const create = async (): Promise<void> => {
    const agent = pick(agents);
    const kind = pick(['approval', 'question'] as const);
    const freeText = kind === 'question' || random(2) === 0;
    const requires = pick(['token', 'token', 'vouched'] as const);
    const expiresInMs = askLimits.leastMs * (1 + random(20));
    const isFull = open().length >= askLimits.open;
    let made: Ask | undefined;
    const failure = await failureOf(
      write(async (tx) => {
        made = await createAsk(tx, agent, { kind, title: 'An ask', details: '', freeText, requires, expiresInMs });
      }),
    );
    expect(failure).toBe(isFull ? 'limit_reached' : undefined);
    if (!made) return;
    const { id } = made;
    const expiresAt = clock.now() + expiresInMs;
    model.unshift({
      id,
      asker: agent.agentId,
      kind,
      freeText,
      requires,
      expiresAt,
      status: 'open',
      optionId: null,
      vouched: null,
    });
  };
  const answer = async (): Promise<void> => {
    const ask = someAsk();
    const caller: Answerer = pick([observer, { ...observer, vouched: true }, { kind: 'operator' }]);
    const optionId = random(4) === 0 ? undefined : pick(['approve', 'deny', 'other']);
    const text = random(3) === 0 ? 'In words' : undefined;
    const vouched = caller !== observer;
    const fits =
      (text === undefined || ask.freeText) &&
      (ask.kind === 'approval'
        ? optionId === 'approve' || optionId === 'deny'
        : optionId === undefined && text !== undefined);
    const expected =
      ask.requires === 'vouched' && !vouched
        ? 'vouched'
        : ask.status !== 'open'
          ? 'ask_ended'
          : ask.expiresAt <= clock.now()
            ? 'due'
            : fits
              ? undefined
              : 'VALIDATION_ERROR';
    const body = { ...(optionId !== undefined && { optionId }), ...(text !== undefined && { text }) };
    const failure = await failureOf(write((tx) => answerAsk(tx, caller, { sessionId, askId: ask.id }, body)));
    expect([ask.id, failure]).toEqual([ask.id, expected]);
    if (failure === undefined) Object.assign(ask, { status: 'answered', optionId: optionId ?? null, vouched });
  };
  const withdraw = async (): Promise<void> => {
    const [ask, agent] = [someAsk(), pick(agents)];
    const failure = await failureOf(write((tx) => withdrawAsk(tx, agent, ask.id)));
    const expected = ask.asker !== agent.agentId ? 'FORBIDDEN' : ask.status === 'open' ? undefined : 'ask_ended';
    expect([ask.id, failure]).toEqual([ask.id, expected]);
    if (failure === undefined) ask.status = 'withdrawn';
  };
  const expire = async (): Promise<void> => {
    clock.advance(random(askLimits.leastMs));
    for (const key of await listDueAsks(storage.read, clock.now(), 1000)) await write((tx) => expireAsk(tx, key));
    for (const ask of open()) if (ask.expiresAt <= clock.now()) ask.status = 'expired';
  };
  const removeAgent = async (): Promise<void> => {
    if (random(20) > 0) return;
    const { agentId } = pick(agents);
    await write((tx) => withdrawAsks(tx, { sessionId, agentId }, systemActor));
    for (const ask of open()) if (ask.asker === agentId) ask.status = 'withdrawn';
  };
  const remember = async (): Promise<void> => {
    const head = await storage.read.get<{ seq: number }>`select last_seq as seq from session where id = ${sessionId}`;
    past.set(head?.seq ?? 0, { open: open().map(({ id }) => id), ended: model.length - open().length });
  };
  const actions = [create, create, create, answer, answer, withdraw, expire, removeAgent, remember];
  await create();
  for (let step = 0; step < steps; step++) {
    await pick(actions)();
    if (step % 50 !== 0 && step !== steps - 1) continue;
    const { items } = await listAsks(storage.read, sessionId, { limit: 10_000 });
    expect(shownOf(items)).toEqual(shown(model));
  }
  for (const [seq, { open: ids, ended }] of past) {
    const state = await listAsksAt(storage.read, sessionId, seq);
    expect(state.open.map(({ id }) => id).reverse()).toEqual(ids);
    expect(state.answered + state.expired + state.withdrawn).toBe(ended);
  }
});
