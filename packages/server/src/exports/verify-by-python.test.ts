import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { needs } from '@pairspace/testkit/needs';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';

const page = join(import.meta.dirname, '../../../../docs/verify.md');
const run = promisify(execFile);
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);

/** The output of a program from the documentation for a file. */
const said = async (program: string, ...args: string[]): Promise<string> => {
  const done = await run('python3', ['-c', program, ...args]).catch((error: unknown) => error as { stderr: string });
  return 'stdout' in done && done.stdout !== '' ? done.stdout : done.stderr;
};

test(
  '[CHN-8] the Python of docs/verify.md verifies an export, and finds what was changed',
  { timeout: 240_000, ...needs('python3', hasPython) },
  async () => {
    const [chain = '', signatures = ''] = [...(await readFile(page, 'utf8')).matchAll(/```python\n(.*?)```/gs)].map(
      ([, program = '']) => program,
    );
    await using app = await startTestApp();
    const fixture = await aSession(app, {
      metadata: { 10: 'ten', 9: [0.1, 1e21, 1e-7, -0.00001, 1.5], '\u{1f600}': 1, '\uffee': 2 },
    });
    await fixture.creator('POST', '/messages', { body: { content: 'Hello "\u{1f600}"\u2028\u0007\u007f' } });
    await fixture.creator('POST', '/files', { body: { path: 'ä.txt', content: 'text' } });
    await fixture.creator('POST', '/notes', { body: { title: 'Plan', content: '# One' } });
    const { data } = await fixture.creator<{ manifest: { keyId: string } }>('GET', '/export');
    const { keyId } = data.manifest;
    const otherId = `${keyId.startsWith('A') ? 'B' : 'A'}${keyId.slice(1)}`;
    const folder = await mkdtemp(join(tmpdir(), 'pairspace-python-'));
    const file = join(folder, 'session.json');
    const text = JSON.stringify(data);
    const check = async (program: 0 | 1, altered: string): Promise<string> => {
      await writeFile(file, altered);
      return program === 0 ? said(chain, file) : said(signatures, file, keyId);
    };
    expect(await check(0, text)).toMatch(/^whole: \d+ events/);
    expect(await check(1, text)).toMatch(/^signed /);
    const changes: [string, string, 0 | 1, string][] = [
      ['Hello', 'Hallo', 0, 'the manifest'],
      ['"text"', '"test"', 0, 'file ä.txt'],
      ['"signedAt":"2026', '"signedAt":"2027', 1, 'pairspace.checkpoint.v1'],
      ['"members":{"agents":"', '"members":{"agents":"0', 1, 'pairspace.export.v1'],
      [`"keyId":"${keyId}","members"`, `"keyId":"${otherId}","members"`, 1, 'an id of the key'],
      [`"kid":"${keyId}"`, `"kid":"${otherId}"`, 1, 'an id of the key'],
      [`"keyId":"${keyId}"`, `"keyId":"${otherId}"`, 1, 'an id of the key'],
    ];
    for (const [old, next, program, what] of changes) {
      expect(text).toContain(old);
      const answer = await check(program, text.replace(old, next));
      expect(answer).toContain('wrong: ');
      if (program === 1 || what.startsWith('file')) expect(answer).toContain(what);
    }
    const event = text.replace(/("events":.*?)"Hello/s, '$1"Hallo');
    expect(await check(0, event)).toMatch(/^wrong: event \d+ was changed/);
    await rm(folder, { recursive: true });
  },
);
