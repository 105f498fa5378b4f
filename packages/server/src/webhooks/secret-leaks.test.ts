import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { answerWith, aReceiver } from '../testing/a-receiver.ts';
import { TestClock } from '../testing/test-app.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('[HOOK-18] a secret is in no answer, no delivery, no log and no file', async () => {
  const secret = 'the secret of this test, and of nothing else';
  const adminToken = 'the-token-of-the-operator-of-this-test';
  let log = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  const config = {
    ...readConfig({ PAIRSPACE_ADMIN_TOKEN: adminToken, PAIRSPACE_COMPUTE: 'off' }),
    port: 0,
    dataFolder: folder,
  };
  await using receiver = await aReceiver(answerWith(500));
  const app = await startApp(config, { clock: new TestClock(), log: pino({ level: 'trace' }, stream) });
  const answers: string[] = [];
  const ask = async (method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}) => {
    const response = await fetch(`${app.url}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    answers.push(text);
    return text;
  };
  const created = JSON.parse(await ask('POST', '/api/sessions', { body: {} })) as {
    data: { session: { id: string }; agentToken: string };
  };
  const { session, agentToken: token } = created.data;
  const given = { url: receiver.url, events: ['message.created'], secret };
  for (const as of [{ token }, { token: adminToken }, {}]) await ask('POST', '/api/webhooks', { ...as, body: given });
  await ask('POST', '/api/webhooks', { token, body: { ...given, url: 'nowhere' } });
  await ask('POST', '/api/webhooks', { token, body: { ...given, secret: secret.repeat(20) } });
  await ask('POST', `/api/sessions/${session.id}/messages`, { token, body: { content: 'said' } });
  const received = await receiver.until(3);
  const list = JSON.parse(await ask('GET', '/api/webhooks', { token: adminToken })) as {
    data: { items: { id: string }[] };
  };
  expect(list.data.items).toHaveLength(3);
  for (const { id } of list.data.items) {
    for (const path of ['', '/deliveries']) await ask('GET', `/api/webhooks/${id}${path}`, { token: adminToken });
    await ask('PATCH', `/api/webhooks/${id}`, { token: adminToken });
    await ask('POST', `/api/webhooks/${id}/ping`, { token: adminToken });
  }
  for (const path of ['/export', '/events', '/transcript'])
    await ask('GET', `/api/sessions/${session.id}${path}`, { token });
  for (const path of ['/metrics', '/api/openapi.json']) await ask('GET', path);
  await app[Symbol.asyncDispose]();

  expect(log).toContain('/api/webhooks');
  const places = { log, answers: answers.join(), deliveries: received.map((one) => JSON.stringify(one)).join() };
  for (const [place, text] of Object.entries(places)) {
    expect(text, place).not.toContain(secret);
    expect(text, place).not.toContain(adminToken);
  }
  for (const file of await readdir(folder)) {
    expect(await readFile(join(folder, file), 'latin1'), file).not.toContain(secret);
  }
});
