import type { Event, InboxItem, Session, Task } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { setTimeout as pause } from 'node:timers/promises';
import { Claimer } from '../claimer.ts';
import { insist } from '../key-world.ts';
import { readAll } from '../read-all.ts';
import { until } from '../until.ts';
import type { Verdict } from '../verdict.ts';
import type { World } from './world.ts';

const sessionCount = 4;
const tasksEach = 50;
const claimersEach = 13;
const drainedWithinMs = 600_000;
const checks = {
  done: 'each task is done, once, by its owner of that moment',
  one: 'a task has at most one owner at a time',
  after: 'no task is claimed before all that it depends on is done',
  kept: 'a claim and an end that were answered are in the log',
  lease: 'each lease of a killed claimer is told once, and no other',
  late: 'the end by a late owner is refused',
  told: 'the requester is told of every end',
} as const;

interface Yard {
  url: string;
  /** The token of the agent that plans the tasks. */
  token: string;
  claimers: Claimer[];
}

const furnish = async (base: string, workMs: number): Promise<Yard> => {
  const sessions = `${base}/api/sessions`;
  const body = { agentId: 'planner', maxAgents: 16 };
  const { session, agentToken: token } = await call<{ session: Session; agentToken: string }>(sessions, { body });
  const url = `${sessions}/${session.id}`;
  const claimers: Claimer[] = [];
  for (let index = 0; index < claimersEach; index++) {
    const agent = { agentId: `claimer-${String(index)}`, inviteCode: session.inviteCode };
    const joined = await call<{ agentToken: string }>(`${url}/join`, { body: agent });
    claimers.push(new Claimer({ url, agentId: agent.agentId, token: joined.agentToken, watchToken: token, workMs }));
  }
  for (let number = 1; number <= tasksEach; number++) {
    const before = Array.from({ length: Math.min(3, number - 1) }, () => 1 + Math.floor(Math.random() * (number - 1)));
    const dependsOn = [...new Set(before)].map(String);
    const task = { title: `Task ${String(number)}`, dependsOn, leaseMs: 60_000 };
    await call<Task>(`${url}/tasks`, { token, body: task });
  }
  return { url, token, claimers };
};

const untilDrained = async ({ url, token }: Yard): Promise<void> => {
  const state = () => insist<{ tasks: { current: unknown[] } }>(`${url}/state`, { token });
  const isDrained = await until(async () => (await state()).tasks.current.length === 0, drainedWithinMs);
  if (!isDrained) throw new Error('The tasks are not worked off.');
};

type TaskEvent = Extract<Event, { event: `task.${string}` }>;

/** Follows each task through the log. */
const judgeLog = (log: readonly TaskEvent[], verdict: Verdict): void => {
  const byTask = Map.groupBy(log, ({ data }) => data.id);
  const doneAt = new Map(log.flatMap(({ event, seq, data }) => (event === 'task.ended' ? [[data.id, seq]] : [])));
  for (const [id, events] of byTask) {
    let owner: string | null = null;
    for (const { event, actor, seq, data } of events) {
      const told = (): string => `${id} at ${String(seq)} by ${actor.id}; ${String(owner)} owned it`;
      if (event === 'task.claimed') {
        verdict.expect(checks.one, owner === null, told);
        verdict.expect(
          checks.after,
          data.dependsOn.every((other) => (doneAt.get(other) ?? Infinity) < seq),
          told,
        );
        owner = actor.id;
      } else if (event === 'task.released') owner = null;
      else if (event === 'task.ended') {
        const isBy = actor.id === owner && data.status === 'done' && data.result?.text === owner;
        verdict.expect(checks.done, isBy, told);
        owner = null;
      }
    }
    const ends = events.filter(({ event }) => event === 'task.ended').length;
    verdict.expect(checks.done, ends === 1, () => `${id} has ${String(ends)} ends`);
  }
  verdict.expect(checks.done, byTask.size === tasksEach, () => `there are ${String(byTask.size)} tasks`);
};

/** Compares what the claimers were answered with the log; returns the number of leases that ended. */
const judgeClaimers = (claimers: readonly Claimer[], log: readonly TaskEvent[], verdict: Verdict): number => {
  const releases = log.filter(({ event }) => event === 'task.released');
  const lost = releases.filter(({ event, data }) => event === 'task.released' && data.reason === 'lease').length;
  const late = claimers.flatMap(({ lateAnswers }) => lateAnswers);
  verdict.expect(checks.lease, lost === releases.length && lost === late.length, () => {
    return `${String(lost)} of ${String(releases.length)} releases by the lease, ${String(late.length)} late owners`;
  });
  for (const { status, error } of late) {
    const isRefused = status === 409 && error?.details?.['reason'] === 'task_state';
    verdict.expect(checks.late, isRefused, () => `${String(status)} ${JSON.stringify(error)}`);
  }
  for (const { agentId, claimed, finished } of claimers) {
    const times = (event: string, id: string): number =>
      log.filter((one) => one.event === event && one.data.id === id && one.actor.id === agentId).length;
    for (const [id, { length }] of Map.groupBy(claimed, (one) => one))
      verdict.expect(checks.kept, times('task.claimed', id) === length, () => `the claim of ${id} by ${agentId}`);
    for (const id of finished) verdict.expect(checks.kept, times('task.ended', id) === 1, () => `the end of ${id}`);
  }
  return lost;
};

/** 52 claimers work off 200 tasks that depend on each other, while claimers are killed as well. */
export const tasks: World = {
  nodes: 3,
  env: { PAIRSPACE_COMPUTE: 'off', PAIRSPACE_SESSION_PACE: 'off' },
  constants: { watchPauseMs: 500 },
  async setUp({ service, verdict, rounds }) {
    const yards: Yard[] = [];
    // Work lasts until about the last kill.
    while (yards.length < sessionCount) yards.push(await furnish(service.url, rounds * 600));
    const ended = new AbortController();
    const claimers = yards.flatMap((yard) => yard.claimers);
    const working = Promise.all(claimers.map((claimer) => claimer.run(ended.signal)));
    return {
      async untilKill(round) {
        await pause(200 + Math.random() * 400);
        yards[round % yards.length]?.claimers[Math.floor(round / yards.length) % (claimersEach - 1)]?.kill();
        await pause(200 + Math.random() * 400);
      },
      async judge() {
        for (const yard of yards) await untilDrained(yard);
        ended.abort();
        await working;
        let leases = 0;
        for (const yard of yards) {
          const events = await readAll<Event>(yard, 'events?since=0');
          const log = events.filter((one): one is TaskEvent => one.event.startsWith('task.'));
          judgeLog(log, verdict);
          leases += judgeClaimers(yard.claimers, log, verdict);
          const inbox = await readAll<InboxItem>(yard, 'inbox?since=0');
          const told = Map.groupBy(inbox, ({ event }) => (event.event === 'task.ended' ? event.data.id : ''));
          for (const id of new Set(log.map(({ data }) => data.id))) {
            const times = told.get(id)?.length ?? 0;
            verdict.expect(checks.told, times === 1, () => `the end of ${id} was told ${String(times)} times`);
          }
        }
        const did = `${String(yards.length * tasksEach)} tasks done, ${String(leases)} leases of killed claimers ended`;
        return { did, checks: Object.values(checks) };
      },
    };
  },
};
