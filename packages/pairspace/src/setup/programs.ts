import { existsSync, readFileSync } from 'node:fs';
import type { Launcher } from './installed-command.ts';
import type { JsonEdit } from './json-edit.ts';

/** A file that setup writes. Its path begins at the home folder. */
export type SetupFile =
  { path: string; json: readonly JsonEdit[] } | { path: string; toml: string } | { path: string; whole: string };

/** How people are asked for permissions: options of the hook, and how long the program has to wait for it. */
export interface AskPeople {
  words: readonly string[];
  seconds: number;
}

export interface Program {
  name: string;
  title: string;
  /** Paths in the home folder. If one of them exists, the program is installed. */
  signs: readonly string[];
  files: (launcher: Launcher) => readonly SetupFile[];
  /** The settings that its user alone decides. Setup writes them only with --allow. */
  permission?: { says: string; files: (launcher: Launcher) => readonly SetupFile[] };
  /** The hook that lets people of the session decide on permissions. Setup writes it only with --ask-people (ASK-22). */
  asksPeople?: (launcher: Launcher, how: AskPeople) => readonly SetupFile[];
  /** Further steps for the user, and when the changes take effect. */
  notes: readonly string[];
}

const line = (launcher: Launcher, ...words: string[]): string => [...launcher.map(quoted), ...words].join(' ');

