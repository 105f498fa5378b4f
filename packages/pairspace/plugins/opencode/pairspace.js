// Hands what Pairspace says to the agent that uses it. Written by pairspace setup.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const launcher = ['npx', '-y', 'pairspace'];
const identity = { PAIRSPACE_IDENTITY: 'opencode' };

export const Pairspace = async ({ client }) => {
  // The OpenCode session whose agent has used Pairspace last. Nobody else is woken.
  let sessionID;
  const [command, ...first] = launcher;
  const monitor = spawn(command, [...first, 'monitor', '--until-input-ends', '--via', 'opencode plugin'], {
    // Of Windows: no program is taken from the current folder, which is that of a project.
    env: { ...process.env, ...identity, NoDefaultCurrentDirectoryInExePath: '1' },
    // The end of its input tells it that this program is gone, however it went.
    stdio: ['pipe', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  // Without the command there is nobody to hand on for. `pairspace doctor` says so.
  monitor.on('error', () => undefined);
  createInterface({ input: monitor.stdout }).on('line', (text) => {
    if (sessionID === undefined) return;
    const message = { path: { id: sessionID }, body: { parts: [{ type: 'text', text }] } };
    Promise.resolve(client.session.promptAsync(message)).catch(() => undefined);
  });
  return {
    'shell.env': async (_input, output) => {
      Object.assign(output.env, identity);
    },
    'tool.execute.before': async ({ tool, sessionID: from }, { args }) => {
      if (tool.startsWith('pairspace') || /\bpairspace\b/.test(String(args?.command ?? ''))) sessionID = from;
    },
  };
};
