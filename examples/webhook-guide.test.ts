import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '@pairspace/testkit/process';
import { aReceiver } from '../packages/server/src/testing/a-receiver.ts';
import { aSession } from '../packages/server/src/testing/a-session.ts';
import { startTestApp, type TestApp } from '../packages/server/src/testing/test-app.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../', import.meta.url));
const guide = await readFile(join(root, 'docs/webhooks.md'), 'utf8');
const secret = 'a long random text, with "quotes" and ünicode';

const blocks = (language: string): string[] =>
  Array.from(guide.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms')), ([, code = '']) => code);
const [registration = '', oneLiner = ''] = blocks('bash');

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp({ webhookPollMs: 5 });
  // The receivers compare timestamps with the real time.
  app.clock.advance(Date.now() - app.clock.now());
  // The folder lies in the repository, so that the receivers find the client package.
  await mkdir(join(root, 'data'), { recursive: true });
  folder = await mkdtemp(join(root, 'data', 'guide-'));
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Registers a webhook like the guide. */
const register = async (token: string, url: string): Promise<{ data: { scope: string; hasSecret: boolean } }> => {
  const env = {
    PATH: process.env['PATH'],
    API: `${app.url}/api`,
    TOKEN: token,
    RECEIVER: url,
    WEBHOOK_SECRET: 'plain',
  };
  const { stdout } = await run('bash', ['-c', registration], { env });
  return JSON.parse(stdout) as Awaited<ReturnType<typeof register>>;
};

test('what the guide registers is a webhook of the session', async () => {
  const { tokens } = await aSession(app);
  const { data } = await register(tokens.creator, 'http://127.0.0.1:9/hook');
  expect(data).toMatchObject({ scope: 'session', hasSecret: true });
});

const receivers = [
  { language: 'js', file: 'receiver.mjs', command: process.execPath, flags: ['--conditions=pairspace-source'] },
  { language: 'python', file: 'receiver.py', command: 'python3', flags: [] },
];

const untilListening = async (url: string, child: ChildProcess): Promise<void> => {
  await expect
    .poll(() =>
      child.exitCode === null
        ? fetch(url, { method: 'POST', body: '{}' }).then(
            ({ status }) => status,
            () => 0,
          )
        : -1,
    )
    .toBe(400);
};

test.each(receivers)(
  '[HOOK-9] the receiver in $file of the guide believes what is genuine, once, and nothing else',
  async ({ language, file, command, flags }) => {
    const [code = ''] = blocks(language);
    await writeFile(join(folder, file), code);
    const port = await freePort();
    const url = `http://127.0.0.1:${String(port)}/hook`;
    const child = spawn(command, [...flags, join(folder, file)], {
      env: { PATH: process.env['PATH'], PORT: String(port), WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    try {
      await untilListening(url, child);
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
      const { creator, tokens } = await aSession(app);
      await using witness = await aReceiver();
      for (const to of [url, witness.url]) {
        const body = { url: to, events: ['message.created'], secret };
        expect((await app.request('POST', '/api/webhooks', { token: tokens.creator, body })).status).toBe(201);
      }
      for (const content of ['ünï 🙂', 'second']) {
        const { data } = await creator('POST', '/messages', { body: { content } });
        expect((await lines.next()).value).toBe(`message.created ${String(data['id'])}`);
      }
      const [genuine] = await witness.until(2);
      if (!genuine) throw new Error('the witness had deliveries');
      const { text } = genuine;
      const headers = { 'x-pair-delivery': 'dlv_new', 'x-pair-signature': String(genuine.headers['x-pair-signature']) };
      const post = async (given: Record<string, string>, body: string) =>
        (await fetch(url, { method: 'POST', headers: given, body })).status;
      const [t, v1] = headers['x-pair-signature'].split(',v1=');
      expect(await post(headers, text)).toBe(204);
      expect((await lines.next()).value).toBe(`message.created ${String(genuine.delivery.data['id'])}`);
      expect(await post(headers, text)).toBe(204);
      expect(await post(headers, `${text} `)).toBe(400);
      const signatures = [
        `${String(t)},v1=${'0'.repeat(64)}`,
        `t=1780272000,v1=${String(v1)}`,
        `v1=${String(v1)}`,
        't=é,v1=é',
        '',
      ];
      for (const signature of signatures) {
        expect(await post({ ...headers, 'x-pair-signature': signature }, text), signature).toBe(400);
      }
      child.kill();
      expect(await lines.next()).toMatchObject({ done: true });
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
  },
);

test('[HOOK-9] the shell line of the guide tells a genuine body from another', async () => {
  const { creator, tokens } = await aSession(app);
  await using receiver = await aReceiver();
  await register(tokens.creator, receiver.url);
  await creator('POST', '/messages', { body: { content: 'for the shell: $(true) `x` "y"' } });
  const [one] = await receiver.until(1);
  const check = async (body: string, withSecret: string) => {
    await writeFile(join(folder, 'body.json'), body);
    const env = {
      PATH: process.env['PATH'],
      SIGNATURE: String(one?.headers['x-pair-signature']),
      WEBHOOK_SECRET: withSecret,
    };
    return run('bash', ['-c', oneLiner], { env, cwd: folder }).then(
      ({ stdout }) => stdout,
      () => 'refused',
    );
  };
  const text = one?.text ?? '';
  expect(await check(text, 'plain')).toBe('genuine\n');
  expect(await check(`${text} `, 'plain')).toBe('refused');
  expect(await check(text, 'another')).toBe('refused');
});
