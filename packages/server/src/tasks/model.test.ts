import { cases } from '@pairspace/testkit/cases';
import { defaultLimits, isEndedTask, ServiceError, type Task, type TaskStatus } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgentCaller, ObserverCaller, SessionCaller } from '../access/caller.ts';
import { createSession } from '../sessions/create-session.ts';
import { joinSession } from '../sessions/join-session.ts';
import { TestClock } from '../testing/test-app.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { claimTask } from './claim-task.ts';
import { createTask } from './create-task.ts';
import { declineTask, releaseTask } from './end-ownership.ts';
import { cancelTask, finishTask, reopenTask } from './end-task.ts';
import { expireLease, listDueLeases } from './expire-leases.ts';
import { listTasksByNumber } from './list-tasks.ts';
import { updateTask } from './update-task.ts';
import { unconditional } from '../http/dispatch/preconditions.ts';

const steps = cases(1200);
const agentCount = 16;
const leaseMs = 60_000;

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

/** A task as the model knows it. */
interface ModelTask {
  number: number;
  status: TaskStatus;
  version: number;
  attempts: number;
  priority: number;
  requester: string;
  owner: string | null;
  offeredTo: string | null;
  dependsOn: number[];
  /** Each task holds at most one directory. */
  folder: string | undefined;
  owners: Set<string>;
  /** The agent whose lease ended, while nobody has taken the task since. */
  late: string | null;
  asked: Set<string>;
  leaseEnd: number;
}

const nameOf = (caller: SessionCaller): string => (caller.kind === 'agent' ? caller.agentId : caller.observerId);

/** The rules of tasks once more, in a few lines and without a database. */
class Model {
  readonly tasks: ModelTask[] = [];

  task(number: number): ModelTask | undefined {
    return this.tasks[number - 1];
  }

  isBlocked({ dependsOn }: ModelTask): boolean {
    return dependsOn.some((number) => this.task(number)?.status !== 'done');
  }

  isHeld({ folder }: ModelTask, agent: string): boolean {
    return (
      folder !== undefined &&
      this.tasks.some((other) => other.status === 'working' && other.owner !== agent && other.folder === folder)
    );
  }

  waitsFor(from: number, target: number, seen = new Set<number>()): boolean {
    if (from === target) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return this.task(from)?.dependsOn.some((next) => this.waitsFor(next, target, seen)) ?? false;
  }

  /** The reason for which a claim is refused; undefined when it is not. */
  whyNotClaimed(task: ModelTask, agent: string): string | undefined {
    if (isEndedTask(task.status)) return 'task_ended';
    if (task.status === 'working') return task.owner === agent ? undefined : 'task_taken';
    if (task.status === 'offered' && task.offeredTo !== agent) return 'task_offered';
    if (this.isBlocked(task)) return 'task_blocked';
    return this.isHeld(task, agent) ? 'paths_taken' : undefined;
  }

  next(agent: string): ModelTask | undefined {
    return this.tasks
      .filter((task) => task.status !== 'working' && this.whyNotClaimed(task, agent) === undefined)
      .toSorted((a, b) => b.priority - a.priority || a.number - b.number)[0];
  }

  claim(task: ModelTask, agent: string): void {
    if (task.status === 'working') return;
    Object.assign(task, { status: 'working', owner: agent, late: null, offeredTo: null, attempts: task.attempts + 1 });
    task.version++;
    task.owners.add(agent);
    task.leaseEnd = clock.now() + leaseMs;
  }

  open(task: ModelTask): void {
    Object.assign(task, { status: 'open', owner: null, offeredTo: null, version: task.version + 1 });
  }

  end(task: ModelTask, status: TaskStatus): void {
    Object.assign(task, { status, offeredTo: null, version: task.version + 1 });
    if (status === 'cancelled' && task.owners.size === 0) task.owner = null;
  }
}

const shown = (model: Model) =>
  model.tasks.map((task) => ({
    number: task.number,
    status: task.status,
    version: task.version,
    attempts: task.attempts,
    priority: task.priority,
    owner: task.owner,
    offeredTo: task.offeredTo,
    blockedBy: task.dependsOn.filter((number) => model.task(number)?.status !== 'done'),
    ready: task.status === 'open' && !model.isBlocked(task),
  }));

