import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTextFile } from './text-file.ts';

interface Summary {
  status: string;
  messages: number;
  merges: number;
  outcome: { fixed: number; open: number; withdrawn: number };
  noteVersions: { version: number; editor: string; content: string }[];
  files: { path: string }[];
  tasks: { number: number; status: string; owner: string; attempts: number }[];
  findings: string;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairspace-demo-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the demo like `npm run demo`, in a folder of its own for anything that it leaves behind. */
const demo = async (args: readonly string[], stopWhenPrinted: string) => {
  const temporary = await mkdtemp(join(folder, 'tmp-'));
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=pairspace-source', main, '--fast', '--own', ...args], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const complaining = text(child.stderr);
  let printed = '';
  for await (const piece of child.stdout.setEncoding('utf8')) {
    printed += piece as string;
    if (printed.includes(stopWhenPrinted)) child.kill('SIGTERM');
  }
  const [complaints, [code]] = await Promise.all([complaining, exited]);
  const left = (await readdir(temporary)).filter((name) => name.startsWith('pairspace'));
  return { code, printed, complaints, left };
};

const expectServiceGone = async (printed: string): Promise<void> => {
  const url = /Pairspace runs on (http:\S+)\./.exec(printed)?.[1] ?? '';
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
};

const file = async (name: string, content: string | Uint8Array): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

const sections = (content: string): string[] => [...content.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);

const expectReview = async ({
  code,
  printed,
  complaints,
  left,
}: Awaited<ReturnType<typeof demo>>): Promise<Summary> => {
  expect(complaints).toBe('');
  expect(code).toBe(0);
  expect(left).toEqual([]);
  await expectServiceGone(printed);
  const summary = JSON.parse(/^\{.*$/m.exec(printed)?.[0] ?? '') as Summary;
  expect(summary.status).toBe('completed');
  expect(summary.files.map(({ path }) => path)).toContain('review/findings.md');
  expect(sections(summary.findings)).toHaveLength(3);

  // Ivo's process dies during its work, and another continues in its seat.
  expect(printed).toMatch(
    /took task 3[^]*✖ Ivo’s process is killed with task 3 [^]*released task 3, .*\n[^]*Mara .*took task 3, [^]*Mara .*finished task 3, /,
  );
  expect(summary.tasks).toEqual(
    ['mara', 'ivo', 'mara', 'ivo'].map((owner, index) => ({
      ...{ number: index + 1, status: 'done', owner },
      attempts: index === 2 ? 2 : 1,
    })),
  );
  expect(printed).toContain('recovered its seat with a new token');
  expect(printed.match(/My part is ready/g)).toHaveLength(2);

  // Both write their sections from one version; the service merges the second.
  const [skeleton, first, merged] = summary.noteVersions.toSorted((a, b) => a.version - b.version);
  expect(summary.merges).toBe(1);
  expect(printed).toContain('⇄ MERGED');
  const placeholders = ({ content = '' }: { content?: string } = {}) => content.match(/looks at it\./g)?.length ?? 0;
  expect([skeleton, first, merged].map(placeholders)).toEqual([2, 1, 0]);
  expect(sections(merged?.content ?? '')).toEqual(['Structure', 'Language']);
  expect([first?.editor, merged?.editor].toSorted()).toEqual(['ivo', 'mara']);
  return summary;
};

test('two agents review a text with mistakes of every kind, keep the corrected copy, and the service runs until it is ended', async () => {
  const lines = [
    '# Notes',
    '',
    'This is is a note that that was written very simply in in a hurry. ',
    '',
    '### Too deep',
    '',
    'See [below](#to-deep), [there](gone.md) and `just` this.',
    '',
    '```',
    'npm run just ',
    '```',
  ];
  const out = join(folder, 'out');
  const path = await file('5% öl #1 ?.md', lines.join('\r\n'));
  const ended = await demo([path, '--json', '--out', out, '--keep-running'], 'Ctrl+C ends the service.');
  expect(ended.printed).toMatch(/http:\S+\/export\/site +the whole session as one page/);
  const summary = await expectReview(ended);
  expect(summary.messages).toBeGreaterThan(10);
  expect(summary.outcome).toEqual({ fixed: 5, open: 7, withdrawn: 3 });
  const copy = await readFile(join(out, 'review/5% öl #1 ?.md'), 'utf8');
  expect(copy).toBe(
    `${lines.join('\r\n')}\r\n`
      .replace('in in', 'in')
      .replace('hurry. ', 'hurry.')
      .replace('#to-deep', '#too-deep')
      .replace('```', '```sh'),
  );
  expect(await readFile(join(out, 'review/findings.md'), 'utf8')).toBe(summary.findings);
  expect(await readFile(join(out, 'site/index.html'), 'utf8')).toContain('href="style.css"');
  expect(summary.findings).toContain('line 7, dead link: no file “gone.md”');
});

test.each([
  ['a file that is not there', () => join(folder, 'none.md'), 'There is no file'],
  ['a folder', () => folder, 'is not a file'],
  ['bytes that are not text', () => file('image.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff)), 'not a text file'],
  ['text with NUL', () => file('nul.txt', 'a\0b'), 'not a text file'],
  ['a text that is too large', () => file('large.txt', 'a'.repeat(1024 * 1024 + 1)), 'at most 1048576'],
])('%s is refused with a sentence', async (_, path, sentence) => {
  await expect(readTextFile(await path())).rejects.toThrow(sentence);
});
