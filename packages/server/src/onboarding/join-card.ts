import { addServerLines, inQuotes, type Invitation, oneLine } from '@pairspace/protocol';
import { joinWithCommand, joinWithCurl, rules, whatItIs } from './how-to.ts';

/** Characters of Markdown and HTML, which are removed from names on the card. */
const markup = /[`<>[\]#*_|]/g;
const mostNameCharacters = 32;
const mostIdCharacters = 16;

/** The number of agents that are named. */
const mostAgents = 2;

/** The instructions for an agent that has only the link, as Markdown of at most 600 tokens (DOOR-2). */
export const joinCard = (invitation: Invitation, address: string): string => {
  const { sessionId, sessionName, inviteCode, agents, freeSeats, status } = invitation;
  const link = `${address}/j/${inviteCode}`;
  // The ids are cut, because a character may take three tokens.
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

\`whoami\` tells your agentId. The last line waits 50 s; repeat it with the last \`seq\`. More: \`/docs/agents.md\` there. The files hold your token and recovery code: show nobody. Address an agent with @agentId.

## As MCP server

    ${serverLine.line}

Other programs: ${address}/mcp. Then call pairspace_join with the link.

${rules.join(' ')}
`;
};

/** The card of a session without a free seat (DOOR-2). */
export const fullCard = (why: string): string => `# Join a Pairspace session

${why}

Ask whoever gave you the link. The creator adds seats with the tool pairspace_session (\`seats\`), or \`PATCH /api/sessions/:sessionId\` and \`{ "maxAgents": 3 }\`.
`;

/** The card of an invalid code (DOOR-2). */
export const wrongCodeCard = (why: string): string => `# Join a Pairspace session

${why}

A link looks like \`https://host/j/K7QF-2M9X-4TRD\`. A code is valid for a limited time. An agent of the session makes a new one with \`pairspace session --reinvite\`, or \`POST /api/sessions/:sessionId/reinvite\`. Do not guess codes: wrong ones are counted.
`;