const shownOf = (tasks: readonly Task[]) => {
  const numbers = new Map(tasks.map(({ id, number }) => [id, number]));
  return tasks.map((task) => ({
    number: task.number,
    status: task.status,
    version: task.version,
    attempts: task.attempts,
    priority: task.priority,
    owner: task.assignee?.agentId ?? null,
    offeredTo: task.offeredTo,
    blockedBy: task.blockedBy.map((id) => numbers.get(id)),
    ready: task.ready,
  }));
};

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
    rights: [],
    vouched: false,
  };
  return { agents, observer, sessionId };
};

test('[TASK-6] [TASK-7] [TASK-9] tasks are as a model of their rules says, whatever is done with them', async () => {
  const { storage } = database;
  const random = randomOf(42);
  const { agents, observer, sessionId } = await openTestSession();
  const model = new Model();
  const pick = <T>(items: readonly T[]): T => {
    const item = items[random(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  };
  const someone = (): SessionCaller => (random(5) === 0 ? observer : pick(agents));
  const failureOf = async (work: Promise<unknown>): Promise<string | undefined> => {
    try {
      await work;
      return undefined;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const reason = error.details?.['reason'];
      return typeof reason === 'string' ? reason : error.code;
    }
  };
  const write = <T>(work: Parameters<typeof storage.write<T>>[0]): Promise<T> =>
    storage.write(work, { session: sessionId });
  const mayDirect = (caller: SessionCaller, task: ModelTask): boolean =>
    caller.issuedToCreator || task.requester === nameOf(caller);
  const isOwner = (caller: SessionCaller, task: ModelTask): boolean =>
    task.status === 'working' && task.owner === nameOf(caller);

  const actions: (() => Promise<void>)[] = [
    async () => {
      if (model.tasks.filter(({ status }) => !isEndedTask(status)).length > 60) return;
      const caller = someone();
      const offeredTo = random(4) === 0 ? pick(agents).agentId : undefined;
      const dependsOn = model.tasks.length > 0 && random(2) ? [1 + random(model.tasks.length)] : [];
      const folder = random(3) === 0 ? pick(['a', 'b', 'c']) : undefined;
      const task: ModelTask = {
        number: model.tasks.length + 1,
        status: offeredTo === undefined ? 'open' : 'offered',
        version: 1,
        attempts: 0,
        priority: random(4),
        requester: nameOf(caller),
        owner: null,
        offeredTo: offeredTo ?? null,
        dependsOn,
        folder,
        owners: new Set(),
        late: null,
        asked: new Set(offeredTo === undefined ? [] : [offeredTo]),
        leaseEnd: 0,
      };
      const body = {
        title: 'A task',
        description: '',
        dependsOn: dependsOn.map(String),
        paths: folder === undefined ? [] : [`${folder}/**`],
        labels: [],
        priority: task.priority,
        leaseMs,
        claim: false,
        overlap: false,
        a2a: false,
        ...(offeredTo !== undefined && { offeredTo }),
      };
      await write((tx) => createTask(tx, caller, body, defaultLimits));
      model.tasks.push(task);
    },
    async () => {
      const agent = pick(agents);
      const expected = model.next(agent.agentId);
      const body = { labels: [], overlap: false };
      const task = await write((tx) => claimTask(tx, agent, body, defaultLimits.heldPaths));
      expect(task?.number).toBe(expected?.number);
      if (expected) model.claim(expected, agent.agentId);
    },
    async () => {
      if (model.tasks.length === 0) return;
      const [agent, task] = [pick(agents), pick(model.tasks)];
      const expected = model.whyNotClaimed(task, agent.agentId);
      const body = { taskId: String(task.number), labels: [], overlap: false };
      const failure = await failureOf(write((tx) => claimTask(tx, agent, body, defaultLimits.heldPaths)));
      expect([task.number, failure]).toEqual([task.number, expected]);
      if (expected === undefined) model.claim(task, agent.agentId);
    },
    ...(['release', 'finish', 'finish', 'finish', 'cancel', 'reopen', 'decline', 'update'] as const).map(
      (step) => async () => {
        if (model.tasks.length === 0) return;
        const task = pick(model.tasks);
        const owner = agents.find(({ agentId }) => agentId === task.owner);
        const caller = random(2) && owner ? owner : someone();
        const ref = String(task.number);
        const agent = caller.kind === 'agent' ? caller : pick(agents);
        const name = nameOf(step === 'finish' || step === 'decline' ? agent : caller);
        const ended = isEndedTask(task.status);
        const late = 'task_state';
        const forbidden = 'FORBIDDEN';
        if (step === 'finish') {
          const outcome = random(5) === 0 ? ('failed' as const) : ('done' as const);
          const failure = await failureOf(write((tx) => finishTask(tx, agent, ref, { outcome, text: '', links: [] })));
          const mayFinish = isOwner(agent, task) || (!ended && task.late === name);
          const expected = mayFinish ? undefined : task.owners.has(name) ? late : forbidden;
          expect([step, ref, failure]).toEqual([step, ref, expected]);
          if (failure !== undefined) return;
          task.owner = name;
          model.end(task, outcome);
        } else if (step === 'decline') {
          const failure = await failureOf(write((tx) => declineTask(tx, agent, ref, null)));
          const isAsked = task.status === 'offered' && task.offeredTo === name;
          const expected = isAsked ? undefined : task.asked.has(name) ? late : forbidden;
          expect([step, ref, failure]).toEqual([step, ref, expected]);
          if (failure === undefined) model.open(task);
        } else if (step === 'release') {
          const failure = await failureOf(write((tx) => releaseTask(tx, caller, ref, null)));
          const directs = mayDirect(caller, task);
          const isTheirs = directs || task.owners.has(name);
          const expected = !isTheirs
            ? forbidden
            : task.status === 'working' && (directs || isOwner(caller, task))
              ? undefined
              : late;
          expect([step, ref, failure]).toEqual([step, ref, expected]);
          if (failure === undefined) model.open(task);
        } else if (step === 'cancel') {
          const failure = await failureOf(write((tx) => cancelTask(tx, caller, ref, null)));
          expect([step, ref, failure]).toEqual([
            step,
            ref,
            !mayDirect(caller, task) ? forbidden : ended ? late : undefined,
          ]);
          if (failure === undefined) {
            if (task.status !== 'working') task.owner = null;
            Object.assign(task, { status: 'cancelled', offeredTo: null, version: task.version + 1 });
          }
        } else if (step === 'reopen') {
          const failure = await failureOf(write((tx) => reopenTask(tx, caller, ref, null, defaultLimits)));
          expect([step, ref, failure]).toEqual([
            step,
            ref,
            !mayDirect(caller, task) ? forbidden : ended ? undefined : late,
          ]);
          if (failure === undefined) model.open(task);
        } else {
          const expectedVersion = random(5) === 0 ? task.version + 1 : task.version;
          const dependency = 1 + random(model.tasks.length);
          const offeredTo = random(3) === 0 ? pick(agents).agentId : random(2) ? null : undefined;
          const changes = {
            expectedVersion,
            title: `Title ${String(random(1e9))}`,
            dependsOn: [String(dependency)],
            ...(offeredTo !== undefined && { offeredTo }),
          };
          const failure = await failureOf(
            write((tx) => updateTask(tx, caller, ref, changes, unconditional.admits, defaultLimits)),
          );
          const directs = mayDirect(caller, task);
          const expected = !(directs || task.owners.has(name))
            ? forbidden
            : ended || !(directs || isOwner(caller, task))
              ? late
              : expectedVersion !== task.version
                ? 'stale_version'
                : offeredTo !== undefined && offeredTo !== task.offeredTo && task.status === 'working'
                  ? late
                  : model.waitsFor(dependency, task.number)
                    ? 'task_cycle'
                    : undefined;
          expect([step, ref, failure]).toEqual([step, ref, expected]);
          if (failure !== undefined) return;
          task.version++;
          task.dependsOn = [dependency];
          if (offeredTo !== undefined && offeredTo !== task.offeredTo) {
            task.offeredTo = offeredTo;
            task.status = offeredTo === null ? 'open' : 'offered';
            if (offeredTo !== null) task.asked.add(offeredTo);
          }
        }
      },
    ),
    async () => {
      clock.advance(random(leaseMs));
      for (const key of await listDueLeases(storage.read, clock.now(), 1000)) {
        await write((tx) => expireLease(tx, key));
      }
      for (const task of model.tasks) {
        if (task.status !== 'working') continue;
        const seat = await storage.read.get<{ at: number | null }>`
            select last_write_at as at from seat where session_id = ${sessionId} and agent_id = ${task.owner}
          `;
        if (Math.max(task.leaseEnd, (seat?.at ?? 0) + leaseMs) > clock.now()) continue;
        task.late = task.owner;
        model.open(task);
      }
    },
  ];
  for (let step = 0; step < steps; step++) {
    await pick(actions)();
    if (step % 50 !== 0 && step !== steps - 1) continue;
    const { items } = await listTasksByNumber(storage.read, sessionId, { limit: 10_000 });
    expect(shownOf(items)).toEqual(shown(model));
  }
});
