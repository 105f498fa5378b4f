import type { Session } from '@pairspace/protocol';
import { command } from '../command.ts';
import { oneOf } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { linkOf } from '../work/parse-invitation.ts';
import { sitDown, sitDownOrWatch } from '../work/sit-down.ts';

export const session = command({
  summary: 'show the session, or change its status, name or invite code',
  options: {
    status: { value: 'status', help: 'active, paused or completed' },
    name: { value: 'name', help: 'a new name' },
    reinvite: { help: 'make a new invite code; the old one stops working' },
  },
  examples: ['pairspace session', 'pairspace session --status completed', 'pairspace session --reinvite'],
  async run(run) {
    const { given, terminal, signal } = run;
    const status = oneOf('--status', given.status, ['active', 'paused', 'completed']);
    const changes = status !== undefined || given.name !== undefined;
    const { client, sessionId, seat } = changes || given.reinvite ? await sitDown(run) : await sitDownOrWatch(run);
    if (given.reinvite) await client.reinvite({ sessionId }, { signal });
    const found = changes
      ? await client.updateSession({ sessionId, status, name: given.name }, { signal })
      : await client.getSession({ sessionId }, { signal });
    if (given.json) terminal.print(jsonLine(found));
    else for (const one of linesOf(found, seat?.service)) terminal.print(one);
  },
});

const linesOf = (found: Session, service: string | undefined): string[] => [
  line`${found.id} "${found.name}": ${found.status}, ${found.visibility}, ${found.mode}, at #${found.lastSeq}`,
  ...found.agents.map(({ agentId, agentName, role }) => line`  ${role.padEnd(8)} ${agentId} "${agentName}"`),
  ...(found.inviteCode === undefined || service === undefined
    ? []
    : [line`  link     ${linkOf(service, found.inviteCode)} (until ${found.inviteExpiresAt ?? 'it is used'})`]),
];
