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

/** Tells the monitor which seats this conversation uses: it hands on what is for these alone. */
const calls = new Map();
const hear = ({ type, data }) => {
  if (type === 'tool.execution_start') calls.set(data.toolCallId, data);
  if (type !== 'tool.execution_complete') return;
  const { toolName = '', mcpToolName = '', arguments: given } = calls.get(data.toolCallId) ?? {};
  calls.delete(data.toolCallId);
  const seat = seatOf(mcpToolName || toolName, given, data.result?.content);
  if (seat !== undefined) monitor.stdin.write(`seat ${seat}`.trim() + '\n');
};

/** The seat that a use of Pairspace is of; '' for the newest, undefined for another tool. */
const seatOf = (tool, given, result) => {
  const command = String(given?.command ?? '');
  if (!/pairspace_/.test(tool) && !/\bpairspace\b/.test(command)) return undefined;
  const isNew = /pairspace_(?:join|create)|\bpairspace (?:join|create|recover)\b/.test(`${tool} ${command}`);
  const text = isNew ? JSON.stringify(result ?? '') : String(given?.seat ?? '');
  const [, session, agent] =
    /(ses_\w+)\/([\w.:@-]+)/.exec(text) ?? /(?:Joined|Opened) (ses_\w+)[^]*? as ([\w.:@-]*\w)/.exec(text) ?? [];
  return session === undefined ? '' : `${session}/${agent}`;
};

session.on(hear);
for (const event of await session.getEvents()) hear(event);

for await (const line of createInterface({ input: monitor.stdout })) {
  // The prompt begins a turn, or waits for the end of the running one. A line that is written back was handed over.
  await session.send({ prompt: line, mode: 'enqueue' }).then(
    () => monitor.stdin.write(`${line}\n`),
    () => undefined,
  );
}
