import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../../testing/a-terminal.ts';
import { ProgramUnderTest } from './program-under-test.ts';

/** The events of a conversation of Copilot that has joined a session. */
const joined = (seat: string) => [
  { type: 'tool.execution_start', data: { toolCallId: 'c', toolName: 'pairspace-pairspace_join', arguments: {} } },
  {
    type: 'tool.execution_complete',
    data: { toolCallId: 'c', result: { content: `You are bob; seat: ${seat}/http://x` } },
  },
];

interface PluginOptions {
  /** The seat that the conversation uses; without it, the newest. */
  seat?: string;
  /** The conversation never uses Pairspace. */
  isIdle?: boolean;

  /** The home of the program, of `programFolder`. */
  folder: string;
  env: Record<string, string>;
  /** The plugin takes this machine for one of Windows, with bash for its shell: both read quotation marks alike. */
  onWindows?: boolean;
  /** The agent has used Pairspace before the program was started again, and does not use it now. */
  isResumed?: boolean;
  /** The agent changes this file after it has used Pairspace. */
  edits?: string;
}

const asOnWindows = `
  Object.defineProperty(process, 'platform', { value: 'win32' });
  process.env.comspec = '/bin/bash';
`;

/** The program lives on when its plugin has lost the command. */
const say = `
  const say = (news) => process.stdout.write(JSON.stringify(news) + '\\n');
  setInterval(() => undefined, 60_000);
  say({ loaded: true });
`;

/** Plays OpenCode: loads the plugin as the program does, and prints what the plugin asks for. */
const openCode = (plugin: string, { folder, isResumed, edits, seat, isIdle }: PluginOptions): string => `
  ${say}
  const { Pairspace } = await import(${JSON.stringify(plugin)});
  let isWarned = false;
  const promptAsync = async ({ path, body }) => {
    say({ woken: path.id + ': ' + body.parts[0].text });
    isWarned ||= body.parts[0].text.includes('holds a path');
    return {};
  };
  const toolsOf = { s1: [{ type: 'tool', tool: 'pairspace_pairspace_join', state: { input: {} } }] };
  const messages = async ({ path }) => ({ data: [{ parts: [{ type: 'text' }, ...(toolsOf[path.id] ?? [])] }] });
  const hooks = await Pairspace({ client: { session: { promptAsync, messages } }, directory: ${JSON.stringify(folder)} });
  const isChild = (handle) => handle.constructor.name === 'ChildProcess';
  say({ startedUnused: process._getActiveHandles().filter(isChild).length });
  const output = { env: {} };
  await hooks['shell.env']({}, output);
  await hooks['tool.execute.before']({ tool: 'bash', sessionID: 'other', callID: 'c' }, { args: { command: 'ls' } });
  if (${String(isResumed === true)}) {
    await hooks['chat.message']({ sessionID: 'other' });
    await hooks['chat.message']({ sessionID: 's1' });
  } else if (${String(isIdle !== true)}) {
    const seat = ${JSON.stringify(seat ?? null)};
    const used = seat
      ? [{ tool: 'pairspace_pairspace_inbox', sessionID: 's1', callID: 'c' }, { args: { seat } }]
      : [{ tool: 'bash', sessionID: 's1', callID: 'c' }, { args: { command: 'pairspace inbox' } }];
    await hooks['tool.execute.before'](...used);
  }
  const filePath = ${JSON.stringify(edits ?? null)};
  // A plugin holds up an edit for a short time alone, which is over before a busy machine has an answer.
  while (filePath && !isWarned) for (const sessionID of ['other', 's1']) {
    await hooks['tool.execute.before']({ tool: 'edit', sessionID, callID: 'c' }, { args: { filePath } });
  }
  say({ env: output.env.PAIRSPACE_IDENTITY });
`;

/** Plays the module of Copilot that an extension joins its session with. */
const copilotSdk = (used: readonly unknown[]): string => `
  ${say}
  export const joinSession = async () => ({
    on: () => undefined,
    getEvents: async () => ${JSON.stringify(used)},
    send: async ({ prompt, mode }) => {
      say({ woken: mode + ': ' + prompt });
    },
  });
`;

const pluginFiles = {
  opencode: '.config/opencode/plugins/pairspace.js',
  copilot: '.copilot/extensions/pairspace/extension.mjs',
};
export type PluginProgram = keyof typeof pluginFiles;

/** Starts a stand-in of a program with the plugin that `pairspace setup` has written for it. */
export const startPluginProgram = async (program: PluginProgram, options: PluginOptions): Promise<ProgramUnderTest> => {
  const { folder, env, onWindows = false } = options;
  const { code, err } = await run(['setup', program, '--yes'], { env });
  if (code !== 0) throw new Error(`pairspace setup ended with ${String(code)}: ${err}`);
  const plugin = pathToFileURL(join(folder, pluginFiles[program])).href;
  const main = join(folder, 'program.mjs');
  const body = program === 'opencode' ? openCode(plugin, options) : `await import(${JSON.stringify(plugin)});`;
  await writeFile(main, (onWindows ? asOnWindows : '') + body);
  const sdk = join(folder, '.copilot/node_modules/@github/copilot-sdk');
  await mkdir(sdk, { recursive: true });
  await writeFile(join(sdk, 'package.json'), '{"name":"@github/copilot-sdk","exports":{"./extension":"./e.mjs"}}');
  await writeFile(
    join(sdk, 'e.mjs'),
    copilotSdk(options.seat === undefined || options.isIdle ? [] : joined(options.seat)),
  );
  const running = new ProgramUnderTest(process.execPath, [main], env);
  // The next program of this folder replaces these files.
  await running.until('loaded');
  return running;
};
