import type { Event, InboxItem, Session, Task } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { testServers } from '@pairspace/testkit/test-servers';
import { setTimeout as pause } from 'node:timers/promises';
import { Claimer, untilAnswered } from './lib/claimer.ts';
import { startKillable } from './lib/killed.ts';
import { readProofOptions } from './lib/options.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * The crash proof of tasks: 52 claimers work off 200 tasks that depend on each other, while nodes and claimers are killed
 * in turn. With PAIRSPACE_TEST_DATABASE_URL and PAIRSPACE_TEST_NATS_URL there are three nodes.
 *
 *   node --conditions=pairspace-source proofs/tasks-kill-nine.ts [--rounds 50] [--server FILE] [--folder FOLDER]
 */
const { rounds, server, folder } = readProofOptions({ rounds: 50 });
const sessionCount = 4;
const tasksEach = 50;
const claimersEach = 13;
/** Work lasts until about the last kill. */
const workMs = rounds * 300;
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

await using scratch = await scratchFolder(folder);
await using servers = (await testServers()) ?? null;
const verdict = new Verdict();
const begin = performance.now();
await using service = await startKillable({
  size: servers ? 3 : 1,
  file: server,
  folder: scratch.path,
  env: { PAIRSPACE_COMPUTE: 'off', PAIRSPACE_SESSION_PACE: 'off' },
  constants: { watchPauseMs: 500 },
  servers,
});

interface Place {
  url: string;
  plannerToken: string;
  claimers: Claimer[];
}

const furnish = async (): Promise<Place> => {
  const sessions = `${service.url}/api/sessions`;
  const body = { agentId: 'planner', maxAgents: 16 };
  const made = await call<{ session: Session; agentToken: string }>(sessions, { body });
  const url = `${sessions}/${made.session.id}`;
  const claimers: Claimer[] = [];
  for (let index = 0; index < claimersEach; index++) {
    const agentId = `claimer-${String(index)}`;
    const joined = await call<{ agentToken: string }>(`${url}/join`, {
      body: { agentId, inviteCode: made.session.inviteCode },
    });
    claimers.push(new Claimer({ url, agentId, token: joined.agentToken, watchToken: made.agentToken, workMs }));
  }
  for (let number = 1; number <= tasksEach; number++) {
    const before = Array.from({ length: Math.min(3, number - 1) }, () => 1 + Math.floor(Math.random() * (number - 1)));
    const dependsOn = [...new Set(before)].map(String);
    await call<Task>(`${url}/tasks`, {
      token: made.agentToken,
      body: { title: `Task ${String(number)}`, dependsOn, leaseMs: 60_000 },
    });
  }
  return { url, plannerToken: made.agentToken, claimers };
};

const places: Place[] = [];
while (places.length < sessionCount) places.push(await furnish());
const ended = new AbortController();
const working = Promise.all(places.flatMap(({ claimers }) => claimers.map((claimer) => claimer.run(ended.signal))));

/** Every page of a list; the service may be away in between. */
const readAll = async <Item>({ url, plannerToken: token }: Place, list: string): Promise<Item[]> => {
  const items: Item[] = [];
  for (let cursor = ''; ;) {
    const page = await call<{ items: Item[]; nextCursor: string | null }>(`${url}/${list}&limit=200${cursor}`, {
      token,
    });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = `&cursor=${page.nextCursor}`;
  }
};

let killedClaimers = 0;
for (let round = 1; round <= rounds; round++) {
  await pause(200 + Math.random() * 400);
  if (round % 2 === 0) {
    await service.kill(round / 2);
    await service.start();
    continue;
  }
  const place = places[killedClaimers % places.length];
  place?.claimers[Math.floor(killedClaimers / places.length) % (claimersEach - 1)]?.kill();
  killedClaimers++;
}

