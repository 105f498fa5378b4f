import { expect, test } from 'vitest';
import type { Seat } from '../seats/seat-store.ts';
import { canaryPointer, pointerTo } from './pointer.ts';
import { plainWord, startOf } from './adapters-here.ts';

const env = { PATH: 'C:\\npm' };

test('a shell of Windows gets quoted words, and nothing of the current folder', () => {
  expect(startOf('codex', ['queue', '--thread', 't1', '--message', 'two words'], env, 'win32')).toEqual({
    file: '"codex" "queue" "--thread" "t1" "--message" "two words"',
    args: [],
    shell: true,
    env: { ...env, NoDefaultCurrentDirectoryInExePath: '1' },
  });
});

test.each([
  '%CMDCMDLINE:~-1%&calc&',
  '"',
  'a|b',
  'a<b',
  'a>b',
  'a^b',
  'a!b',
  'a(b)',
  'a\nb',
  'a\rb',
  '\u02ba',
  '`',
  '\\',
  '',
])('a shell of Windows is not given %j', (word) => {
  expect(() => startOf('codex', ['queue', word], env, 'win32')).toThrow('could be read by the shell');
  expect(() => startOf(`codex${word}&`, [], env, 'win32')).toThrow('could be read by the shell');
  expect(startOf('codex', ['queue', plainWord(`x${word}`, 'win32')], env, 'win32').file).toMatch(/^"codex" "queue" "x/);
});

test('elsewhere no shell runs, and every word comes as it is', () => {
  const args = ['queue', '%PATH% "$HOME"\n漢'];
  expect(startOf('codex', args, env, 'linux')).toEqual({ file: 'codex', args, shell: false, env });
  expect(plainWord('漢 "', 'linux')).toBe('漢 "');
});

test('a pointer goes through the shell of Windows as it is, whoever is named', () => {
  const seat = { sessionId: 'ses_1', agentId: 'a.b:c@d-e' } as Seat;
  const news = { count: 2, seq: 7, reason: 'mention' } as const;
  const pointer = pointerTo(seat, { ...news, by: 'bob_1.x-y:1@z' });
  expect(plainWord(pointer, 'win32')).toBe(pointer);
  expect(plainWord(canaryPointer(seat, 'abc'), 'win32')).toBe(canaryPointer(seat, 'abc'));
  const foreign = plainWord(pointerTo(seat, { ...news, by: '%CMDCMDLINE:~-1%&calc& 漢字 \u02ba' }), 'win32');
  expect(foreign).toContain('by somebody.');
  expect(() => startOf('codex', ['--message', foreign], env, 'win32')).not.toThrow();
});
