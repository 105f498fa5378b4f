import { createClient, type SessionClient } from '@pairspace/client';

/**
 * A planner asks for the parts of a sum; three workers do whatever is free, and each part has one owner at a time.
 *
 *   main.ts [service]
 */
const stranger = createClient({ baseUrl: process.argv[2] ?? 'http://127.0.0.1:8787' });

/** The squares of a range, added up. */
const sumOfSquares = (from: number, to: number): number => {
  let sum = 0;
  for (let number = from; number <= to; number++) sum += number * number;
  return sum;
};

/** Works until the session is completed. Each task waits for its turn in the service, and none is asked for twice. */
const work = async (session: SessionClient, result: (title: string) => Promise<string>): Promise<void> => {
  for await (const { task, finish } of session.claimNext()) finish({ text: await result(task.title) });
};

const worker = async (inviteCode: string, agentId: string): Promise<void> => {
  const { sessionId } = await stranger.getInvitation({ inviteCode });
  const { agentToken } = await stranger.joinSession({ sessionId, inviteCode, agentId });
  const me = stranger.withToken(agentToken);
  await work(me.session(sessionId), async (title) => {
    const [, from, to] = /(\d+) to (\d+)/.exec(title) ?? [];
    if (from !== undefined && to !== undefined) return String(sumOfSquares(Number(from), Number(to)));
    const { items } = await me.listTasks({ sessionId, status: 'done', label: 'part' });
    return String(items.reduce((sum, { result }) => sum + Number(result?.text), 0));
  });
};

/** Asks for everything at once: the service gives a task away when those before it are done. */
const plan = async (sessionId: string, token: string): Promise<void> => {
  const me = stranger.withToken(token);
  const parts: string[] = [];
  for (let from = 1; from < 1000; from += 100) {
    const title = `Squares of ${String(from)} to ${String(from + 99)}`;
    parts.push((await me.createTask({ sessionId, title, labels: ['part'] })).id);
  }
  const total = await me.createTask({ sessionId, title: 'Add them up', dependsOn: parts });
  for await (const { event } of me.session(sessionId).inbox()) {
    if (event.event !== 'task.ended' || event.data.id !== total.id) continue;
    await me.updateSession({ sessionId, status: 'completed' });
    return;
  }
};

const { session, agentToken } = await stranger.createSession({ agentId: 'planner', name: 'A sum', maxAgents: 4 });
const workers = ['ada', 'bob', 'eve'].map((agentId) => worker(session.inviteCode ?? '', agentId));
await Promise.all([plan(session.id, agentToken), ...workers]);

const { items } = await stranger.withToken(agentToken).listTasks({ sessionId: session.id });
for (const { number, title, assignee, result } of items) {
  console.log(`${String(number)} ${title}: ${result?.text ?? '?'}, by ${assignee?.agentName ?? '?'}`);
}
