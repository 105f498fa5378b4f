import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { run } from '../testing/a-terminal.ts';
import { programs } from './programs.ts';

const launcher = ['/usr/bin/node', '/p/main.js'] as const;

/** The paths that setup writes for a program, and whether each is JSON. */
const pathsOf = (name: string) =>
  programs
    .filter((program) => program.name === name)
    .flatMap((program) => [
      ...program.files(launcher),
      ...(program.permission?.files(launcher) ?? []),
      ...(program.asksPeople?.(launcher, { words: [], seconds: 1 }) ?? []),
    ])
    .map((file) => ({ path: file.path, kind: 'json' in file ? 'json' : 'toml' in file ? 'toml' : 'whole' }));

const aKey = fc.constantFrom(
  'a',
  'theme',
  'hooks',
  'mcpServers',
  'mcp',
  'permissions',
  'experimental',
  'version',
  'Stop',
);
const aList = fc.array(fc.oneof(fc.string(), fc.constant({ hooks: [{ type: 'command', command: 'say done' }] })), {
  maxLength: 2,
});
const anObject = fc.dictionary(fc.constantFrom('Stop', 'stop', 'PostToolUse', 'allow', 'other'), aList, { maxKeys: 3 });
const valueOf = (key: string) => {
  if (key === 'experimental') return fc.boolean();
  if (key === 'version') return fc.constant(1);
  if (key === 'mcpServers' || key === 'mcp') return fc.constantFrom({}, { other: { command: 'x' } });
  return key === 'a' || key === 'theme' || key === 'Stop' ? fc.jsonValue({ maxDepth: 1 }) : anObject;
};
const aValue = fc
  .uniqueArray(aKey, { maxLength: 5 })
  .chain((keys) => fc.tuple(...keys.map((key) => valueOf(key).map((value) => [key, value] as const))))
  .map((entries) => Object.fromEntries(entries));

/** JSON as users and programs write it: by hand with comments, by tools in one line, with tabs, a mark, or CRLF. */
const aJson = fc
  .record({
    value: aValue,
    indent: fc.constantFrom('', ' ', '  ', '    ', '\t'),
    mark: fc.constantFrom('', '\uFEFF'),
    eol: fc.constantFrom('\n', '\r\n'),
    first: fc.constantFrom('', '// mine\n', '/* mine */ '),
    last: fc.constantFrom('', '\n', '\n\n', ' '),
    comma: fc.boolean(),
  })
  .map(({ value, indent, mark, eol, first, last, comma }) => {
    const text = JSON.stringify(value, null, indent);
    const own = comma && text.length > 2 ? text.replace(/(\s*)\}$/, ',$1}') : text;
    return mark + (first + own + last).replaceAll('\n', eol);
  });
const aToml = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    fc.array(fc.constantFrom('model = "m"', '# mine', '', '[mcp_servers.other]', 'command = "x"'), { maxLength: 5 }),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
  )
  .map(([mark, lines, eol, ends]) => mark + lines.join(eol) + (ends ? eol : ''));

const aFile = (kind: string) =>
  fc.option(
    kind === 'json'
      ? fc.oneof(fc.constantFrom('', '{}', '{}\n', '{ }', ' \n', '{\n}\n', '{"a":1}', '{\n\t"hooks": {}\n}\n'), aJson)
      : kind === 'toml'
        ? aToml
        : fc.constantFrom('', 'export const mine = 1;\n'),
    { nil: undefined },
  );

const everything = async (home: string): Promise<Record<string, string | null>> => {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    await Promise.all(
      entries.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path, entry.isFile() ? await readFile(path, 'latin1') : null] as const;
      }),
    ),
  );
};

test.each(programs.map(({ name }) => name))(
  '[DOOR-19] what setup writes for %s it takes back byte for byte, whatever the files of the user are',
  async (name) => {
    const paths = pathsOf(name).filter(({ path }, index, all) => all.findIndex((one) => one.path === path) === index);
    const files = fc.tuple(...paths.map(({ path, kind }) => aFile(kind).map((text) => ({ path, text }))));
    const settings = fc.subarray([
      '--allow',
      ...(programs.find((one) => one.name === name)?.asksPeople ? ['--ask-people'] : []),
    ]);
    await fc.assert(
      fc.asyncProperty(files, settings, async (given, words) => {
        const folder = await mkdtemp(join(tmpdir(), 'pairspace-round-'));
        const home = join(folder, 'home');
        try {
          await mkdir(home);
          for (const { path, text } of given) {
            if (text === undefined) continue;
            await mkdir(dirname(join(home, path)), { recursive: true });
            await writeFile(join(home, path), text);
          }
          const before = await everything(folder);
          const setup = (...args: string[]) =>
            run(['setup', name, ...args, '--yes'], {
              env: { HOME: home, PAIRSPACE_HOME: join(folder, 'own'), PATH: '' },
            });
          const { code, err } = await setup();
          expect([code, err]).toEqual([0, 'Done.\n']);
          await setup(...words);
          expect(await everything(folder)).not.toEqual(before);
          expect((await setup('--remove')).code).toBe(0);
          expect(await everything(folder)).toEqual(before);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }),
      { numRuns: 30 },
    );
  },
);
