import { needs } from '@pairspace/testkit/needs';
import { freePort } from '@pairspace/testkit/process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createClient } from '../../packages/client/src/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aSession } from '../../packages/python/src/testing/a-session.ts';
import { inPython, VirtualEnvironment } from '../../packages/python/src/testing/virtual-environment.ts';
import { startTestApp, type TestApp } from '../../packages/server/src/testing/test-app.ts';

const run = promisify(execFile);
const hasMypy = await run('mypy', ['--version']).then(
  () => true,
  () => false,
);
const example = (name: string): string => join(import.meta.dirname, `${name}.py`);

test('each example has at most 30 lines', async () => {
  const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.py'));
  expect(names).toHaveLength(5);
  for (const name of names) {
    const lines = (await readFile(join(import.meta.dirname, name), 'utf8')).trimEnd().split('\n');
    expect([name, lines.length <= 30]).toEqual([name, true]);
  }
});

describe('the examples in Python', inPython, () => {
  let environment: VirtualEnvironment;
  let app: TestApp;
  beforeAll(async () => {
    [environment, app] = await Promise.all([VirtualEnvironment.create(), startTestApp()]);
    // The receiver compares timestamps with the real time.
    app.clock.advance(Date.now() - app.clock.now());
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await environment[Symbol.asyncDispose]();
  });

  /** An example that runs until the end of the block, and the lines that it prints. */
  const running = (name: string, given: string[], more?: Record<string, string>) => {
    const child = spawn(environment.python, ['-u', example(name), ...given], {
      env: { PATH: process.env['PATH'] ?? '', ...more },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => lines.push(line));
    const ended = once(child, 'close').then(([code]) => code as number | null);
    return {
      lines,
      ended,
      stop: () => child.kill('SIGTERM'),
      async [Symbol.asyncDispose]() {
        child.kill('SIGKILL');
        await ended;
      },
    };
  };

  test('[PY-1] package and examples pass mypy --strict', { timeout: 300_000, ...needs('mypy', hasMypy) }, async () => {
    const library = await environment.run(['-c', 'import pairspace; print(pairspace.__path__[0])']);
    const names = ['two_agents', 'follower', 'receiver', 'worker', 'tools'].map(example);
    const { stdout } = await run('mypy', ['--strict', '--python-version', '3.10', library.trim(), ...names], {
      cwd: environment.folder,
    }).catch((error: unknown) => error as { stdout: string });
    expect(stdout).toMatch(/^Success: no issues found in \d+ source files\n$/);
  });

  test('[PY-3] two agents finish a session together, and a follower tells all of it', async () => {
    const printed = await environment.run([example('two_agents'), app.url]);
    const [, id = ''] = /^(ses_\w+): Answer\n$/.exec(printed) ?? [];
    const { items } = await createClient({ baseUrl: app.url }).listNotes({ sessionId: id });
    const notes = await Promise.all(
      items.map(({ id: noteId }) => createClient({ baseUrl: app.url }).getNote({ sessionId: id, noteId })),
    );
    expect(notes.map(({ content }) => content)).toEqual(['It is 42.']);
    const told = (await environment.run([example('follower'), app.url, id])).trimEnd().split('\n');
    expect(told.map((line) => line.split(' ')[0])).toEqual(told.map((_, index) => String(index + 1)));
    expect(told.at(-1)).toMatch(/ada session\.completed/);
    expect(told.join('\n')).toContain('bob message.created It is 42.');
  });

  test('[PY-8] the receiver takes each delivery once, and nothing that is not signed', async () => {
    const { id, ada } = await aSession(app.url);
    const port = String(await freePort());
    await using receiver = running('receiver', [], { PORT: port, WEBHOOK_SECRET: 'a long secret' });
    const url = `http://127.0.0.1:${port}/hook`;
    const post = (headers: Record<string, string>) => fetch(url, { method: 'POST', body: '{}', headers });
    await expect
      .poll(() =>
        post({}).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(400);
    expect((await post({ 'x-pair-signature': 't=1,v1=é' })).status).toBe(400);
    await ada.createWebhook({ sessionId: id, url, events: ['message.created'], secret: 'a long secret' });
    const { id: messageId } = await ada.postMessage({ sessionId: id, content: 'Hello' });
    await expect.poll(() => receiver.lines).toEqual([`message.created ${messageId}`]);
  });

  test('the worker runs jobs until it is told to stop', async () => {
    const { id, ada } = await aSession(app.url);
    await ada.configurePool({ sessionId: id, provider: 'worker' });
    const { workerToken } = await ada.issueWorkerToken({ sessionId: id });
    await using worker = running('worker', [app.url, id, workerToken]);
    const job = await ada.submitJob({ sessionId: id, type: 'words.count', input: { text: 'a b a\nc' } });
    const ended = await ada.getJob({ sessionId: id, jobId: job.id, wait: 30 });
    expect(ended).toMatchObject({ status: 'completed', result: { words: 4 } });
    expect((await ada.getFile({ sessionId: id, path: 'words.csv' })).content).toBe('a,2\nb,1\nc,1\n');
    worker.stop();
    expect(await worker.ended).toBe(0);
  });

  test('[PY-3] the tools are functions with types and docstrings, and work', async () => {
    const { id, ada, bob } = await aSession(app.url);
    await ada.postMessage({ sessionId: id, content: '@bob Hello' });
    const env = { PAIRSPACE_URL: app.url, PAIRSPACE_SESSION: id, PAIRSPACE_TOKEN: bob };
    const code = `import sys; sys.path.insert(0, ${JSON.stringify(import.meta.dirname)})
import typing, tools
for tool in tools.TOOLS: assert tool.__doc__ and typing.get_type_hints(tool)["return"] is str
print(tools.wait_for_messages(0), tools.wait_for_messages(0), tools.send_message("Hi"), tools.write_note("N", "x"), sep="\\n")`;
    const told = (await environment.run(['-B', '-c', code], { env })).trimEnd().split('\n');
    expect(told[0]).toMatch(/^ada: .*@bob Hello/);
    expect(told.slice(-3).map((line) => line.replace(/ \w+_\w+ /, ' id '))).toEqual([
      'Nothing came.',
      'Message id is posted.',
      'Note id is there.',
    ]);
  });
});
