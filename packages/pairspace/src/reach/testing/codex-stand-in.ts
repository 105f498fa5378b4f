import { randomUUID } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AgentProgram, print } from './agent-program.ts';

/**
 * Behaves as Codex 0.155 does by the sources of `docs/programs.md`: it says its version, keeps what `codex queue` is given
 * for a thread, hands it to the thread when that does nothing, and names the thread in the `_meta` of each tool call. Its
 * servers are told no thread.
 */
const [command = '', ...rest] = process.argv.slice(2);
const { STAND_IN_QUEUE: queue = '', ...env } = process.env as Record<string, string>;

if (command === '--version') process.stdout.write('codex-cli 0.155.0\n');
else if (command === 'queue') await keep();
else await serve(command);

async function keep(): Promise<void> {
  const { values } = parseArgs({ args: rest, options: { thread: { type: 'string' }, message: { type: 'string' } } });
  await appendFile(queue, `${JSON.stringify(values)}\n`);
  process.stdout.write(`Queued message ${randomUUID()} for thread ${values.thread ?? ''}.\n`);
}

async function serve(link: string): Promise<void> {
  const thread = randomUUID();
  const program = new AgentProgram({ threadId: thread });
  await program.start({ ...env, STAND_IN_QUEUE: queue }, link);
  print({ ready: true, thread });
  for (let taken = 0; ;) {
    const lines = (await readFile(queue, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
    for (const line of lines.slice(taken)) {
      const { thread: to, message } = JSON.parse(line) as { thread: string; message: string };
      if (to === thread) await program.takeTurn(message);
    }
    taken = lines.length;
    await pause(50);
  }
}
