import { endpoints } from '@pairspace/protocol';
import { once } from 'node:events';
import { request as ask } from 'node:http';
import { expect, test } from 'vitest';
import { anHttpServer } from '../../testing/an-http-server.ts';
import { closedSignal } from './request-head.ts';
import { PendingAnswer } from '../dispatch/pending-answer.ts';
import { send } from './send.ts';

const holder = { address: 'a', client: 'a' };

test.each([10, 100, 1000])('an answer of %i KB to a client that left before it was made takes no room', async (kb) => {
  await using server = anHttpServer();
  const { app, log, serviceLimits } = server;
  const made = Promise.withResolvers<number>();
  app.get('/', async (request, reply) => {
    const gone = () => closedSignal(reply);
    const pending = new PendingAnswer(endpoints.listMessages, serviceLimits, holder, gone);
    await pending.begin();
    await once(reply.raw, 'close');
    made.resolve(serviceLimits.answers.total);
    const outcome = { status: 200, headers: {}, data: 'x'.repeat(kb * 1024) };
    return send({ outcome, status: 200, pending, request, reply, log });
  });
  const asked = ask(await server.listen()).on('error', () => undefined);
  asked.end();
  const [socket] = (await once(app.server, 'request')) as [{ socket: { destroy: () => void } }];
  socket.socket.destroy();
  expect(await made.promise).toBeGreaterThan(0);
  await expect.poll(() => serviceLimits.answers.total).toBe(0);
});

test('a client that leaves while it waits for room waits no longer', async () => {
  await using server = anHttpServer();
  const { app, serviceLimits } = server;
  const ended = Promise.withResolvers<unknown>();
  app.get('/', async (_request, reply) => {
    using pending = new PendingAnswer(endpoints.listNotes, serviceLimits, holder, () => closedSignal(reply));
    await pending.reserve().then(() => {
      ended.resolve('it had room');
    }, ended.resolve);
  });
  const taken = serviceLimits.answers.open(holder);
  taken.resize(2 ** 30);
  const asked = ask(await server.listen()).on('error', () => undefined);
  asked.end();
  await expect.poll(() => serviceLimits.answers.isAwaited).toBe(true);
  asked.destroy();
  expect(await ended.promise).toMatchObject({ code: 'RATE_LIMITED' });
  expect(serviceLimits.answers.isAwaited).toBe(false);
  expect(serviceLimits.answers.total).toBe(2 ** 30);
});
