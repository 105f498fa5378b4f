import { command } from '../command.ts';
import { creditsIn } from '../parse-command-line.ts';
import { inColumns } from '../terminal/columns.ts';
import { tellJson } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { UsageError } from '../usage-error.ts';
import { openSeatOrWatch } from '../work/open-seat.ts';

export const pool = command({
  summary: 'show the credits of the session, or set them: what is left, and who used them',
  options: {
    credits: { value: 'n', help: 'set the pool of all agents to n credits; 1 credit is 1 s of processor' },
    shrink: { help: 'with --credits: n may be less than the pool has' },
  },
  examples: ['pairspace pool --credits 5000'],
  async run(run) {
    const { given, terminal, signal } = run;
    const totalCredits = creditsIn(given.credits);
    if (given.shrink && totalCredits === undefined) throw new UsageError('--shrink belongs to --credits.');
    const { client, sessionId } = await openSeatOrWatch(run);
    let found = await client.getCompute({ sessionId }, { signal });
    if (totalCredits !== undefined) {
      const now = found.pool?.totalCredits ?? 0;
      if (totalCredits < now && !given.shrink) {
        throw new UsageError(`The pool has ${String(now)} credits, for all agents. To take some away, say --shrink.`);
      }
      await client.configurePool({ sessionId, totalCredits }, { signal });
      found = await client.getCompute({ sessionId }, { signal });
    }
    if (given.json) return tellJson(terminal, found);
    if (found.pool) {
      const { remainingCredits, totalCredits, reservedCredits, provider } = found.pool;
      terminal.print(
        line`${remainingCredits} of ${totalCredits} credits are left, ${reservedCredits} are reserved (${provider}).`,
      );
    } else terminal.print('The session has no pool yet: the first pairspace run <program> makes one.');
    terminal.print(line`${found.queue.running} running, ${found.queue.pending} waiting.`);
    const rows = found.agentUsage.map((one) => [one.agentId, line`${one.credits} used, jobs so far: ${one.jobs}`]);
    for (const row of inColumns(rows)) terminal.print(`  ${row}`);
  },
});
