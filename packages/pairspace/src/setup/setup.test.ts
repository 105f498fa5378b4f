import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hookPrograms } from '../reach/hook-programs.ts';
import { run } from '../testing/a-terminal.ts';
import { programs } from './programs.ts';

let home: string;
let own: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'pairspace-setup-'));
  own = await mkdtemp(join(tmpdir(), 'pairspace-own-'));
});
afterEach(() => Promise.all([home, own].map((folder) => rm(folder, { recursive: true, force: true }))));

const setup = (...args: string[]) => run(['setup', ...args], { env: { HOME: home, PAIRSPACE_HOME: own, PATH: '' } });

const put = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(home, path)), { recursive: true });
  await writeFile(join(home, path), text);
};
const get = (path: string) => readFile(join(home, path), 'utf8');
const json = async (path: string) => JSON.parse(await get(path)) as Record<string, unknown>;

/** All files of the home folder with what is in them. */
const everything = async (): Promise<Record<string, string>> => {
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
};

const names = programs.map(({ name }) => name);

describe('setup', () => {
  test.each(names)('[DOOR-19] of %s shows first, writes when told to, and takes it back', async (name) => {
    const before = await everything();
    const shown = await setup(name);
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.out).toMatch(/^ {4}\+ .*pairspace/m);
    expect(shown.err).toContain('--yes');
    expect(await everything()).toEqual(before);

    expect((await setup(name, '--yes')).code).toBe(0);
    const written = await everything();
    expect(Object.keys(written).length).toBeGreaterThan(0);
    for (const path of Object.keys(written)) expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await setup(name, '--yes')).out).toContain('nothing to change');
    expect(await everything()).toEqual(written);

    expect((await setup(name, '--remove', '--yes')).code).toBe(0);
    expect(await everything()).toEqual(before);
  });

  test.each(['claude-code', 'codex', 'opencode'])(
    '[ASK-19] lets people decide for %s when told to, keeps it, and takes it back byte for byte',
    async (name) => {
      expect((await setup(name, '--yes')).code).toBe(0);
      const without = await everything();
      const asking = await setup(name, '--ask-people', '--session', 'ses_0123456789abcdefghij', '--yes');
      expect(asking).toMatchObject({ code: 0 });
      expect(asking.out).toContain('Whoever may answer an ask');
      const { permission } = hookPrograms[name] ?? {};
      const written = await everything();
      expect(written).not.toEqual(without);
      expect(Object.values(written).join('\n')).toContain('ses_0123456789abcdefghij');
      expect(Object.values(written).join('\n')).toMatch(new RegExp(`${name}\\W+${permission?.name ?? ''}\\b`));
      expect((await setup(name, '--yes')).out).toContain('nothing to change');
      expect(await everything()).toEqual(written);
      const other = await setup(name, '--ask-people', '--expires', '5', '--vouched', '--yes');
      expect(other.code).toBe(0);
      expect(Object.values(await everything()).join('\n')).toMatch(/--expires\W+5\W+--vouched/);
      expect(Object.values(await everything()).join('\n')).not.toContain('ses_0123456789abcdefghij');
      expect((await setup(name, '--ask-people', '--remove', '--yes')).code).toBe(0);
      expect(await everything()).toEqual(without);
      await setup(name, '--ask-people', '--yes');
      expect((await setup(name, '--remove', '--yes')).code).toBe(0);
      expect(await everything()).toEqual({});
    },
  );

  test('[ASK-19] doctor says whether people decide', async () => {
    const doctor = () =>
      run(['doctor'], { env: { HOME: home, PATH: '', PAIRSPACE_HOME: home, CLAUDE_CODE_SESSION_ID: 's1' } });
    await setup('claude-code', '--yes');
    expect((await doctor()).out).toContain('ok    ask people: off; questions of Claude Code come at its terminal\n');
    await setup('claude-code', '--ask-people', '--expires', '5', '--yes');
    expect((await doctor()).out).toContain(
      'ok    ask people: on; people of its session decide what Claude Code would ask at its terminal\n',
    );
  });

  test('[ASK-19] the program waits longer than people can answer', async () => {
    await setup('codex', '--ask-people', '--expires', '5', '--yes');
    const { hooks } = (await json('.codex/hooks.json')) as {
      hooks: Record<string, { hooks: { timeout: number }[] }[]>;
    };
    expect(hooks['PermissionRequest']?.[0]?.hooks[0]?.timeout).toBe(5 * 60 + 120);
  });

  test.each([
    [['gemini', '--ask-people'], /--ask-people is for programs whose hooks can decide: claude-code, codex, opencode\./],
    [['codex', '--expires', '5'], /--expires and --vouched go with --ask-people/],
    [['codex', '--ask-people', '--expires', '0'], /--expires must be a whole number from 1 to 1440/],
  ])('[ASK-19] refuses %j', async (words, said) => {
    const { code, err } = await setup(...words, '--yes');
    expect([code, err]).toEqual([2, expect.stringMatching(said)]);
    expect(await everything()).toEqual({});
  });

  test('[DOOR-19] leaves what others have written: their entries, their comments, their layout', async () => {
    const settings = `{\n    // mine\n    "theme": "dark",\n    "hooks": {\n        "Stop": [\n            { "hooks": [{ "type": "command", "command": "say done" }] }\n        ]\n    }\n}\n`;
    await put('.claude/settings.json', settings);
    await put('.claude.json', '{"numStartups":7,"mcpServers":{"other":{"command":"x"}}}');
    await put('.codex/config.toml', 'model = "m"\n\n[mcp_servers.other]\ncommand = "x"\n');
    const hooks = { version: 1, hooks: { stop: [{ command: 'say done' }] } };
    await put('.cursor/hooks.json', JSON.stringify(hooks));
    const before = await everything();
    expect((await setup('--yes')).code).toBe(0);
    expect(await json('.cursor/hooks.json')).toHaveProperty('hooks.stop.length', 2);
    const now = await get('.claude/settings.json');
    expect(now).toContain('// mine');
    expect(now).toContain('"command": "say done"');
    expect(now).toMatch(/main\.ts hook claude-code Stop"/);
    expect(await json('.claude.json')).toMatchObject({
      numStartups: 7,
      mcpServers: { other: { command: 'x' }, pairspace: {} },
    });
    const toml = await get('.codex/config.toml');
    expect(toml).toContain('[mcp_servers.other]');
    expect(toml).toMatch(/\[mcp_servers\.pairspace\]\ncommand = "\/.*node"\nargs = \[.*main\.ts","mcp"\]/);
    expect((await setup('--remove', '--yes')).code).toBe(0);
    expect(Object.keys(await everything())).toEqual(Object.keys(before));
    expect(await json('.cursor/hooks.json')).toEqual(hooks);
    expect(await get('.codex/config.toml')).toBe('model = "m"\n\n[mcp_servers.other]\ncommand = "x"\n');
    expect(await json('.claude.json')).toEqual({ numStartups: 7, mcpServers: { other: { command: 'x' } } });
    expect((await get('.claude/settings.json')).replaceAll(/\s/g, '')).toBe(settings.replaceAll(/\s/g, ''));
  });

  test.each(['', 'model = "m"', 'model = "m"\n', 'model = "m"\n\n'])(
    '[DOOR-19] keeps what Codex has written between our comments, after %j',
    async (before) => {
      await put('.codex/config.toml', before);
      expect((await setup('codex', '--yes')).code).toBe(0);
      const end = '# pairspace: end\n';
      const own = '\n[tui]\ntheme = "x"\n\n[hooks.state."/h:stop:0:0"]\ntrusted_hash = "sha256:1"\n';
      const tool = '\n[mcp_servers.pairspace.tools.pairspace_send]\napproval_mode = "approve"\n';
      const written = (await get('.codex/config.toml')).replace(end, `startup_timeout_sec = 20\n${tool}${own}${end}`);
      await put('.codex/config.toml', written);
      expect((await setup('codex', '--yes')).out).toContain('nothing to change');
      expect(await get('.codex/config.toml')).toBe(written);
      await put('.codex/config.toml', written.replace(/^command = .*$/m, 'command = "/old/pairspace"'));
      const again = await setup('codex', '--yes');
      expect(again.out).toContain('- command = "/old/pairspace"');
      expect(again.out).not.toContain('tui');
      expect(await get('.codex/config.toml')).toBe(written);

      const { out } = await setup('codex', '--remove', '--yes');
      expect(out).toContain('- [mcp_servers.pairspace.tools.pairspace_send]');
      expect(out).toContain('- approval_mode = …');
      expect(out).not.toContain('tui');
      expect(await get('.codex/config.toml')).toBe(`${before}${before === '' ? '' : '\n'}${own.slice(1)}`);
    },
  );

  test.each([
    '[mcp_servers]\npairspace = { command = "mine" }\n',
    '[mcp_servers]\n"pairspace".command = "mine"\n',
    'mcp_servers.pairspace.command = "mine"\n',
    'mcp_servers = { other = { command = "x" } }\n',
  ])('[DOOR-19] leaves a file unchanged that already defines its table: %j', async (text) => {
    await put('.codex/config.toml', text);
    const { code, err } = await setup('codex', '--yes');
    expect([code, err]).toEqual([1, expect.stringMatching(/config\.toml is left as it is: it has \[?mcp_servers/)]);
    expect(await get('.codex/config.toml')).toBe(text);
  });

  test('[DOOR-19] identifies its table by the full name', async () => {
    const text = '[mcp_servers]\nother.command = "x"\n\n[other]\npairspace = 1\nmcp_servers.pairspace = 2\n';
    await put('.codex/config.toml', text);
    expect((await setup('codex', '--yes')).code).toBe(0);
    expect(await get('.codex/config.toml')).toContain(text);
  });

  test.each([
    ['\r\n', '\r\n'],
    ['\r\n', ''],
    ['\n', ''],
  ])('[DOOR-19] finds its table after a change of the line ends to %j, of the last to %j', async (lineEnd, last) => {
    const before = `model = "m"${lineEnd}`;
    await put('.codex/config.toml', before);
    await setup('codex', '--yes');
    const written = (await get('.codex/config.toml')).replace(/\n$/, '').replaceAll(/\r?\n/g, lineEnd) + last;
    await put('.codex/config.toml', written);
    expect((await setup('codex', '--yes')).out).toContain('nothing to change');
    await put('.codex/config.toml', written.replace(/^command = "[^"]*"/m, 'command = "/old/pairspace"'));
    expect((await setup('codex', '--yes')).out.split('\n').filter((line) => /^ *[+-] /.test(line))).toHaveLength(2);
    expect(await get('.codex/config.toml')).toBe(written);
    expect((await setup('codex', '--remove', '--yes')).code).toBe(0);
    expect(await get('.codex/config.toml')).toBe(before);
  });

  test('[DOOR-19] keeps hooks that others have added to its groups', async () => {
    await setup('claude-code', '--yes');
    const own = { type: 'command', command: 'say done' };
    const settings = await json('.claude/settings.json');
    const { Stop: [stop] = [] } = settings['hooks'] as Record<string, { hooks: object[] }[]>;
    stop?.hooks.unshift(own);
    const text = JSON.stringify(settings, null, 4);
    await put('.claude/settings.json', text);
    expect((await setup('claude-code', '--yes')).out).toContain('nothing to change');
    // Setup replaces a hook whose command has moved.
    await put('.claude/settings.json', text.replaceAll('main.ts', 'old/main.ts'));
    expect((await setup('claude-code', '--yes')).code).toBe(0);
    expect(await json('.claude/settings.json')).toMatchObject({
      hooks: {
        Stop: [{ hooks: [own] }, { hooks: [{ command: expect.stringMatching(/(?<!old\/)main\.ts/) as string }] }],
      },
    });
    expect((await setup('claude-code', '--remove', '--yes')).code).toBe(0);
    expect(await json('.claude/settings.json')).toEqual({ hooks: { Stop: [{ hooks: [own] }] } });
  });

  test.each([
    '{\n  // mine\n  "hooks": {\n    // mine, too\n  }\n}\n',
    '{\n  "hooks": {\n    "Stop": [\n      // mine\n    ]\n  }\n}\n',
    '{\n  "a": 1, // one\n  // two\n  "b": [1, 2] // three\n  /* four */\n}\n',
    '{\r\n  "a": 1, // one\r\n  "hooks": {\r\n    "Stop": [{ "hooks": [] }, /* two */ {}],\r\n  },\r\n}',
    '{ "a": 1, /* one */ "permissions": { "allow": ["x" /* two */] } }',
  ])('[DOOR-19] keeps the comments of others in place: %j', async (text) => {
    await put('.claude/settings.json', text);
    expect((await setup('claude-code', '--allow', '--yes')).code).toBe(0);
    expect(await get('.claude/settings.json')).toContain('PostToolUse');
    expect((await setup('claude-code', '--remove', '--yes')).code).toBe(0);
    const words = (of: string): string => of.replaceAll(/\s/g, '');
    expect(words(await get('.claude/settings.json'))).toBe(words(text));
  });

  test('[DOOR-19] removes only its own lines, and keeps the comments around them', async () => {
    const withOwn = (own: string) =>
      `{\n  "mcpServers": {\n    "one": {}, // one\n    // two\n${own}    /* three */\n    "two": {}\n  },\n  "hooks": { "AfterTool": [] }\n}\n`;
    await put('.gemini/settings.json', withOwn('    "pairspace": {\n      "trust": true\n    }, // four\n'));
    expect((await setup('gemini', '--remove', '--yes')).code).toBe(0);
    expect(await get('.gemini/settings.json')).toBe(withOwn(' // four\n'));
  });

  test('[DOOR-19] shows no line that it does not change', async () => {
    await put(
      '.claude.json',
      '{\n  "apiKey": "a-secret",\n  "mcpServers": {\n    "other": { "env": { "KEY": "b-secret" } }\n  }\n}\n',
    );
    for (const more of [[], ['--json']]) {
      const { out } = await setup('claude-code', ...more);
      expect(out).toContain('pairspace');
      expect(out).not.toContain('a-secret');
      expect(out).not.toContain('b-secret');
    }
  });

  test('[DOOR-19] leaves a file that it cannot read as it is, says so, and goes on with the others', async () => {
    await put('.cursor/mcp.json', '{ "mcpServers": ');
    await put('.codex/config.toml', '[mcp_servers.pairspace]\ncommand = "mine"\n');
    const { code, err } = await setup('--yes');
    expect(code).toBe(1);
    expect(err).toContain('.cursor/mcp.json is left as it is: it is not a JSON object.');
    expect(err).toContain('config.toml is left as it is: it has [mcp_servers.pairspace] already');
    expect(await get('.cursor/mcp.json')).toBe('{ "mcpServers": ');
    expect(await json('.cursor/hooks.json')).toMatchObject({ version: 1, hooks: { stop: [{ loop_limit: 5 }] } });
  });

  test('[DOOR-19] writes through a link, and keeps the mode of a file', async () => {
    await put('dotfiles/settings.json', '{}\n');
    await mkdir(join(home, '.gemini'));
    await symlink('../dotfiles/settings.json', join(home, '.gemini/settings.json'));
    expect((await setup('gemini', '--yes')).code).toBe(0);
    expect(await json('dotfiles/settings.json')).toHaveProperty(['mcpServers', 'pairspace', 'env'], {
      PAIRSPACE_IDENTITY: 'gemini',
    });
    expect((await stat(join(home, 'dotfiles/settings.json'))).mode & 0o777).toBe(0o644);
  });

  test('[DOOR-19] writes through no link that lies where a draft could be', async () => {
    await put('other.txt', 'kept');
    await put('.gemini/settings.json', '{}\n');
    await symlink('../other.txt', join(home, '.gemini/settings.json.pairspace-draft'));
    expect((await setup('gemini', '--yes')).code).toBe(0);
    expect(await get('other.txt')).toBe('kept');
    expect((await readdir(join(home, '.gemini'))).sort()).toEqual(['settings.json', 'settings.json.pairspace-draft']);
  });

  test('names what it knows where nothing is found', async () => {
    expect(await setup()).toMatchObject({
      code: 4,
      err: expect.stringContaining('pairspace setup <claude-code|') as string,
    });
    expect((await setup('emacs')).code).toBe(2);
  });

  test.each(names)('[DOOR-19] of %s writes what its user decides only by --allow, and takes it back', async (name) => {
    await setup(name, '--yes');
    const without = await everything();
    const shown = await setup(name);
    expect(await everything()).toEqual(without);
    const known = programs.find((program) => program.name === name)?.permission;
    expect(shown.out.includes(`→ pairspace setup ${name} --allow --yes`)).toBe(known !== undefined);
    expect((await setup(name, '--allow', '--yes')).code).toBe(0);
    const allowed = await everything();
    expect(JSON.stringify(allowed) !== JSON.stringify(without)).toBe(known !== undefined);
    // A repetition takes no permission back, nor what the user has added.
    const again = await setup(name, '--yes');
    expect(again.out).toContain('nothing to change');
    expect(again.out).not.toContain('--allow');
    expect(await everything()).toEqual(allowed);
    await setup(name, '--remove', '--yes');
    expect(await everything()).toEqual({});
  });

  test('[DOOR-19] keeps what others have added to its entries', async () => {
    await setup('gemini', '--yes');
    const text = await get('.gemini/settings.json');
    const added = text
      .replace('"command"', '"timeout": 5,\n      "command"')
      .replace('"env": {', '"env": {\n        "X": "1",');
    await put('.gemini/settings.json', added);
    expect((await setup('gemini', '--yes')).out).toContain('nothing to change');
    expect(await get('.gemini/settings.json')).toBe(added);
  });

  test('[DOOR-19] names the command that is installed here by absolute paths, and replaces what it wrote before', async () => {
    await put(
      '.claude/settings.json',
      '{"hooks":{"Stop":[{"hooks":[{"command":"npx -y pairspace hook claude-code Stop"}]}]}}',
    );
    for (const name of names) await setup(name, '--yes');
    for (const text of Object.values(await everything())) expect(text).not.toMatch(/\bnpx\b/);
    expect(await json('.claude/settings.json')).toHaveProperty('hooks.Stop.length', 1);
    const { hooks } = await json('.codex/hooks.json');
    const [first] = (hooks as Record<string, { hooks: { command: string }[] }[]>)['Stop'] ?? [];
    const { stdout } = await promisify(execFile)('sh', ['-c', `${first?.hooks[0]?.command ?? ''} < /dev/null`], {
      env: { HOME: home, PATH: '/usr/bin:/bin' },
      cwd: home,
    });
    expect(stdout).toBe('');
  });

  test('[DOOR-19] every hook that it writes is known to pairspace hook', async () => {
    for (const name of names) await setup(name, '--yes');
    const commands = Object.values(await everything()).flatMap((text) => [
      ...text.matchAll(/main\.ts hook (\S+) (\w+)/g),
    ]);
    expect(commands.length).toBeGreaterThan(8);
    for (const [, program = '', event = ''] of commands) {
      const { events, edit } = hookPrograms[program] ?? {};
      expect([...Object.keys(events ?? {}), edit?.name]).toContain(event);
    }
  });
});
