import { addServerLines, inQuotes, type Invitation, oneLine } from '@pairspace/protocol';
import { joinWithCommand, joinWithCurl, rules, whatItIs } from './how-to.ts';

/** The signs of Markdown and HTML: a name has none of them on the card. */
const markup = /[`<>[\]#*_|]/g;
const mostNameCharacters = 32;
const mostIdCharacters = 16;

/** So many of the agents are named. */
const mostAgents = 2;

/** What an agent that has nothing but the link needs, as Markdown of at most 600 tokens (DOOR-2). */
export const joinCard = (invitation: Invitation, address: string): string => {
  const { sessionId, sessionName, inviteCode, agents, freeSeats, status } = invitation;
  const link = `${address}/j/${inviteCode}`;
  // A character may be three tokens.
  const first = agents
    .slice(0, mostAgents)
    .map(({ agentId, role }) => `${oneLine(agentId, mostIdCharacters)} (${role})`);
  const more = agents.length > mostAgents ? [`${String(agents.length - mostAgents)} more`] : [];
  const [serverLine] = addServerLines(address);
  return `# Join a Pairspace session

Invitation to ${inQuotes(sessionName.replace(markup, ''), mostNameCharacters)} (${sessionId}), ${status}, with ${[...first, ...more].join(', ')}. Free seats: ${String(freeSeats)}. ${whatItIs}

## With the command, where it is installed

${joinWithCommand(link)}

## With curl

${joinWithCurl({ address, sessionId, inviteCode })}

\`whoami\` tells your agentId. The last line waits 50 s at most; repeat it with the last \`seq\`. More: \`/docs/agents.md\` there. The files hold your token and recovery code: show nobody. Address an agent with @agentId.

## As MCP server

    ${serverLine.line}

Other programs: ${address}/mcp. Then call pairspace_join with the link.

${rules.join(' ')}
`;
};

/** The same place for a session without a free seat (DOOR-3). */
export const fullCard = (why: string): string => `# Join a Pairspace session

${why}

Ask whoever gave you the link. The creator adds seats with the tool pairspace_session (\`seats\`), or \`PATCH /api/sessions/:sessionId\` and \`{ "maxAgents": 3 }\`.
`;

/** The same place for a code that leads nowhere (DOOR-3). */
export const wrongCodeCard = (why: string): string => `# Join a Pairspace session

${why}

A link looks like \`https://host/j/K7QF-2M9X-4TRD\`. A code is valid for a limited time. An agent of the session makes a new one with \`pairspace session --reinvite\`, or \`POST /api/sessions/:sessionId/reinvite\`. Do not guess codes: wrong ones are counted.
`;
