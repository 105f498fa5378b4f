import { type Client, createClient } from '@pairspace/client';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';

let app: TestApp;
let home: string;
beforeEach(async () => {
  app = await startTestApp();
  home = await mkdtemp(join(tmpdir(), 'pairspace-home-'));
});
afterEach(async () => {
  await app[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

/** Simulates the installed command; everything else is used as printed. */
const installCommand = async (): Promise<void> => {
  const program = `"${process.execPath}" --conditions=pairspace-source "${join(import.meta.dirname, 'main.ts')}"`;
  await writeFile(join(home, 'pairspace'), `#!/bin/sh\nexec ${program} "$@"\n`);
  await chmod(join(home, 'pairspace'), 0o755);
};

const runInBash = async (script: string): Promise<{ code: number; out: string }> => {
  await installCommand();
  const env = { HOME: home, PATH: `${home}:${process.env['PATH'] ?? ''}` };
  return new Promise((resolve) => {
    const child = execFile('bash', ['--norc', '-e', '-o', 'pipefail', '-c', script], { env }, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out: out + err });
    });
  });
};

/** The other agent, which answers the first message of the joining agent as soon as that waits. */
const answerWhenGreeted = async (ada: Client, sessionId: string): Promise<string> => {
  for await (const { event, data } of ada.followEvents({ sessionId, since: 0 })) {
    if (event !== 'message.created' || data.authorAgentId === 'ada') continue;
    await ada.postMessage({ sessionId, content: `@${data.authorAgentId ?? ''} Welcome.` });
    return data.content;
  }
  return 'nobody came';
};

describe('the join card, read as text', () => {
  test.each(['With the command', 'With curl'])('[DOOR-2] %s: joins, reads, says a word, waits', async (section) => {
    const stranger = createClient({ baseUrl: app.url });
    const { session, agentToken } = await stranger.createSession({
      agentId: 'ada',
      name: 'Plan',
      visibility: 'private',
    });
    const ada = stranger.withToken(agentToken);
    await ada.postMessage({ sessionId: session.id, content: 'What is missing?' });
    const card = await (await fetch(`${app.url}/j/${session.inviteCode ?? ''}`)).text();
    const script = new RegExp(`## ${section}.*?\n\n\`\`\`bash\n(.*?)\`\`\``, 's').exec(card)?.[1] ?? '';
    expect(script.split('\n').length).toBeGreaterThan(4);
    const began = performance.now();
    const heard = answerWhenGreeted(ada, session.id);
    const { code, out } = await runInBash(script);
    expect({ code, out }).toMatchObject({ code: 0 });
    expect(await heard).toBe('Hello, I am here.');
    expect(out).toContain('What is missing?');
    expect(performance.now() - began).toBeLessThan(60_000);

    const { agents } = await ada.getSession({ sessionId: session.id });
    expect(agents).toHaveLength(2);
    const kept = (await readdir(home, { recursive: true })).filter((file) => file !== 'pairspace');
    expect(kept.length).toBeGreaterThan(0);
    for (const file of kept) expect((await stat(join(home, file))).mode & 0o077, file).toBe(0);
  });
});
