import { cases } from '@pairspace/testkit/cases';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { verifyArchive } from '@pairspace/protocol/verify';
import { needs } from '@pairspace/testkit/needs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';

const page = join(import.meta.dirname, '../../../../docs/verify.md');
const run = promisify(execFile);
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);

/** Runs the program of the page for each file, and prints what it said in one line each. */
const runner = `
import contextlib, io, sys
program, key, *files = sys.argv[1:]
for file in files:
    sys.argv, said = ["verify", file, key], io.StringIO()
    try:
        with contextlib.redirect_stdout(said): exec(compile(program, "verify", "exec"), {})
        print(said.getvalue().strip())
    except SystemExit as end: print(end.code)
    except Exception as error: print("wrong:", repr(error))
`;

test(
  '[ARC-3] the Python of docs/verify.md verifies an archive, and finds each byte that was changed',
  { timeout: 600_000, ...needs('python3', hasPython) },
  async () => {
    const [program = ''] = [...(await readFile(page, 'utf8')).matchAll(/```python\n(.*?)```/gs)].map(
      ([, text = '']) => text,
    );
    expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    await using app = await startTestApp();
    const fixture = await aSession(app, {
      metadata: { 10: 'ten', 9: [0.1, 1e21, 1e-7, -0.00001, 1.5], '\u{1f600}': 1, '\uffee': 2, hash: 'a' },
    });
    await fixture.creator('POST', '/messages', { body: { content: 'Hello "\u{1f600}"\u2028\u0007\u007f,"hash":"' } });
    await fixture.creator('POST', '/files', { body: { path: 'ä.txt', content: 'text' } });
    await fixture.creator('POST', '/files', { body: { path: 'b', content: 'AP8=', encoding: 'base64' } });
    await fixture.creator('POST', '/notes', { body: { title: 'Plan', content: '# One' } });
    const archive = await (await fetch(`${app.url}/api/sessions/${fixture.id}/export?format=jsonl`)).bytes();
    const once = async function* (bytes: Uint8Array) {
      yield await Promise.resolve(bytes);
    };
    const { key, seq, hash, signedAt } = await verifyArchive(once(archive));
    const folder = await mkdtemp(join(tmpdir(), 'pairspace-python-'));
    const end = archive.length - 1;
    // Half of the changes are in the last line, which no digest covers.
    const at = fc.oneof(fc.nat(end), fc.integer({ min: archive.lastIndexOf(10, end - 1) + 1, max: end }));
    const forgery = fc.record({ at, change: fc.integer({ min: 1, max: 255 }) });
    const forgeries = fc.sample(forgery, { numRuns: cases(60) }).map(({ at, change }) => {
      const forged = Uint8Array.from(archive);
      forged[at] = (forged[at] ?? 0) ^ change;
      return forged;
    });
    const files: string[] = [];
    for (const [index, bytes] of [archive, ...forgeries].entries()) {
      const file = join(folder, String(index));
      await writeFile(file, bytes);
      files.push(file);
    }
    const said = async (keyId: string, ...paths: string[]): Promise<string[]> =>
      (await run('python3', ['-c', runner, program, keyId, ...paths])).stdout.trimEnd().split('\n');
    const [whole, ...found] = await said(key.kid, ...files);
    expect(whole).toBe(`whole: ${String(seq)} events, hash ${hash}, signed ${signedAt}`);
    expect(found).toHaveLength(forgeries.length);
    for (const told of found) expect(told).toMatch(/^wrong: /);
    for (const bytes of forgeries) await expect(verifyArchive(once(bytes))).rejects.toThrow(/\.$/);
    expect(
      await said(
        key.kid.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
        files[0] ?? '',
      ),
    ).toEqual(['wrong: it is signed with another key']);
    await rm(folder, { recursive: true });
  },
);
