import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesWithVersion, isAfter, planRelease } from './release-plan.ts';

const root = join(import.meta.dirname, '..');
const release = { from: '0.1.0', to: '0.2.0', day: '2026-11-24' };

test('a release changes our own versions, and those of others not', () => {
  const manifest =
    '{ "version": "0.1.0", "dependencies": { "@pairspace/client": "0.1.0", "other": "0.1.0", "zod": "4.6.7" } }';
  expect(planRelease({ 'a/package.json': manifest }, release)['a/package.json']).toBe(
    '{ "version": "0.2.0", "dependencies": { "@pairspace/client": "0.2.0", "other": "0.1.0", "zod": "4.6.7" } }',
  );
  const text = 'image: pairspace:0.1.0. Not 10.1.0.0/16, nor 0.1.0.1.';
  expect(planRelease({ 'a.md': text }, release)['a.md']).toBe('image: pairspace:0.2.0. Not 10.1.0.0/16, nor 0.1.0.1.');
  expect(() => planRelease({ 'a.md': 'nothing' }, release)).toThrow('a.md does not name');
});

test('a changelog gets a heading for what was not released yet', () => {
  const log = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n';
  expect(planRelease({ 'CHANGELOG.md': log }, release)['CHANGELOG.md']).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 – 2026-11-24\n\n### Added\n\n- A thing.\n',
  );
  const empty = '# Changelog\n\n## Unreleased\n\n## 0.1.0 – 2026-01-01\n\n- A thing.\n';
  expect(planRelease({ 'CHANGELOG.md': empty }, release)['CHANGELOG.md']).toBe(empty);
  expect(() => planRelease({ 'CHANGELOG.md': '# Changelog\n' }, release)).toThrow('no "## Unreleased"');
});

test.each([
  ['0.2.0', '0.1.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '1.0.0-rc.1', true],
  ['1.0.0-rc.1', '1.0.0', false],
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.2.0', false],
])('%s after %s: %s', (version, other, expected) => {
  expect(isAfter(version, other)).toBe(expected);
});

test('every file that names the version of this repository is known', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'packages/pairspace/package.json'), 'utf8')) as {
    version: string;
  };
  for (const path of filesWithVersion) expect(await readFile(join(root, path), 'utf8'), path).toContain(version);
  for await (const path of glob(['deploy/**/*.{yaml,md}', 'docs/**/*.md', '*.md'], { cwd: root })) {
    const text = await readFile(join(root, path), 'utf8');
    if (text.includes(`pairspace:${version}`)) expect(filesWithVersion).toContain(path);
  }
});
