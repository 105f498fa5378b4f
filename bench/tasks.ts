import type { Session, Task } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { median } from '@pairspace/testkit/statistics';
import { join } from 'node:path';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';

const question = `What does a claim cost? One agent claims the next ready task of a session with 1,000 tasks that have not ended,
of which 950 depend on 50 others each, and releases it again; between two claims it posts a message of 300 characters to
another session. One connection, each write answered after a sync. Then messages are posted while 200 claimers wait for a
task that does not come, in turns with rounds in which nobody waits.`;

const options = readOptions();
const tasks = options.quick ? 100 : 1000;
const dependencies = options.quick ? 10 : 50;
const claims = options.quick ? 30 : 300;
const waiters = options.quick ? 20 : 200;
const rounds = options.quick ? 2 : 10;

await using scratch = await scratchFolder(options.folder);
await using service = await startService({ folder: join(scratch.path, 'service'), file: options.server });

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
};

const post = ({ url, token }: OpenSession): Promise<unknown> =>
  call(`${url}/messages`, { token, body: { content: sentences } });

/** A session whose first tasks are ready, and whose others depend on some of those before them. */
const openSessionOfTasks = async (): Promise<OpenSession> => {
  const session = await createSession(service.url);
  const { url, token } = session;
  for (let number = 1; number <= tasks; number++) {
    const dependsOn =
      number <= dependencies ? [] : Array.from({ length: dependencies }, (_, index) => String(number - 1 - index));
    await call<Task>(`${url}/tasks`, { token, body: { title: 'A task', dependsOn } });
  }
  return session;
};

const measureClaims = async (): Promise<{ claim: number; message: number }> => {
  const [working, talking] = [await openSessionOfTasks(), await createSession(service.url)];
  const [claimMs, messageMs]: [number[], number[]] = [[], []];
  const { url, token } = working;
  for (let count = 0; count < claims; count++) {
    const startedAt = performance.now();
    const { task } = await call<{ task: Task | null }>(`${url}/tasks/claim`, { token, body: {} });
    claimMs.push(performance.now() - startedAt);
    if (!task) throw new Error('There was no task to claim.');
    await call(`${url}/tasks/${task.id}/release`, { token, body: {} });
    messageMs.push(await timed(() => post(talking)));
  }
  return { claim: median(claimMs), message: median(messageMs) };
};

/** Quotients of the time of messages with claimers that wait, and without. */
const measureWaiters = async (): Promise<number> => {
  const quotients: number[] = [];
  const made = await call<{ session: Session; agentToken: string }>(`${service.url}/api/sessions`, { body: {} });
  const url = `${service.url}/api/sessions/${made.session.id}`;
  const session = { id: made.session.id, url, token: made.agentToken };
  for (let round = 0; round < rounds; round++) {
    const messages = async (): Promise<number> => {
      const times = [];
      for (let count = 0; count < 50; count++) times.push(await timed(() => post(session)));
      return median(times);
    };
    const alone = await messages();
    const waiting = new AbortController();
    const claimers = Array.from({ length: waiters }, () =>
      fetch(`${url}/tasks/claim?wait=50`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.token}` },
        signal: waiting.signal,
      }).catch(() => undefined),
    );
    await new Promise((resolve) => setTimeout(resolve, 1000));
    quotients.push((await messages()) / alone);
    waiting.abort();
    await Promise.all(claimers);
  }
  return median(quotients);
};

const { claim, message } = await measureClaims();
const beside = await measureWaiters();

await report(
  {
    name: 'tasks',
    question,
    figures: [
      { name: 'claim, p50', value: claim, unit: 'ms' },
      { name: 'message, p50', value: message, unit: 'ms' },
      { name: 'a claim, of a message', value: claim / message, unit: '×', goal: { atMost: 1.5 } },
      { name: 'a message beside claimers that wait, of one without', value: beside, unit: '×', goal: { atMost: 1.05 } },
    ],
  },
  options,
);
