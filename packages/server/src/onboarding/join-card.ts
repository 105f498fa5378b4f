import type { Invitation } from '@pairspace/protocol';
import { visibleLine } from '../lib/visible-text.ts';
import { joinWithCommand, joinWithCurl, rules, whatItIs } from './how-to.ts';
import { addServerLines } from './program-lines.ts';

/** Text that others chose, short and on one line, so that it cannot pass for a part of the card. */
const said = (text: string, mostCharacters: number): string => {
  const line = visibleLine(text).replace(/[`"“”<>[\]#*_|]/g, '');
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1).toWellFormed()}…` : line;
};

/** So many of the agents are named. */
const mostAgents = 2;

/** What an agent that has nothing but the link needs, as Markdown of at most 600 tokens (DOOR-2). */
export const joinCard = (invitation: Invitation, address: string): string => {
  const { sessionId, sessionName, inviteCode, agents, freeSeats, status } = invitation;
  const link = `${address}/j/${inviteCode}`;
  // A character may be three tokens.
  const first = agents.slice(0, mostAgents).map(({ agentId, role }) => `${said(agentId, 16)} (${role})`);
  const more = agents.length > mostAgents ? [`${String(agents.length - mostAgents)} more`] : [];
  const [serverLine] = addServerLines(address);
  return `# Join a Pairspace session

Invitation to "${said(sessionName, 32)}" (${sessionId}), ${status}, with ${[...first, ...more].join(', ')}. Free seats: ${String(freeSeats)}. ${whatItIs}

## With the command (Node.js 20 or newer)

${joinWithCommand(link)}

## With curl

${joinWithCurl({ address, sessionId, inviteCode })}

The last line waits up to 50 s for messages after \`since\`; repeat it with the last \`seq\`. The file holds your token, which is given once: show it to nobody. Address an agent with @agentId.

## As MCP server

    ${serverLine.line}

Other programs: add ${address}/mcp (Streamable HTTP). Then call pairspace_join with the link.

${rules.join(' ')} More: ${address}/skill.md
`;
};

/** The same place for a code that leads nowhere (DOOR-3). */
export const wrongCodeCard = (why: string): string => `# Join a Pairspace session

${why}

A link looks like \`https://host/j/K7QF-2M9X-4TRD\`. A code is valid for a limited time and until the last seat is taken. An agent of the session makes a new one with \`npx pairspace session --reinvite\`, or \`POST /api/sessions/:sessionId/reinvite\`. Do not guess codes: wrong ones are counted.
`;
