import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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
const demo = async (args: readonly string[], stopWhenPrinted?: string) => {
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
    if (stopWhenPrinted !== undefined && printed.includes(stopWhenPrinted)) child.kill('SIGTERM');
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

/** The expectations that every review shares. */
const expectReview = async (run: ReturnType<typeof demo>): Promise<Summary> => {
  const { code, printed, complaints, left } = await run;
  expect(complaints).toBe('');
  expect(code).toBe(0);
  expect(left).toEqual([]);
  await expectServiceGone(printed);
  const summary = JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '') as Summary;
  expect(summary.status).toBe('completed');
  expect(summary.files.map(({ path }) => path)).toContain('review/findings.md');
  expect(sections(summary.findings)).toHaveLength(3);

  // Ivo's process dies during its work, and another continues in its seat.
  expect(printed).toMatch(
    /took task 3.*\n.*✖ Ivo’s process is killed with task 3 [^]*released task 3, .*\n[^]*Mara .*took task 3, [^]*Mara .*finished task 3, /,
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

describe('two agents review', { timeout: 90_000 }, () => {
  test('a text with planted faults, when no file is named, and mend some of them', async () => {
    const summary = await expectReview(demo(['--json']));
    expect(summary.files.map(({ path }) => path)).toContain('planted-faults.md');
    expect(summary.messages).toBeGreaterThan(10);
    expect(summary.outcome.fixed).toBeGreaterThan(3);
    expect(summary.outcome.open).toBeGreaterThan(0);
  });

  test('a Markdown text with mistakes of every kind, and keep the corrected copy', async () => {
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
    const summary = await expectReview(demo([await file('notes.md', lines.join('\r\n')), '--json', '--out', out]));
    expect(summary.outcome).toEqual({ fixed: 5, open: 7, withdrawn: 3 });
    const copy = await readFile(join(out, 'review/notes.md'), 'utf8');
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

  test('a text of one line, in another script, with a name that needs care', async () => {
    const summary = await expectReview(demo([await file('5% öl #1 ?.txt', '今日は。\u001b[31m🙂'), '--json']));
    expect(summary.files.map(({ path }) => path)).toContain('5% öl #1 ?.txt');
    expect(summary.outcome).toEqual({ fixed: 1, open: 0, withdrawn: 0 });
  });

  test('an empty text, of which there is one thing to say', async () => {
    const summary = await expectReview(demo([await file('empty.md', ''), '--json']));
    expect(summary.outcome).toEqual({ fixed: 0, open: 1, withdrawn: 0 });
    expect(summary.findings).toContain('there is nothing to read');
  });
});

test('it says how to look at the session while the service still runs', { timeout: 90_000 }, async () => {
  const { code, printed, complaints, left } = await demo(['--keep-running'], 'Ctrl+C ends the service.');
  expect([code, complaints, left]).toEqual([0, '', []]);
  expect(printed).toMatch(/http:\S+\/export\/site +the whole session as one page/);
  await expectServiceGone(printed);
});

test.each(['Pairspace runs', 'joined'])(
  'stopped at “%s”, and told so again and again, it leaves nothing behind',
  { timeout: 90_000 },
  async (when) => {
    const { code, printed, complaints, left } = await demo([], when);
    expect(code).toBe(1);
    expect(complaints).toContain('Stopped by SIGTERM.');
    expect(left).toEqual([]);
    await expectServiceGone(printed);
  },
);

test.each([
  ['a file that is not there', () => join(folder, 'none.md'), 'There is no file'],
  ['a folder', () => mkdir(join(folder, 'a folder'), { recursive: true }), 'is not a file'],
  ['bytes that are not text', () => file('image.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff)), 'not a text file'],
  ['text with NUL', () => file('nul.txt', 'a\0b'), 'not a text file'],
  ['a text that is too large', () => file('large.txt', 'a'.repeat(1024 * 1024 + 1)), 'at most 1048576'],
])('%s ends with one sentence and an exit code', async (_, path, sentence) => {
  const { code, printed, complaints } = await demo([(await path()) ?? join(folder, 'a folder')]);
  expect(code).toBe(1);
  expect(printed).toBe('');
  expect(complaints).toContain(sentence);
  expect(complaints.trim().split('\n')).toHaveLength(1);
});

test('a session with three troubles is made, and its link is printed', { timeout: 240_000 }, async () => {
  const { code, printed, complaints, left } = await demo(['--troubled'], 'Ctrl+C ends the demo.');
  expect([code, complaints, left]).toEqual([0, '', []]);
  expect(printed).toMatch(/http:\S+\/#\/s\/ses_\w+\?token=obs_/);
});
