import { inQuotes, type Session, someone } from '@pairspace/protocol';
import { command } from '../command.ts';
import { oneOf, wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { linkOf } from '../work/parse-invitation.ts';
import { openSeat, openSeatOrWatch } from '../work/open-seat.ts';

export const session = command({
  summary: 'show the session, or change its status, name, seats or invite code',
  options: {
    status: { value: 'status', help: 'active, paused or completed' },
    name: { value: 'name', help: 'a new name' },
    seats: { value: 'n', help: 'how many agents it has room for, 2 or more; for its creator' },
    reinvite: { help: 'make a new invite code; the old one stops working' },
  },
  examples: ['pairspace session', 'pairspace session --status completed', 'pairspace session --seats 3'],
  async run(run) {
    const { given, terminal, signal } = run;
    const status = oneOf('--status', given.status, ['active', 'paused', 'completed']);
    const maxAgents = wholeNumberIn('seats', given.seats, [2, 16]);
    const changes = status !== undefined || given.name !== undefined || maxAgents !== undefined;
    const { client, sessionId, seat } = changes || given.reinvite ? await openSeat(run) : await openSeatOrWatch(run);
    if (given.reinvite) await client.reinvite({ sessionId }, { signal });
    const found = changes
      ? await client.updateSession({ sessionId, status, name: given.name, maxAgents }, { signal })
      : await client.getSession({ sessionId }, { signal });
    if (given.json) terminal.print(jsonLine(found));
    else for (const one of linesOf(found, seat?.service)) terminal.print(one);
  },
});

const linesOf = (found: Session, service: string | undefined): string[] => [
  line`${found.id} ${inQuotes(found.name)}: ${found.status}, ${found.visibility}, ${found.mode}, ${found.agents.length} of ${found.maxAgents} seats taken, at #${found.lastSeq}`,
  ...found.agents.map(({ agentId, agentName, role }) => `  ${line`${role}`.padEnd(8)} ${someone(agentId, agentName)}`),
  ...(found.inviteCode === undefined || service === undefined
    ? []
    : [line`  link     ${linkOf(service, found.inviteCode)} (until ${found.inviteExpiresAt ?? 'it is used'})`]),
];
