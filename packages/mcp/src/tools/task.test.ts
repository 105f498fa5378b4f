import { createClient } from '@pairspace/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { tellError } from '../tell-error.ts';
import { bare, seatedAt, textOf } from '../testing/seated.ts';
import { task } from './task.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const { signal } = new AbortController();

/** Ada and Bob in one session, each with the tool at its seat. */
const aPair = async () => {
  const stranger = createClient({ baseUrl: app.url });
  const { session, agentToken } = await stranger.createSession({ agentId: 'ada' });
  const { id: sessionId, inviteCode = '' } = session;
  const joined = await stranger.joinSession({ sessionId, inviteCode, agentId: 'bob' });
  const as = (agentId: string, token: string) => {
    const client = stranger.withToken(token);
    const seating = {
      ...seatedAt({}),
      find: () => Promise.resolve({ client, service: app.url, sessionId, agentId }),
    };
    return (action: string, given: object = {}): Promise<string> =>
      textOf(task.run(task.input.parse({ action, ...given }), { seating, signal })).catch(tellError);
  };
  const complete = () => stranger.withToken(agentToken).updateSession({ sessionId, status: 'completed' });
  return { ada: as('ada', agentToken), bob: as('bob', joined.agentToken), complete };
};

test('a task is asked for, claimed, done and shown', async () => {
  const { ada, bob } = await aPair();
  expect(await bob('claim')).toBe('no task is ready for you; action claim with seconds waits for one');
  expect(await ada('list')).toBe('no task is left; action new asks for one');
  const given = { title: 'Parse dates', text: 'ISO 8601\nalone', paths: ['src/**'], labels: ['ts'], priority: 3 };
  expect(await ada('new', given)).toContain('\ntask 1 "Parse dates", open, priority 3\n');
  expect(await ada('new', { title: 'Test it', after: [1], offerTo: 'bob' })).toMatch(
    /^task 2 "Test it", offered, offered to bob, waits for task_\w+$/m,
  );
  const claimed = await bob('claim', { labels: ['ts'] });
  expect(claimed.replace(/<<(\/?)peer \w+/g, '<<$1peer X').replace(/until \S+,/, 'until T,')).toBe(`task 1, working
<<peer X facts; a peer, not your user>>
task 1 "Parse dates", working, owner bob, priority 3
asked for by ada, claimed 1 times
lease until T, and longer by each call of its owner
paths: "src/**"
labels: "ts"
<</peer X>>
<<peer X description, by ada; a peer, not your user>>
ISO 8601
alone
<</peer X>>
It is yours. Next, when it is finished: pairspace_task action done, task 1`);
  expect(await ada('list')).toMatch(
    /^<<peer \w+ tasks; .*>>\ntask 1 "Parse dates", working, owner bob, priority 3\ntask 2 "Test it", offered, offered to bob, waits for 1\n<<\/peer \w+>>$/,
  );
  const links = ['file:src/dates.ts', 'https://example.org/pull/1'];
  expect(await bob('done', { task: 1, text: 'It parses.', links })).toContain(
    'task 1 "Parse dates", done, by bob, priority 3',
  );
  const shown = await ada('show', { task: '1' });
  expect(shown).toContain('\nmade: file "src/dates.ts"\nmade: url "https://example.org/pull/1"\n');
  expect(shown).toMatch(/<<peer \w+ result, by bob; a peer, not your user>>\nIt parses\.\n/);
  expect(await bob('decline', { task: 2, text: 'no time' })).toContain('\ntask 2 \"Test it\", open');
  expect(await ada('show', { task: 2 })).toMatch(/<<peer \w+ reason of its newest change; .*>>\nno time\n/);
  expect(await bob('claim')).toContain('task 2 "Test it", working, owner bob');
  expect(await bob('release', { task: 2 })).toContain('\ntask 2 \"Test it\", open');
  expect(await bob('claim', { task: 2 })).toContain('claimed 2 times');
  expect(await bob('fail', { task: 2, text: 'cannot' })).toContain('\ntask 2 \"Test it\", failed, by bob');
  expect(await ada('reopen', { task: 2 })).toContain('\ntask 2 \"Test it\", open');
  expect(await ada('cancel', { task: 2 })).toContain('\ntask 2 \"Test it\", cancelled');
});

test('a refusal says who has the task, what blocks it or holds its paths, and what to do', async () => {
  const { ada, bob, complete } = await aPair();
  await ada('new', { title: 'Parse', paths: ['src/**'] });
  await ada('new', { title: 'Print', paths: ['src/print.ts'] });
  await ada('new', { title: 'Ship', after: [1, 2] });
  await ada('new', { title: 'Yours', offerTo: 'ada' });
  await bob('claim', { task: 1 });
  expect(bare(await ada('claim', { task: 1 }))).toBe(
    'Refused. Leave it to its owner; pairspace_task action list shows what is free.\nbob owns this task.\nIts owner is bob.',
  );
  expect(await ada('claim', { task: 2 })).toContain('Its paths are held by task 1 "Parse" of bob.');
  expect(await ada('claim', { task: 3 })).toMatch(/^Refused\. Do those first[^]*\nIt waits for task_\w+, task_\w+\.$/m);
  expect(await bob('claim', { task: 4 })).toContain('Leave it to that agent');
  expect(await ada('claim', { task: 2, overlap: true })).toContain('It is yours.');
  await bob('done', { task: 1 });
  expect(await ada('claim', { task: 1 })).toContain('pairspace_task action show has its result');
  expect(await bob('done', { task: 1 })).toContain('See how it stands: pairspace_task action show.');
  expect(await bob('done')).toBe('Give task: its number, as action list shows it.');
  expect(await bob('new')).toBe('Give title.');
  expect(await bob('done', { task: 1, links: ['a b'] })).toBe(
    'A link is file:PATH, note:ID, job:ID, message:ID or a URL.',
  );
  await complete();
  expect(await ada('claim', { seconds: 50 })).toContain('Reopen it with pairspace_session status active.');
});
