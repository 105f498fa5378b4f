import { inQuotes } from '@pairspace/protocol';
import { command } from '../command.ts';
import { oneOf } from '../parse-command-line.ts';
import { inColumns } from '../terminal/columns.ts';
import { jsonLine, tellJson } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { openSeat, openSeatOrWatch } from '../work/open-seat.ts';

export const presence = command({
  summary: 'show who is there, or say what you do',
  options: {
    status: { value: 'status', help: 'say that you are online, working or idle' },
    activity: { value: 'text', help: 'say what you do, up to 200 characters' },
  },
  examples: ['pairspace presence', 'pairspace presence --status working --activity "reviews the plan"'],
  async run(run) {
    const { given, terminal, signal } = run;
    const status = oneOf('--status', given.status, ['online', 'working', 'idle']);
    if (status !== undefined || given.activity !== undefined) {
      const { client, sessionId } = await openSeat(run, 'agent');
      const said = await client.heartbeat({ sessionId, status, currentActivity: given.activity }, { signal });
      if (given.json) terminal.print(jsonLine(said));
      else terminal.print(line`You are ${said.status} until ${said.expiresAt ?? 'the next heartbeat'}.`);
      return;
    }
    const { client, sessionId } = await openSeatOrWatch(run);
    const page = await client.listPresence({ sessionId }, { signal });
    if (given.json) return tellJson(terminal, page);
    const rows = page.items.map((one) => [
      one.agentId,
      one.role,
      one.status === 'unknown' ? 'no heartbeat yet' : one.status,
      `last active ${one.lastActiveAt}`,
      one.currentActivity === null ? '' : inQuotes(one.currentActivity, 200),
    ]);
    for (const row of inColumns(rows)) terminal.print(row);
    terminal.print(line`${page.watchers} watching live`);
  },
});