const deadline = performance.now() + drainedWithinMs;
for (const { url, plannerToken: token } of places) {
  for (;;) {
    const { data } = await untilAnswered(() =>
      call<{ tasks: { current: unknown[] } }>(`${url}/state`, { token }).then((state) => ({
        status: 200,
        headers: new Headers(),
        data: state,
      })),
    );
    if (data.tasks.current.length === 0) break;
    if (performance.now() > deadline) throw new Error('The tasks are not worked off.');
    await pause(500);
  }
}
ended.abort();
await working;

type TaskEvent = Extract<Event, { event: `task.${string}` }>;
let releases = 0;
let lates = 0;
for (const place of places) {
  const log = (await readAll<Event>(place, 'events?since=0')).filter((one): one is TaskEvent =>
    one.event.startsWith('task.'),
  );
  const byTask = Map.groupBy(log, ({ data }) => data.id);
  const doneAt = new Map(log.flatMap(({ event, seq, data }) => (event === 'task.ended' ? [[data.id, seq]] : [])));
  for (const [id, events] of byTask) {
    let owner: string | null = null;
    for (const { event, actor, seq, data } of events) {
      if (event === 'task.claimed') {
        verdict.expect(
          checks.one,
          owner === null,
          () => `${id} was claimed at ${String(seq)} and ${String(owner)} owned it`,
        );
        const isAfter = data.dependsOn.every((other) => (doneAt.get(other) ?? Infinity) < seq);
        verdict.expect(checks.after, isAfter, () => `${id} was claimed at ${String(seq)}`);
        owner = actor.id;
      } else if (event === 'task.released') owner = null;
      else if (event === 'task.ended') {
        const isBy = actor.id === owner && data.status === 'done' && data.result?.text === owner;
        verdict.expect(checks.done, isBy, () => `${id} was ended by ${actor.id}, and ${String(owner)} owned it`);
        owner = null;
      }
    }
    const ends = events.filter(({ event }) => event === 'task.ended').length;
    verdict.expect(checks.done, ends === 1, () => `${id} has ${String(ends)} ends`);
  }
  verdict.expect(checks.done, byTask.size === tasksEach, () => `there are ${String(byTask.size)} tasks`);
  const lost = log.filter(({ event, data }) => event === 'task.released' && data.reason === 'lease');
  const all = log.filter(({ event }) => event === 'task.released').length;
  const late = place.claimers.flatMap(({ lateAnswers }) => lateAnswers);
  verdict.expect(checks.lease, lost.length === all && lost.length === late.length, () => {
    return `${String(lost.length)} of ${String(all)} releases by the lease, ${String(late.length)} late owners`;
  });
  for (const { status, error } of late) {
    const isRefused = status === 409 && error?.details?.['reason'] === 'task_state';
    verdict.expect(checks.late, isRefused, () => `${String(status)} ${JSON.stringify(error)}`);
  }
  for (const { agentId, claimed, finished } of place.claimers) {
    const times = (event: string, id: string): number =>
      log.filter((one) => one.event === event && one.data.id === id && one.actor.id === agentId).length;
    for (const id of claimed) {
      const answered = claimed.filter((other) => other === id).length;
      verdict.expect(checks.kept, times('task.claimed', id) === answered, () => `the claim of ${id} by ${agentId}`);
    }
    for (const id of finished) verdict.expect(checks.kept, times('task.ended', id) === 1, () => `the end of ${id}`);
  }
  const inbox = await readAll<InboxItem>(place, 'inbox?since=0');
  for (const id of byTask.keys()) {
    const told = inbox.filter(({ event }) => event.event === 'task.ended' && event.data.id === id).length;
    verdict.expect(checks.told, told === 1, () => `the end of ${id} was told ${String(told)} times`);
  }
  releases += lost.length;
  lates += late.length;
}
await service.stop();
console.log(
  `${String(rounds)} kills in ${((performance.now() - begin) / 1000).toFixed(0)} s, ${String(killedClaimers)} of them of claimers; ` +
    `${String(releases)} leases ended, ${String(lates)} late ends were refused`,
);
verdict.publish(Object.values(checks));
