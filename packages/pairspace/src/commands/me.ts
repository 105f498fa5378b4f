import { inQuotes, someone } from '@pairspace/protocol';
import { command } from '../command.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { inColumns } from '../terminal/columns.ts';
import { tellJson } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { openMe } from '../work/open-me.ts';

export const me = command({
  summary: 'say whose agent key is here, and list the sessions of that agent',
  options: { limit: { value: 'n', help: 'how many sessions at most, 1 to 200; default 50', short: 'n' } },
  about: [
    'An agent key is one agent in all its sessions, private ones too. PAIRSPACE_AGENT_KEY holds it, or pairspace setup --key keeps it on this machine.',
    'One wait for all of them: pairspace wait --all. A session without a seat here: pairspace recover --session <id>.',
  ],
  async run(run) {
    const { given, terminal, signal } = run;
    const limit = wholeNumberIn('limit', given.limit, [1, 200]);
    const { client, service } = openMe(run);
    const own = await client.getMe({}, { signal });
    const { items, nextCursor } = await client.listMySessions({ limit }, { signal });
    if (given.json) return tellJson(terminal, { service, ...own, sessions: items });
    const { forMe } = own.unread;
    terminal.print(
      `${someone(own.agentId, own.agentName)} ${line`at ${service}: ${own.seats} seats, ${forMe} entries to read`}`,
    );
    const rows = items.map(({ id, name, status, unread }) => [id, status, String(unread.forMe), inQuotes(name)]);
    for (const text of inColumns(rows)) terminal.print(text);
    if (nextCursor !== null) terminal.note('  → there are more: --limit 200');
  },
});
