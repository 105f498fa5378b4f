import { readFileSync } from 'node:fs';
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

/** An agent program, and what makes it know Pairspace. */
export interface Program {
  name: string;
  title: string;
  /** Paths in the home folder. If one of them exists, the program is installed. */
  signs: readonly string[];
  files(launcher: Launcher): readonly SetupFile[];
  /** The settings that its user alone decides. Setup writes them only with --allow. */
  permission?: { says: string; files(launcher: Launcher): readonly SetupFile[] };
  /** The hook that lets people of the session decide on permissions. Setup writes it only with --ask-people (ASK-22). */
  asksPeople?(launcher: Launcher, how: AskPeople): readonly SetupFile[];
  /** Further steps for the user, and when the changes take effect. */
  notes: readonly string[];
}

/** A command line of a shell. */
const line = (launcher: Launcher, ...words: string[]): string => [...launcher.map(quoted), ...words].join(' ');

const quoted = (word: string): string => {
  if (/^[\w./:=@+-]+$/.test(word)) return word;
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
};

const withRest = ([program, ...first]: Launcher, ...words: string[]) => ({
  command: program,
  args: [...first, ...words],
});

/** Whether setup has written the hook: its command runs `pairspace hook`. */
const isOurs = (hook: unknown): boolean => {
  const words = JSON.stringify(hook);
  const program = words.search(/\bpairspace\b|\bmain\.[jt]s\b/);
  const call = /\bhook (?:claude-code|codex|gemini|antigravity|cursor|copilot) \w/;
  return program !== -1 && call.test(words.slice(program));
};

