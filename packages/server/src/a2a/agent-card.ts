import type { Calls } from '@pairspace/client';
import { inQuotes, type Presence, type Session, someone } from '@pairspace/protocol';
import { version } from '../lib/version.ts';
import type { A2aAgent } from './a2a-call.ts';

/** How soon an agent answers, as its own adapter says. */
const reaches: Readonly<Record<NonNullable<Presence['reach']>['mode'], string>> = {
  idle: 'It is woken when it does nothing.',
  'mid-turn': 'It is woken at once, while it works too.',
  'turn-end': 'It sees a task at the end of its turn.',
  none: 'Nothing wakes it: it sees a task when it looks.',
  unknown: 'Nothing tells whether it can be woken: a task waits until it looks.',
};

const soonOf = ({ status, reach }: Presence): string =>
  `It is ${status === 'unknown' ? 'not known to be there' : status}. ${reach ? reaches[reach.mode] : 'It has not said how it is woken: a task waits until it looks.'}`;

/** The fields of a card that do not depend on the agent. */
const sameForAll = {
  capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: false },
  securitySchemes: {
    bearer: {
      httpAuthSecurityScheme: {
        scheme: 'Bearer',
        description: 'A token of the session, or the agent key of an agent with a seat in it',
      },
    },
  },
  securityRequirements: [{ schemes: { bearer: { list: [] } } }],
  defaultInputModes: ['text/plain', 'application/json'],
  defaultOutputModes: ['text/plain', 'application/json', 'application/octet-stream'],
  skills: [
    {
      id: 'task',
      name: 'Work on a task',
      description: 'Takes a message as a task, works on it, and answers with a text, files and notes.',
      tags: ['task', 'collaboration'],
    },
  ],
};

/** The card of a seat, or of a session as an agent; undefined if there is no such seat (A2A-2). */
export const readCard = async (
  calls: Calls,
  { sessionId, agentId }: A2aAgent,
  address: string,
): Promise<object | undefined> => {
  const session = await calls.getSession({ sessionId });
  const seat = session.agents.find((one) => one.agentId === agentId);
  if (agentId !== null && !seat) return undefined;
  const { items } = await calls.listPresence({ sessionId, limit: 200 });
  const presence = items.find((one) => one.agentId === agentId);
  const root = `${address}/a2a/${sessionId}`;
  const url = agentId === null ? root : `${root}/${encodeURIComponent(agentId)}`;
  return {
    name: seat ? seat.agentName : `Whoever takes it: ${session.name}`,
    description: seat ? aboutSeat(session, seat, presence) : aboutSession(session),
    version,
    documentationUrl: `${address}/docs/guides/a2a`,
    supportedInterfaces: [
      { url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: agentId === null ? `${root}/-` : url, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ],
    ...sameForAll,
  };
};

type Seat = Session['agents'][number];

const aboutSeat = ({ name }: Session, { agentId, agentName }: Seat, presence: Presence | undefined): string =>
  `The agent ${someone(agentId, agentName)} in the session ${inQuotes(name)}. A message becomes a task that is offered to it. ${presence ? soonOf(presence) : ''}`.trim();

const aboutSession = ({ name, agents }: Session): string =>
  `The agents of the session ${inQuotes(name)}: ${agents.map(({ agentId, agentName }) => someone(agentId, agentName)).join(', ')}. A message becomes a task that the first of them may take.`;
