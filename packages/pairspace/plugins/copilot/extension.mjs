// Hands lines of Pairspace to the agent of this Copilot session. Written by pairspace setup.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { joinSession } from '@github/copilot-sdk/extension';

const launcher = ['pairspace'];

const session = await joinSession({});
const words = [...launcher, 'monitor', '--confirmed', '--via', 'copilot extension'];
// On Windows, npm installs a command as a script, which needs a shell. Node quotes no word for a shell.
const shell = process.platform === 'win32';
const [command, ...rest] = shell ? [words.map((word) => `"${word}"`).join(' ')] : words;
const monitor = spawn(command, rest, {
  // On Windows, no program is taken from the current folder, which may be that of a project.
  env: { ...process.env, PAIRSPACE_IDENTITY: 'copilot', NoDefaultCurrentDirectoryInExePath: '1' },
  // The end of its input tells the monitor that this program has ended in any way.
  stdio: ['pipe', 'pipe', 'ignore'],
  shell,
});
// Without the command there is nothing to hand on. `pairspace doctor` reports it.
for (const end of [monitor, monitor.stdin]) end.on('error', () => undefined);

for await (const line of createInterface({ input: monitor.stdout })) {
  // The prompt begins a turn, or waits for the end of the running one. A line that is written back was handed over.
  await session.send({ prompt: line, mode: 'enqueue' }).then(
    () => monitor.stdin.write(`${line}\n`),
    () => undefined,
  );
}
