import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { SeatStore } from '../seats/seat-store.ts';
import type { CommandResult } from '../testing/a-terminal.ts';
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

/** No seat of an agent can be kept from here on. */
const fillDisk = (): void => {
  vi.spyOn(SeatStore.prototype, 'take').mockImplementation(function (this: SeatStore, seat) {
    return seat.kind === 'observer' ? this.save(seat) : Promise.reject(new Error('The disk is full.'));
  });
};

/** The service does not say who speaks from here on. */
const refuseWhoami = (): void => {
  const { fetch } = globalThis;
  const refusal = {
    ok: false,
    error: { code: 'RATE_LIMITED', message: 'Too many.', details: { retryAfterSeconds: 60 } },
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    new URL(input instanceof Request ? input.url : input).pathname.endsWith('/whoami')
      ? Promise.resolve(Response.json(refusal, { status: 429, headers: { 'retry-after': '60' } }))
      : fetch(input, init),
  );
};

/** The code that a failed recovery has told, in its document of JSON or in a line. */
const codeOf = (failed: CommandResult): string =>
  failed.out.startsWith('{')
    ? jsonOf<{ error: { details: { recoveryCode: string } } }>(failed).error.details.recoveryCode
    : (/pairspace recover --service \S+ --session \S+ --code (rec_\S+)$/m.exec(failed.out)?.[1] ?? '');

test.each([
  ['', 'the seat cannot be kept', fillDisk, 1],
  [' --json', 'the service does not say whose it is', refuseWhoami, 6],
] as const)('[SEAT-3] recover --code%s tells the new code where %s', async (option, _, fail, exitCode) => {
  await using two = await startTwoAgents();
  const { pairspace, home, id } = two;
  await pairspace(`export --to ${join(home, 'session.json')}`);
  const imported = await pairspace(`import ${join(home, 'session.json')} --service ${there.url}`);
  const code = /^ {2}bob {2}(rec_\S+)$/m.exec(imported.out)?.[1] ?? '';
  const recover = `recover --service ${there.url} --session ${id} --code`;
  fail();
  const failed = await pairspace(`${recover} ${code}${option}`, { as: 'bob' });
  expect(failed.code).toBe(exitCode);
  vi.restoreAllMocks();
  expect((await pairspace(`${recover} ${code}`, { as: 'bob' })).code).toBe(3);
  expect((await pairspace(`${recover} ${codeOf(failed)}`, { as: 'bob' })).out).toContain(`You are bob in ${id}`);
});

test.each(['', ' --json'])('[SEAT-3] recover%s tells the new code where the seat cannot be kept', async (option) => {
  await using two = await startTwoAgents();
  const { pairspace, app, id } = two;
  vi.spyOn(SeatStore.prototype, 'save').mockRejectedValue(new Error('The disk is full.'));
  const failed = await pairspace(`recover${option}`);
  expect(failed.code).toBe(1);
  vi.restoreAllMocks();
  expect((await pairspace('recover')).code).toBe(3);
  const recovered = await pairspace(`recover --service ${app.url} --session ${id} --code ${codeOf(failed)}`);
  expect(recovered.out).toContain(`You are ada in ${id}`);
});

test('[IMP-14] a move that cannot keep its seat tells the new code of it', async () => {
  await using two = await startTwoAgents();
  const { pairspace, id } = two;
  fillDisk();
  const failed = await pairspace(`move --to ${there.url}`);
  expect(failed).toMatchObject({ code: 1, err: expect.stringContaining('The disk is full.') as string });
  vi.restoreAllMocks();
  const code = /^ {2}ada {2}(rec_\S+)$/m.exec(failed.out)?.[1] ?? '';
  const recovered = await pairspace(`recover --service ${there.url} --session ${id} --code ${code}`);
  expect(recovered.out).toContain(`You are ada in ${id}`);
});

test('[IMP-14] a move knows whose seat it takes', async () => {
  await using two = await startTwoAgents();
  refuseWhoami();
  expect((await two.pairspace(`move --to ${there.url}`)).code).toBe(0);
});
