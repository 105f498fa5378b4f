import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { type CommandResult, run } from '../testing/a-terminal.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'pairspace-person-'));
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const pairspace = (...words: string[]): Promise<CommandResult> => run(words, { env: { PAIRSPACE_HOME: folder } });

test('whoever opened the session invites, lists and removes people', async () => {
  await pairspace('create', 'Release', '--as', 'ada', '--service', app.url);
  const invited = await pairspace('person', 'invite', 'Grace', '--rights', 'speak,steer');
  const [, sessionId = '', token = ''] = /#\/s\/(\w+)\?token=(\S+)/.exec(invited.out) ?? [];
  const said = await app.request('POST', `/api/sessions/${sessionId}/messages/human`, {
    token,
    body: { content: 'Hi' },
  });
  expect([said.status, said.data['authorName']]).toEqual([201, 'Grace']);
  const { out } = await pairspace('person', 'list');
  expect(out).toMatch(/^obv_\w+ +speak, steer +.Grace.$/m);
  const [id = ''] = /obv_\w+/.exec(out) ?? [];
  expect((await pairspace('person', 'remove', id)).code).toBe(0);
  expect((await app.request('GET', `/api/sessions/${sessionId}/events`, { token })).status).toBe(401);
  expect((await pairspace('person', 'invite', 'Olga', '--rights', 'own')).code).toBe(2);
});
