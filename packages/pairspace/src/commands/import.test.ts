import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { SeatStore } from '../seats/seat-store.ts';
import { type CommandResult, run } from '../testing/a-terminal.ts';
import { jsonOf, startTwoAgents } from '../testing/two-agents.ts';

/** The service to which sessions move. */
let there: TestApp;
beforeAll(async () => {
  there = await startTestApp();
});
afterAll(() => there[Symbol.asyncDispose]());
afterEach(() => {
  vi.restoreAllMocks();
});

/** Calls `meanwhile` before each request. A response that `meanwhile` returns replaces the response of the service. */
const beforeRequests = (meanwhile: (request: string) => Promise<Response | undefined>): void => {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input);
    return (await meanwhile(`${init?.method ?? 'GET'} ${href}`)) ?? fetch(input, init);
  });
};

const refusal = (): Response =>
  Response.json({ ok: false, error: { code: 'FORBIDDEN', message: 'It is closed.' } }, { status: 403 });

/** The code of an agent, as a failed command has told it: in its one document of JSON, or in a line. */
const codeIn = (failed: CommandResult, agentId: string): string | undefined => {
  if (!failed.out.startsWith('{')) return new RegExp(`^ {2}${agentId} {2}(rec_\\S+)$`, 'm').exec(failed.out)?.[1];
  const { error } = jsonOf<{ error: { details: { seats: { agentId: string; recoveryCode: string }[] } } }>(failed);
  return error.details.seats.find((seat) => seat.agentId === agentId)?.recoveryCode;
};

test.for(['json', 'jsonl'])('an export is imported by the command, and its agents come back: %s', async (format) => {
  await using two = await startTwoAgents();
  const { pairspace, home, id } = two;
  await pairspace('send "Hello, Bob"');
  const path = join(home, 'session');
  await pairspace(`export --format ${format} --to ${path}`);
  const { code, out } = await pairspace(`import ${path} --service ${there.url} --from ${two.app.url}`);
  expect(code).toBe(0);
  expect(out).toContain(`Imported ${id}`);
  expect(out).toContain('does not know');
  const bobCode = /^ {2}bob {2}(rec_\S+)$/m.exec(out)?.[1] ?? '';
  const where = `--service ${there.url} --session ${id}`;
  expect((await pairspace(`recover ${where} --code ${bobCode}`, { as: 'bob' })).out).toContain(`You are bob in ${id}`);
  expect((await pairspace(`read ${where}`, { as: 'bob' })).out).toContain('Hello, Bob');
  expect((await pairspace(`recover --service ${there.url} --code ${bobCode}`)).code).toBe(2);
  const again = await pairspace(`import ${path} --service ${there.url}`);
  expect([again.code, again.out]).toEqual([expect.not.stringMatching(/^0$/), '']);
  expect(again.err).toContain('is here already');
});

test('what is no export is refused with a sentence, and a missing file too', async () => {
  await using two = await startTwoAgents();
  const path = join(two.home, 'other.json');
  await writeFile(path, '{"format":"other"}');
  const refused = await two.pairspace(`import ${path}`);
  expect(refused.err).toContain('This is not a Pairspace session export.');
  expect((await two.pairspace(`import ${path}.none`)).code).toBe(2);
});

test('[IMP-14] a session moves to another service, and the old one says where it went', async () => {
  await using two = await startTwoAgents();
  const { pairspace, id, app } = two;
  await pairspace('send "Before the move"');
  const moved = jsonOf<{ seats: { agentId: string }[]; left: number }>(
    await pairspace(`move --to ${there.url} --json`),
  );
  expect(moved.seats.map(({ agentId }) => agentId)).toEqual(['bob']);
  expect(moved.left).toBe(0);
  const here = `--service ${app.url} --session ${id}`;
  expect((await pairspace(`session ${here}`)).out).toContain('completed');
  expect((await pairspace(`read ${here}`)).out).toContain(`This session has moved to ${there.url}.`);
  const sent = await pairspace(`send "After the move" --service ${there.url} --session ${id}`);
  expect(sent.code).toBe(0);
  expect((await pairspace(`move --to ${app.url} --service ${there.url} --session ${id}`)).err).toContain(
    'is here already',
  );
  expect((await pairspace('move --to nowhere')).code).toBe(2);
});