/** Hooks in the form that Claude Code, Codex and Gemini CLI share. */
const groupedHooks = (
  launcher: Launcher,
  program: string,
  events: readonly string[],
  { timeout, matcher, words = [] }: { timeout: number; matcher?: string; words?: readonly string[] },
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

/** The hook for permissions, in the form of `groupedHooks`. */
const permissionHook =
  (program: string, path: string): NonNullable<Program['asksPeople']> =>
  (launcher, { words, seconds }) => [
    { path, json: groupedHooks(launcher, program, ['PermissionRequest'], { timeout: seconds, words }) },
  ];

/** The environment with which a program starts our processes, if it does not tell its children the session. */
const env = (identity: string) => ({ PAIRSPACE_IDENTITY: identity });

/** Reads a file of a plugin. The folder `plugins` lies beside the folder of the bundle and beside `src`. */
const pluginFile = (name: string): string => {
  for (const base of ['../plugins/', '../../plugins/']) {
    try {
      return readFileSync(new URL(base + name, import.meta.url), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new Error(`The package lacks plugins/${name}.`);
};

/** A plugin with the launcher of this machine, and the options of its command, in place of the usual ones. */
const pluginWith = (name: string, launcher: Launcher, words: readonly string[] = []): string =>
  pluginFile(name)
    .replace(/^const launcher = .*$/m, () => `const launcher = ${JSON.stringify(launcher)};`)
    .replace(/^const options = .*$/m, () => `const options = ${JSON.stringify(words)};`);

/** Variables that Codex must pass to the MCP server, so that it finds the same seats and keys as hooks and commands. */
const passedOn = [
  'XDG_CONFIG_HOME',
  'PAIRSPACE_HOME',
  'PAIRSPACE_URL',
  'PAIRSPACE_CREATE_KEY',
  'PAIRSPACE_AGENT_KEY',
  'CODEX_HOME',
];

/** The entries of the table of our MCP server. */
const toml = (launcher: Launcher, more: Record<string, string> = {}): string => {
  const { command, args } = withRest(launcher, 'mcp');
  const entries = { command, args, env_vars: passedOn, ...more };
  return Object.entries(entries)
    .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
    .join('\n');
};

export const programs: readonly Program[] = [
  {
    name: 'claude-code',
    title: 'Claude Code',
    signs: ['.claude', '.claude.json'],
    files: (launcher) => [
      {
        path: '.claude.json',
        json: [{ put: ['mcpServers', 'pairspace'], value: { type: 'stdio', ...withRest(launcher, 'mcp') } }],
      },
      {
        path: '.claude/settings.json',
        json: [
          ...groupedHooks(launcher, 'claude-code', ['SessionStart', 'PostToolUse', 'Stop'], { timeout: 10 }),
          ...groupedHooks(launcher, 'claude-code', ['PreToolUse'], {
            timeout: 10,
            matcher: 'Edit|MultiEdit|Write|NotebookEdit',
          }),
        ],
      },
    ],
    permission: {
      says: 'the agent uses the tools of Pairspace unasked',
      files: () => [
        {
          path: '.claude/settings.json',
          json: [
            {
              append: ['permissions', 'allow'],
              value: 'mcp__pairspace',
              replaces: (entry) => entry === 'mcp__pairspace',
            },
          ],
        },
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
      { path: '.codex/config.toml', toml: toml(launcher) },
      {
        path: '.codex/hooks.json',
        json: [
          ...groupedHooks(launcher, 'codex', ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop'], {
            timeout: 10,
          }),
          ...groupedHooks(launcher, 'codex', ['PreToolUse'], { timeout: 10, matcher: 'apply_patch' }),
        ],
      },
    ],
    permission: {
      says: 'the agent uses the tools of Pairspace unasked; codex exec uses them no other way',
      files: (launcher) => [
        { path: '.codex/config.toml', toml: toml(launcher, { default_tools_approval_mode: 'approve' }) },
      ],
    },
    asksPeople: permissionHook('codex', '.codex/hooks.json'),
    notes: ['Codex skips hooks that you have not trusted, without a word: trust them in /hooks.'],
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    signs: ['.gemini/settings.json'],
    files: (launcher) => [
      {
        path: '.gemini/settings.json',
        json: [
          { put: ['mcpServers', 'pairspace'], value: { ...withRest(launcher, 'mcp'), env: env('gemini') } },
          // The timeout of Gemini CLI is in milliseconds.
          ...groupedHooks(launcher, 'gemini', ['AfterTool', 'AfterAgent'], { timeout: 10_000, matcher: '*' }),
        ],
      },
    ],
    permission: {
      says: 'the agent uses the tools of Pairspace unasked',
      files: () => [
        { path: '.gemini/settings.json', json: [{ put: ['mcpServers', 'pairspace', 'trust'], value: true }] },
      ],
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
    files: (launcher) => [
      {
        path: '.gemini/config/hooks.json',
        json: [
          {
            put: ['pairspace'],
            value: {
              enabled: true,
              ...Object.fromEntries(
                ['PreInvocation', 'Stop'].map((event) => [
                  event,
                  [{ type: 'command', command: line(launcher, 'hook', 'antigravity', event), timeout: 10 }],
                ]),
              ),
            },
          },
        ],
      },
    ],
    notes: [
      'Antigravity cannot be woken while it does nothing. Add the MCP server by hand, with PAIRSPACE_IDENTITY=antigravity in its environment.',
    ],
  },
  {
    name: 'cursor',
    title: 'Cursor',
    signs: ['.cursor'],
    files: (launcher) => [
      {
        path: '.cursor/mcp.json',
        json: [{ put: ['mcpServers', 'pairspace'], value: { ...withRest(launcher, 'mcp'), env: env('cursor') } }],
      },
      {
        path: '.cursor/hooks.json',
        json: [
          { put: ['version'], value: 1, isShared: true },
          {
            append: ['hooks', 'postToolUse'],
            value: { command: line(launcher, 'hook', 'cursor', 'postToolUse') },
            replaces: isOurs,
          },
          {
            append: ['hooks', 'stop'],
            value: { command: line(launcher, 'hook', 'cursor', 'stop'), loop_limit: 5 },
            replaces: isOurs,
          },
        ],
      },
    ],
    notes: ['Cursor cannot be woken while it does nothing.'],
  },
  {
    name: 'copilot',
    title: 'Copilot CLI',
    signs: ['.copilot'],
    files: (launcher) => [
      {
        path: '.copilot/mcp-config.json',
        json: [
          {
            put: ['mcpServers', 'pairspace'],
            value: { type: 'local', ...withRest(launcher, 'mcp'), env: env('copilot'), tools: ['*'] },
          },
        ],
      },
      { path: '.copilot/extensions/pairspace/extension.mjs', whole: pluginWith('copilot/extension.mjs', launcher) },
    ],
    permission: {
      says: 'Copilot loads extensions, that of Pairspace too, which wakes the agent',
      files: () => [{ path: '.copilot/settings.json', json: [{ put: ['experimental'], value: true, isShared: true }] }],
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
    files: (launcher) => [
      {
        path: '.config/opencode/opencode.json',
        json: [
          {
            put: ['mcp', 'pairspace'],
            value: { type: 'local', command: [...launcher, 'mcp'], environment: env('opencode'), enabled: true },
          },
        ],
      },
      { path: '.config/opencode/plugins/pairspace.js', whole: pluginWith('opencode/pairspace.js', launcher) },
    ],
    asksPeople: (launcher, { words }) => [
      {
        path: '.config/opencode/plugins/pairspace-ask-people.js',
        whole: pluginWith('opencode/ask-people.js', launcher, words),
      },
    ],
    notes: ['Start OpenCode anew to load the plugin.'],
  },
];
