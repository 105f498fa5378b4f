import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonOf, startTwoAgents } from './testing/two-agents.ts';

let two: Awaited<ReturnType<typeof startTwoAgents>>;
beforeAll(async () => {
  two = await startTwoAgents();
});
afterAll(() => two[Symbol.asyncDispose]());

describe('a mistake', () => {
  test.each([
    ['sned hi', 'did you mean: pairspace send'],
    ['comp', 'did you mean: pairspace completion'],
    ['not list', 'did you mean: pairspace note list'],
    ['note lsit', 'did you mean: pairspace note list'],
    ['serv', 'did you mean: pairspace serve'],
    ['ls', 'did you mean: pairspace file ls'],
    ['qqqqqq', 'pairspace --help lists all'],
    ['send hi --sesion x', 'Did you mean --session?'],
  ])('%s: %s', async (args, said) => {
    const { code, out, err } = await two.pairspace(args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(said);
    expect(err.trimEnd().split('\n')).toHaveLength(2);
  });

  test('in a request is told in plain words, with the limit that it exceeds', async () => {
    await writeFile(join(two.home, 'large.txt'), 'x'.repeat(1024 ** 2 + 1));
    await writeFile(join(two.home, 'huge.txt'), 'x'.repeat(2 * 1024 ** 2));
    for (const [args, code, said] of [
      [`create ${'x'.repeat(300)}`, 2, 'name: '],
      [`webhooks add nothing`, 2, 'url: '],
      ['send x --reply-to ""', 2, 'replyTo: '],
      [`presence --activity ${'x'.repeat(201)}`, 2, 'currentActivity: must be at most 200 characters'],
      [`file put "${join(two.home, 'large.txt')}" a`, 6, 'content: must be at most 1048576 bytes'],
      [`file put "${join(two.home, 'huge.txt')}" a`, 6, 'At most 1.5 MB (1572864 bytes).'],
    ] as const) {
      const { err, ...ended } = await two.pairspace(args);
      expect({ args, code: ended.code, err }).toMatchObject({
        args,
        code,
        err: expect.stringContaining(said) as string,
      });
      expect(err).not.toMatch(/body\.|Too (?:small|big)|Invalid/);
    }
  });

  test('with a file says what is wrong with it', async () => {
    await mkdir(join(two.home, 'folder'));
    await writeFile(join(two.home, 'there.txt'), 'x');
    await two.pairspace(`file put "${join(two.home, 'there.txt')}" there.txt`);
    for (const [args, said] of [
      ['file put nowhere.txt', '"nowhere.txt" is not there.'],
      ['send --file nowhere.txt', '"nowhere.txt" is not there.'],
      [`file put "${join(two.home, 'folder')}"`, 'folder" is a folder.'],
      [`file get there.txt "${join(two.home, 'there.txt')}"`, 'is there already.'],
    ] as const) {
      const { code, err } = await two.pairspace(args);
      expect([code, err]).toEqual([1, expect.stringContaining(said)]);
      expect(err).toMatch(/→ /);
      expect(err).not.toMatch(/E[A-Z]{4,}/);
    }
  });
});

test('help of a command is that of its option', async () => {
  for (const name of ['send', 'note edit', 'job show']) {
    const { code, out } = await two.pairspace(`help ${name}`);
    expect([code, out]).toEqual([0, (await two.pairspace(`${name} --help`)).out]);
    expect(out).toContain(`Usage: pairspace ${name} `);
  }
  expect((await two.pairspace('help note')).out).toContain('note restore');
  expect((await two.pairspace('help sned')).err).toContain('pairspace send');
});

test('[DOOR-8] with --quiet there are no hints, and errors all the same', async () => {
  for (const args of ['create Quiet --as eve', 'read --limit 1', 'note new Short text']) {
    const ended = await two.pairspace(`${args} --quiet`);
    expect({ args, ...ended }).toMatchObject({ args, code: 0, err: '' });
  }
  expect((await two.pairspace('note show Nothing -q')).err).toContain('No note is called');
});

test('an agent is told who it is, which sessions there are, and leaves for good', async () => {
  const { pairspace, id } = two;
  const at = `--session ${id}`;
  expect((await pairspace(`whoami ${at}`)).out).toContain(`ada (creator) in ${id} "Plan" at ${two.app.url}`);
  expect(jsonOf(await pairspace(`whoami --json ${at}`, { as: 'bob' }))).toMatchObject({
    agentId: 'bob',
    role: 'partner',
  });
  expect((await pairspace('sessions --search Plan')).out).toMatch(
    new RegExp(`^${id} {2}active {2}2 of 2 seats .*Z {2}"Plan"$`, 'm'),
  );
  expect((await pairspace('sessions --search Nothing')).out).toBe('');

  const { data } = await two.app.request<{ items: unknown[] }>('GET', `/api/sessions/${id}/presence`);
  expect(data.items).toHaveLength(2);
  expect((await pairspace(`logout --here ${at}`, { as: 'bob' })).code).toBe(0);
  expect((await pairspace(`send hi ${at}`, { as: 'bob' })).code).toBe(3);
  const own = jsonOf<{ link: string; seat: { sessionId: string } }>(
    await pairspace('create Own --json', { as: 'cyd' }),
  );
  expect((await pairspace(`logout --session ${own.seat.sessionId}`, { as: 'cyd' })).out).toMatch(/^Forgot cyd in ses_/);
  expect((await pairspace('seats')).out).not.toContain('cyd');
  expect((await pairspace('logout', { as: 'cyd' })).code).toBe(3);
});

test('[SES-25] the creator adds seats to a session that is full', async () => {
  await using own = await startTwoAgents();
  const full = await own.pairspace(`join ${own.link}`, { as: 'cyd' });
  expect([full.code, full.err]).toEqual([5, expect.stringContaining('pairspace session --seats')]);
  expect((await own.pairspace('session --seats 3', { as: 'bob' })).code).toBe(3);
  expect((await own.pairspace('session --seats 3')).out).toContain('2 of 3 seats taken');
  expect((await own.pairspace(`join ${own.link}`, { as: 'cyd' })).code).toBe(0);
  const fewer = await own.pairspace('session --seats 2');
  expect([fewer.code, fewer.err]).toEqual([5, expect.stringContaining('See who has them')]);
});

test('[API-22] a message that names nobody is sent with a warning, also with --quiet', async () => {
  const { code, err } = await two.pairspace(`send "@nobody-here look" --quiet --session ${two.id}`);
  expect(code).toBe(0);
  expect(err).toMatch(/^warning: ".*nobody-here.*"\n$/);
});

test('times say that they are of UTC', async () => {
  const at = `--session ${two.id}`;
  await two.pairspace(`note new Times text ${at}`);
  expect((await two.pairspace(`note list ${at}`)).out).toMatch(/\d\d:\d\dZ /);
  expect((await two.pairspace(`inbox --keep --since 0 ${at}`)).out).toMatch(/\d\d:\d\d:\d\dZ #/);
});