test.each(['', ' --json'])('[DOOR-8] [IMP-14] a move whose last step fails tells the codes%s', async (option) => {
  await using two = await startTwoAgents();
  const { pairspace, id, app } = two;
  beforeRequests((request) => Promise.resolve(request.startsWith(`PATCH ${app.url}`) ? refusal() : undefined));
  const failed = await pairspace(`move --to ${there.url}${option}`);
  expect([failed.code, failed.out + failed.err]).toEqual([3, expect.stringContaining('It is closed.')]);
  expect(codeIn(failed, 'ada')).toBeUndefined();
  const code = codeIn(failed, 'bob') ?? '';
  const recovered = await pairspace(`recover --service ${there.url} --session ${id} --code ${code}`, { as: 'bob' });
  expect(recovered.out).toContain(`You are bob in ${id}`);
});

test('[DOOR-8] [IMP-14] a move that is interrupted after the import tells the codes', async () => {
  await using two = await startTwoAgents();
  const { app, env } = two;
  const stop = new AbortController();
  beforeRequests((request) => {
    if (request.startsWith(`PATCH ${app.url}`)) stop.abort();
    return Promise.resolve(undefined);
  });
  const around = { env: { ...env, PAIRSPACE_AGENT: 'ada' }, signal: stop.signal };
  const stopped = await run(['move', '--to', there.url, '--json'], around);
  expect([stopped.code, codeIn(stopped, 'bob')]).toEqual([130, expect.stringMatching(/^rec_/)]);
  expect(jsonOf<{ error: object }>(stopped).error).toMatchObject({ exitCode: 130 });
});

test.each(['', ' --json'])(
  '[DOOR-8] [IMP-7] an import that cannot keep its token tells the codes%s',
  async (option) => {
    await using two = await startTwoAgents();
    const { pairspace, home } = two;
    const path = join(home, 'session.json');
    await pairspace(`export --to ${path}`);
    vi.spyOn(SeatStore.prototype, 'save').mockRejectedValue(new Error('EROFS: read-only file system'));
    const failed = await pairspace(`import ${path} --service ${there.url}${option}`);
    expect([failed.code, codeIn(failed, 'bob')]).toEqual([1, expect.stringMatching(/^rec_/)]);
  },
);

test('[IMP-14] a move counts the events before its own message', async () => {
  await using two = await startTwoAgents();
  const { pairspace, app, id } = two;
  let isOpen = true;
  beforeRequests(async (request) => {
    if (!isOpen || !/^POST .*\/messages$/.test(request) || !request.includes(app.url)) return undefined;
    isOpen = false;
    const sent = await pairspace(`send Wait --service ${app.url} --session ${id}`, { as: 'bob' });
    expect(sent.code).toBe(0);
    return undefined;
  });
  expect((await pairspace(`move --to ${there.url}`)).out).toContain('Its last 1 events were added during the move');
});

test('[IMP-14] a closed service takes a session with its key, which a file holds', async () => {
  const adminToken = 'the-operator';
  await using two = await startTwoAgents();
  await using there = await startTestApp({ adminToken, creators: 'key' });
  const { pairspace, home } = two;
  const { key } = (await there.request<{ key: string }>('POST', '/api/create-keys', { token: adminToken, body: {} }))
    .data;
  const path = join(home, 'key');
  await writeFile(path, `${key}\n`);
  expect((await pairspace(`move --to ${there.url}`)).err).toContain('key');
  expect((await pairspace(`move --to ${there.url} --to-key ${home}/none`)).code).toBe(2);
  expect((await pairspace(`move --to ${there.url} --to-key ${path}`)).code).toBe(0);
});
