import { expect, test } from 'vitest';
import { command } from './command.ts';
import { parseCommandLine } from './parse-command-line.ts';
import { UsageError } from './errors.ts';

const send = command({
  summary: 'send a message',
  words: '<text>',
  wordCount: [0, 2],
  options: {
    key: { value: 'key', help: 'the key' },
    to: { value: 'agent', help: 'to whom', many: true },
    type: { value: 'type', help: 'the type', short: 't' },
    all: { help: 'everyone' },
  },
  about: [],
  examples: [],
  run: () => Promise.resolve(0),
});

const parse = (...args: string[]) => parseCommandLine(send, args);

test('a value may begin with hyphens', () => {
  expect(parse('--key', '-hQ4').given).toMatchObject({ key: '-hQ4' });
  expect(parse('--key', '--Q4').given).toMatchObject({ key: '--Q4' });
  expect(parse('--key=-hQ4').given).toMatchObject({ key: '-hQ4' });
  expect(parse('-t', '-x').given).toMatchObject({ type: '-x' });
  expect(parse('--to', '-a', '--to', '-b').given).toMatchObject({ to: ['-a', '-b'] });
});

test('the line of a list is a word', () => {
  expect(parse('- first', '-- second').words).toEqual(['- first', '-- second']);
});

test.each([
  ['an option in place of a value', ['--key', '--all']],
  ['a short option in place of a value', ['--key', '-t', 'chat']],
  ['a value that is missing', ['--key']],
  ['an unknown option behind a value', ['--key=a', '-x']],
  ['an unknown option', ['--alll']],
])('%s is a mistake', (_, args) => {
  expect(() => parse(...args)).toThrow(UsageError);
});
