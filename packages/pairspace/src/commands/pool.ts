import { command } from '../command.ts';
import { inColumns } from '../terminal/columns.ts';
import { tellJson } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { openSeatOrWatch } from '../work/open-seat.ts';

export const pool = command({
  summary: 'show the credits of the session: what is left, and who used them',
  about: ['1 credit is 1 s of processor. pairspace run --credits <n> sets the budget.'],
  async run(run) {
    const { given, terminal, signal } = run;
    const { client, sessionId } = await openSeatOrWatch(run);
    const found = await client.getCompute({ sessionId }, { signal });
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
