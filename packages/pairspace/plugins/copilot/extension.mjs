// Hands lines of Pairspace to the agent of this Copilot session. Written by pairspace setup.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { joinSession } from '@github/copilot-sdk/extension';

const launcher = ['pairspace'];

const session = await joinSession({});
const monitor = start(['monitor', '--confirmed', '--via', 'copilot extension'], 'copilot');

/** Tells the monitor which seats this conversation uses: it hands on what is for these alone. */
const calls = new Map();
const hear = ({ type, data }) => {
  if (type === 'tool.execution_start') calls.set(data.toolCallId, data);
  if (type !== 'tool.execution_complete') return;
  const { toolName = '', mcpToolName = '', arguments: given } = calls.get(data.toolCallId) ?? {};
  calls.delete(data.toolCallId);
  const tool = mcpToolName || toolName;
  if (!isOfPairspace(tool, given)) return;
  monitor.stdin.write(`seat ${seatOf(tool, given, data.result?.content)}`.trim() + '\n');
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
