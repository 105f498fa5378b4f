import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type Expression, expressionsIn } from './find-expressions.ts';
import { costOf, slowness } from './time-expression.ts';
import { ofLength, worstTexts } from './worst-texts.ts';

const root = resolve(import.meta.dirname, '../../..');

/** All packages but the testkit itself. */
const packages = ['cli', 'client', 'conformance', 'mcp', 'pairspace', 'protocol', 'sandbox', 'server', 'web'];
const sources = packages.flatMap((name) =>
  globSync(`packages/${name}/{src,guest,plugins}/**/*.{ts,tsx,js,mjs}`, { cwd: root }).filter(
    (file) => !/\.test\.|[\\/]testing[\\/]/.test(file),
  ),
);

/** The length of the longest text that reaches an expression, unless its file has an entry in `bounds`. */
const mostCharacters = 1_000_000;
const bounds: Readonly<Record<string, { characters: number; because: string }>> = {
  'packages/conformance/src/check-answer.ts': { characters: 500_000, because: 'a text of an answer to the suite' },
  'packages/conformance/src/event-stream.ts': { characters: 500_000, because: 'an event that the suite has caused' },
  'packages/pairspace/src/guard/install-hook.ts': {
    characters: 100_000,
    because: 'a hook of the user’s own repository',
  },
  'packages/pairspace/src/seats/identity.ts': {
    characters: 131_072,
    because: 'Linux allows no longer argument in a command line',
  },
  'packages/pairspace/src/setup/toml-block.ts': { characters: 20_000, because: 'the user’s own settings' },
  'packages/sandbox/guest/javascript/console.js': {
    characters: 200_000,
    because: 'a program of a job uses its own time',
  },
  'packages/server/src/http/dispatch/idempotency.ts': {
    characters: 16_000,
    because: 'all headers together are no longer',
  },
  'packages/server/src/http/transport/log-requests.ts': {
    characters: 16_000,
    because: 'the request line and the headers together are no longer',
  },
  'packages/protocol/src/visible-text.ts': {
    characters: 150_000,
    because: 'messages are shown at once, and notes and files in pieces of 8 KB or in a thread',
  },
  'packages/pairspace/src/reach/program-version.ts': { characters: 10_000, because: 'the words of a program are cut' },
};

/** A request may block others for at most this time. */
const limitMs = 50;

const described = ({ file, line, pattern }: Expression, ms: number, text: string): string =>
  `${file}:${String(line)} /${pattern}/ takes ${String(Math.round(ms))} ms for ${text}`;

/** The expressions that exceed the limit for a text that can reach them. */
const slowIn = (expressions: readonly Expression[], limit: number): string[] =>
  expressions.flatMap((expression) => {
    const characters = bounds[expression.file.replaceAll('\\', '/')]?.characters ?? mostCharacters;
    const cost = costOf(expression, characters, limit);
    const { beginning, part, end } = cost.text;
    const text = `${JSON.stringify([beginning, part, end])} of ${String(cost.characters)} characters`;
    return cost.ms > limit ? [described(expression, cost.ms, text)] : [];
  });

test('every regular expression of the sources takes at most 50 ms for its worst text', { timeout: 600_000 }, () => {
  const expressions = sources.flatMap((file) => expressionsIn(file, readFileSync(resolve(root, file), 'utf8')));
  expect(expressions.length).toBeGreaterThan(250);
  expect(slowIn(expressions, limitMs * slowness())).toEqual([]);
});

test('a bound is that of a source with an expression', () => {
  for (const file of Object.keys(bounds)) {
    expect(expressionsIn(file, readFileSync(resolve(root, file), 'utf8')), file).not.toEqual([]);
  }
});

/** Expressions that take long, with the reason in each. */
const bad = [
  String.raw`const it = /(?<![A-Za-z0-9_])(?:agt|obs)_(?=[a-z0-9_-]*[A-Z])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/;`,
  String.raw`const it = text.replace(/\n+$/, '');`,
  String.raw`const it = text.split(/\s*,\s*/);`,
  String.raw`const it = /^\s*(#{0,6})\s*(.*?)(?:\s+#+)?\s*$/.exec(text);`,
  String.raw`const it = rest.replace(/(?:^|[ \t]+)#+$/, '');`,
  String.raw`const it = code.replace(/(?<=^(?:.{4})+)(?=.)/g, '-');`,
  String.raw`const it = /^(?:a+)+$/.test(text);`,
  'const name = `[a-z]+`; const it = new RegExp(`${name}-$`);',
];

test('an expression that is not linear is found, in whichever package it is', { timeout: 600_000 }, () => {
  const limit = limitMs * slowness();
  for (const [index, text] of bad.entries()) {
    const file = `packages/${packages[index % packages.length] ?? ''}/src/bad.ts`;
    const slow = slowIn(expressionsIn(file, text), limit);
    expect(slow, text).toHaveLength(1);
    expect(slow[0]).toContain(`${file}:1 `);
  }
});

test('the worst texts repeat literals, classes and pairs of them, with an end that fits and one that does not', () => {
  const texts = worstTexts('^x-[a-c]+(?:,|$)', '').map((text) => ofLength(text, 20));
  expect(texts).toContain(`x-${'a'.repeat(16)}\n\u0001`);
  expect(texts.some((text) => text.startsWith('x-ax-a'))).toBe(true);
  expect(texts.some((text) => text.startsWith(',,,'))).toBe(true);
});
