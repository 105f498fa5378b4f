import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logRequests } from './observe-requests.ts';

const linesOf = async (level: 'debug' | 'info', logLevel: 'debug' | 'info', url: string): Promise<unknown[]> => {
  const lines: unknown[] = [];
  const log = pino({ level: logLevel }, { write: (line) => lines.push(JSON.parse(line)) });
  const app = Fastify();
  logRequests(app, log, level);
  for (const path of ['/j/:inviteCode', '/api/invitations/:inviteCode', '/api/sessions', '/']) {
    app.get(path, (_request, reply) => reply.code(202).send('done'));
  }
  await app.inject(url);
  await app.close();
  return lines;
};

test('[OPS-21] an access line has method, path, status and whole milliseconds', async () => {
  const [line] = await linesOf('info', 'info', '/api/sessions?q=a');
  expect(line).toMatchObject({
    msg: 'request',
    method: 'GET',
    url: '/api/sessions?q=a',
    status: 202,
    ms: expect.any(Number) as number,
  });
  expect(Number.isInteger((line as { ms: number }).ms)).toBe(true);
});

test('[OPS-21] access lines are at debug unless an operator asks for them at info', async () => {
  expect(await linesOf('debug', 'info', '/')).toEqual([]);
  expect(await linesOf('debug', 'debug', '/')).toHaveLength(1);
  expect(await linesOf('info', 'info', '/')).toHaveLength(1);
});

test.each([
  '/j/K7QF-2M9X-4TRD?a=1',
  '/%6A/K7QF-2M9X-4TRD',
  'http://host.test/j/K7QF-2M9X-4TRD',
  '/api/invitations/K7QF-2M9X-4TRD',
  '/api/invitations/k7qf2m9x4trd',
  '/J/K7QF-2M9X-4TRD',
  '/j/K7QF%2D2M9X-4TRD/',
  '/x/K7-QF2M-9X4T-RD',
  '/x/K7Q%20F2M%209X4%20TRD',
])('[ACC-4] the access line of %s shows no invite code', async (url) => {
  expect(JSON.stringify(await linesOf('info', 'info', url))).not.toMatch(/2M9|F2M|4TRD|9X4/i);
});
