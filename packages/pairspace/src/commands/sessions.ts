import { inQuotes, type Session } from '@pairspace/protocol';
import { createClient } from '@pairspace/client';
import { command } from '../command.ts';
import { oneOf, wholeNumberIn } from '../parse-command-line.ts';
import { inColumns } from '../terminal/columns.ts';
import { tellJson } from '../terminal/json-line.ts';
import { serviceOf } from '../work/open-seat.ts';

export const sessions = command({
  summary: 'list the public sessions of the service, the newest first',
  options: {
    search: { value: 'text', help: 'those whose name contains this' },
    status: { value: 'status', help: 'waiting, active, paused or completed ones alone' },
    limit: { value: 'n', help: 'how many at most, 1 to 200; default 20', short: 'n' },
  },
  about: ['Private sessions are in no list; pairspace seats names those in which you have a seat.'],
  async run(run) {
    const { given, terminal, signal } = run;
    const status = oneOf('--status', given.status, ['waiting', 'active', 'paused', 'completed']);
    const limit = wholeNumberIn('limit', given.limit, [1, 200]) ?? 20;
    const client = createClient({ baseUrl: serviceOf(run) });
    const page = await client.listSessions({ q: given.search, status, limit }, { signal });
    if (given.json) return tellJson(terminal, page);
    if (page.items.length === 0) terminal.note('There are none. Open one: pairspace create <name>');
    for (const row of inColumns(page.items.map(rowOf))) terminal.print(row);
    if (page.nextCursor !== null) terminal.note('  → there are more: --limit, --search');
  },
});

const rowOf = ({ id, status, agents, maxAgents, lastActivityAt, name }: Session): string[] => [
  id,
  status,
  `${String(agents.length)} of ${String(maxAgents)} seats`,
  lastActivityAt,
  inQuotes(name, 200),
];
