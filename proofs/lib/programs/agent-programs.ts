import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** An agent program and its settings for running without an account, against a model on loopback. */
export interface AgentProgram {
  /** The name of the program for `pairspace setup`. */
  name: string;
  title: string;
  /** The npm package, pinned to a tested version. */
  package: string;
  version: string;
  bin: string;
  /** Files in the user's home: some that a user would have made, and the address of the model. */
  files(modelUrl: string): Readonly<Record<string, string>>;
  env(modelUrl: string): Readonly<Record<string, string>>;
  headless(prompt: string): readonly string[];
  interactive: readonly string[];
  /**
   * The questions at the start, the key that answers each, and the subject: `Down` first if the answer is not
   * preselected.
   */
  questions: readonly (readonly [RegExp, string, string?])[];
  ready: RegExp;
  /** The questions come after the program seems to be ready. */
  asksLate?: true;
  /** The arguments that resume the last conversation. */
  resume: readonly string[];
  /** The command that clears the conversation. */
  clear: string;
  /** After clearing, the program's shells still find the seats. */
  keepsSeats?: true;
  /** The program's child processes can tell which of its runs started them. */
  tellsRunsApart?: true;
  /** After Esc the program keeps what is handed to it until its user types, and tells nobody. */
  keepsQueue?: true;
  /** The program reads news during a turn only at the end of the turn. */
  isDeafInTurn?: true;
  /** How it asks its user before it runs a command, where people can be asked instead. */
  asking?: {
    interactive: readonly string[];
    env?: Readonly<Record<string, string>>;
    /** A part of it runs in the short form, too. */
    isInShort?: true;
    /** A denial ends the turn, and the model learns of it in the next one. */
    endsTurn?: true;
  };
  /** Whether the program can be woken when it is idle, headless and interactive alike, and gets news while it works. */
  wakes: boolean;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const claudeCode: AgentProgram = {
  name: 'claude-code',
  title: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.332',
  bin: 'claude',
  // Without this setting the first start asks for an account.
  files: () => ({ '.claude.json': json({ hasCompletedOnboarding: true }) }),
  env: (modelUrl) => ({ ANTHROPIC_BASE_URL: modelUrl, ANTHROPIC_AUTH_TOKEN: 'sk-test' }),
  headless: (prompt) => ['--allowedTools', 'Bash', '-p', prompt],
  // The other permission mode asks a model whether a tool may run.
  interactive: ['--permission-mode', 'default', '--allowedTools', 'Bash'],
  questions: [
    [/❯ No, exit/, 'Down'],
    [/❯ Yes, I trust this folder/, 'Enter', 'trust of the folder'],
    [/Press Enter to continue/i, 'Enter'],
  ],
  ready: /\? for shortcuts|auto mode|manual mode|accept edits|shift\+tab/i,
  resume: ['--continue'],
  clear: '/clear',
  keepsSeats: true,
  tellsRunsApart: true,
  asking: { interactive: ['--permission-mode', 'default'], isInShort: true },
  wakes: true,
};

const codex: AgentProgram = {
  name: 'codex',
  title: 'Codex',
  package: '@openai/codex',
  version: '0.169.0',
  bin: 'codex',
  files: (modelUrl) => ({
    '.codex/config.toml': [
      'model = "scripted"',
      'model_provider = "scripted"',
      'sandbox_mode = "danger-full-access"',
      'approval_policy = "never"',
      '',
      '[model_providers.scripted]',
      'name = "Scripted"',
      `base_url = "${modelUrl}/v1"`,
      'env_key = "MODEL_KEY"',
      'wire_api = "responses"',
      '',
    ].join('\n'),
  }),
  env: () => ({ MODEL_KEY: 'sk-test' }),
  headless: (prompt) => ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', prompt],
  interactive: [],
  questions: [
    [/Do you trust the contents of this directory/i, 'Enter', 'trust of the folder'],
    [/› 1\. Review hooks/, 'Down'],
    [/› 2\. Trust all and continue/, 'Enter', 'trust of the hooks'],
    [/Press enter to (?:continue|confirm)/i, 'Enter'],
  ],
  asksLate: true,
  keepsQueue: true,
  ready: /context left|\/model to change|⏎ send|\? for shortcuts|% left/i,
  resume: ['resume', '--last'],
  clear: '/new',
  tellsRunsApart: true,
  asking: { interactive: ['--ask-for-approval', 'on-request', '--sandbox', 'workspace-write'] },
  wakes: true,
};

const openCode: AgentProgram = {
  name: 'opencode',
  title: 'OpenCode',
  package: 'opencode-ai',
  version: '1.18.33',
  bin: 'opencode',
  files: (modelUrl) => ({
    '.config/opencode/opencode.json': json({
      $schema: 'https://opencode.ai/config.json',
      model: 'scripted/scripted',
      autoupdate: false,
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${modelUrl}/v1`, apiKey: 'sk-test' },
          models: { scripted: { tool_call: true, limit: { context: 200_000, output: 8000 } } },
        },
      },
    }),
  }),
  env: () => ({}),
  headless: (prompt) => ['run', prompt],
  interactive: [],
  questions: [],
  ready: /Ask anything|ctrl\+p|commands/i,
  resume: ['--continue'],
  clear: '/new',
  asking: { interactive: [], env: { OPENCODE_CONFIG_CONTENT: json({ permission: { bash: 'ask' } }) }, endsTurn: true },
  wakes: true,
};

const gemini: AgentProgram = {
  name: 'gemini',
  title: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  bin: 'gemini',
  files: () => ({
    '.gemini/settings.json': json({ security: { auth: { selectedType: 'gemini-api-key' } } }),
  }),
  env: (modelUrl) => ({
    GEMINI_API_KEY: 'sk-test',
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  headless: (prompt) => ['--yolo', '-p', prompt],
  interactive: ['--yolo'],
  questions: [[/Do you trust/i, 'Enter', 'trust of the folder']],
  ready: /Type your message/i,
  resume: ['--resume', 'latest'],
  clear: '/clear',
  wakes: false,
};

const copilot: AgentProgram = {
  name: 'copilot',
  title: 'Copilot CLI',
  package: '@github/copilot',
  version: '1.0.102',
  bin: 'copilot',
  files: () => ({}),
  env: (modelUrl) => ({
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_PROVIDER_API_KEY: 'sk-test',
    COPILOT_MODEL: 'gpt-4.1',
    COPILOT_OFFLINE: 'true',
  }),
  headless: (prompt) => ['--allow-all-tools', '-p', prompt],
  interactive: ['--allow-all-tools'],
  questions: [[/trust the files in this folder/i, 'Enter', 'trust of the folder']],
  isDeafInTurn: true,
  ready: /Enter @ to mention|\/ commands|Describe a task|shortcuts/i,
  resume: ['--continue'],
  clear: '/clear',
  wakes: true,
};

export const agentPrograms: readonly AgentProgram[] = [claudeCode, codex, openCode, gemini, copilot];

/** Writes the files of a user into a new home. */
export const furnish = async (home: string, program: AgentProgram, modelUrl: string): Promise<void> => {
  for (const [path, text] of Object.entries(program.files(modelUrl))) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
};