const quoted = (word: string): string => {
  if (/^[\w./:=@+-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
};

/** Whether setup has written the hook: its command runs `pairspace hook`. */
const isOurs = (hook: unknown): boolean => {
  const words = JSON.stringify(hook);
  const program = words.search(/\bpairspace\b|\bmain\.[jt]s\b/);
  const call = /\bhook (?:claude-code|codex|gemini|antigravity|cursor|copilot) \w/;
  return program !== -1 && call.test(words.slice(program));
};

const json = (path: string, ...edits: JsonEdit[]): SetupFile => ({ path, json: edits });

const mcp = ([command, ...first]: Launcher) => ({ command, args: [...first, 'mcp'] });

/** Our MCP server in the form of most programs. `named` names a program that does not tell its children the session. */
const server = (launcher: Launcher, { named, ...more }: { named?: string; type?: string }): JsonEdit => ({
  put: ['mcpServers', 'pairspace'],
  value: { ...more, ...mcp(launcher), ...(named !== undefined && { env: { PAIRSPACE_IDENTITY: named } }) },
});

/** Hooks in the form that Claude Code, Codex and Gemini CLI share. */
const groupedHooks = (
  launcher: Launcher,
  program: string,
  events: readonly string[],
  { timeout = 10, matcher, words = [] }: { timeout?: number; matcher?: string; words?: readonly string[] } = {},
): JsonEdit[] =>
  events.map((event) => ({
    append: ['hooks', event],
    value: {
      ...(matcher === undefined ? {} : { matcher }),
      hooks: [{ type: 'command', command: line(launcher, 'hook', program, event, ...words), timeout }],
    },
    within: 'hooks',
    replaces: isOurs,
  }));

const permissionHook =
  (program: string, path: string): NonNullable<Program['asksPeople']> =>
  (launcher, { words, seconds: timeout }) => [
    json(path, ...groupedHooks(launcher, program, ['PermissionRequest'], { timeout, words })),
  ];

/** Reads a file of a plugin. The folder `plugins` lies beside the folder of the bundle and beside `src`. */
const pluginFile = (name: string): string => {
  const places = ['../plugins/', '../../plugins/'].map((base) => new URL(base + name, import.meta.url));
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`The package lacks plugins/${name}.`);
  return readFileSync(found, 'utf8');
};

/** A plugin with the launcher of this machine and the options of its command, and with the functions of all plugins. */
const pluginWith = (name: string, launcher: Launcher, words: readonly string[] = []): string =>
  `${pluginFile(name)}\n${pluginFile('common.js')}`
    .replace(/^const launcher = .*$/m, () => `const launcher = ${JSON.stringify(launcher)};`)
    .replace(/^const options = .*$/m, () => `const options = ${JSON.stringify(words)};`);

/** Variables that Codex must pass to the MCP server, so that it finds the same seats and keys as hooks and commands. */
const passedOn = ['XDG_CONFIG_HOME', 'PAIRSPACE_HOME', 'PAIRSPACE_URL', 'PAIRSPACE_CREATE_KEY', 'PAIRSPACE_AGENT_KEY'];

/** The entries of the table of our MCP server in the file of Codex. */
const codexServer = (launcher: Launcher, more: Record<string, string> = {}): SetupFile => {
  const entries = { ...mcp(launcher), env_vars: [...passedOn, 'CODEX_HOME'], ...more };
  const lines = Object.entries(entries).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return { path: '.codex/config.toml', toml: lines.join('\n') };
};

const unasked = 'the agent uses the tools of Pairspace unasked';

export const programs: readonly Program[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    signs: ['.claude', '.claude.json'],
    files: (launcher) => [
      json('.claude.json', server(launcher, { type: 'stdio' })),
      json(
        '.claude/settings.json',
        ...groupedHooks(launcher, 'claude-code', ['SessionStart', 'PostToolUse', 'Stop']),
        ...groupedHooks(launcher, 'claude-code', ['PreToolUse'], { matcher: 'Edit|MultiEdit|Write|NotebookEdit' }),
      ),
    ],
    permission: {
      says: unasked,
      files: () => [
        json('.claude/settings.json', {
          append: ['permissions', 'allow'],
          value: 'mcp__pairspace',
          replaces: (entry) => entry === 'mcp__pairspace',
        }),
      ],
    },
    asksPeople: permissionHook('claude-code', '.claude/settings.json'),
    notes: ['Start Claude Code anew to load it. The plugin of docs/programs.md does the same and adds a monitor.'],
  },
  {
    name: 'codex',
    title: 'Codex',
    signs: ['.codex'],
    files: (launcher) => [
      codexServer(launcher),
      json(
        '.codex/hooks.json',
        ...groupedHooks(launcher, 'codex', ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop']),
        ...groupedHooks(launcher, 'codex', ['PreToolUse'], { matcher: 'apply_patch' }),
      ),
    ],
    permission: {
      says: `${unasked}; codex exec uses them no other way`,
      files: (launcher) => [codexServer(launcher, { default_tools_approval_mode: 'approve' })],
    },
    asksPeople: permissionHook('codex', '.codex/hooks.json'),
    notes: ['Codex skips hooks that you have not trusted, without a word: trust them in /hooks.'],
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    signs: ['.gemini/settings.json'],
    files: (launcher) => [
      json(
        '.gemini/settings.json',
        server(launcher, { named: 'gemini' }),
        // The timeout of Gemini CLI is in milliseconds.
        ...groupedHooks(launcher, 'gemini', ['AfterTool', 'AfterAgent'], { timeout: 10_000, matcher: '*' }),
      ),
    ],
    permission: {
      says: unasked,
      files: () => [json('.gemini/settings.json', { put: ['mcpServers', 'pairspace', 'trust'], value: true })],
    },
    notes: [
      'Gemini CLI lists no tools in a folder that you do not trust.',
      'Gemini CLI cannot be woken while it does nothing.',
    ],
  },
  {
    name: 'antigravity',
    title: 'Antigravity CLI',
    signs: ['.gemini/config', '.gemini/antigravity-cli'],
    files: (launcher) => {
      const hook = (event: string) => [
        { type: 'command', command: line(launcher, 'hook', 'antigravity', event), timeout: 10 },
      ];
      const value = { enabled: true, PreInvocation: hook('PreInvocation'), Stop: hook('Stop') };
      return [json('.gemini/config/hooks.json', { put: ['pairspace'], value })];
    },
    notes: [
      'Antigravity cannot be woken while it does nothing. Add the MCP server by hand, with PAIRSPACE_IDENTITY=antigravity in its environment.',
    ],
  },
  {
    name: 'cursor',
    title: 'Cursor',
    signs: ['.cursor'],
    files: (launcher) => {
      const hook = (event: string, more: object = {}): JsonEdit => ({
        append: ['hooks', event],
        value: { command: line(launcher, 'hook', 'cursor', event), ...more },
        replaces: isOurs,
      });
      const version: JsonEdit = { put: ['version'], value: 1, isShared: true };
      return [
        json('.cursor/mcp.json', server(launcher, { named: 'cursor' })),
        json('.cursor/hooks.json', version, hook('postToolUse'), hook('stop', { loop_limit: 5 })),
      ];
    },
    notes: ['Cursor cannot be woken while it does nothing.'],
  },
  {
    name: 'copilot',
    title: 'Copilot CLI',
    signs: ['.copilot'],
    files: (launcher) => [
      json('.copilot/mcp-config.json', {
        put: ['mcpServers', 'pairspace'],
        value: { type: 'local', ...mcp(launcher), env: { PAIRSPACE_IDENTITY: 'copilot' }, tools: ['*'] },
      }),
      { path: '.copilot/extensions/pairspace/extension.mjs', whole: pluginWith('copilot/extension.mjs', launcher) },
    ],
    permission: {
      says: 'Copilot loads extensions, that of Pairspace too, which wakes the agent',
      files: () => [json('.copilot/settings.json', { put: ['experimental'], value: true, isShared: true })],
    },
    notes: [
      'Copilot asks before the agent writes; copilot --allow-tool=pairspace does not.',
      'Start Copilot anew to load the extension.',
    ],
  },
  {
    name: 'opencode',
    title: 'OpenCode',
    signs: ['.config/opencode'],
    files: (launcher) => {
      const environment = { PAIRSPACE_IDENTITY: 'opencode' };
      const value = { type: 'local', command: [...launcher, 'mcp'], environment, enabled: true };
      return [
        json('.config/opencode/opencode.json', { put: ['mcp', 'pairspace'], value }),
        { path: '.config/opencode/plugins/pairspace.js', whole: pluginWith('opencode/pairspace.js', launcher) },
      ];
    },
    asksPeople: (launcher, { words }) => {
      const whole = pluginWith('opencode/ask-people.js', launcher, words);
      return [{ path: '.config/opencode/plugins/pairspace-ask-people.js', whole }];
    },
    notes: ['Start OpenCode anew to load the plugin.'],
  },
];
