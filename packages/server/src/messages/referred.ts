import { invalid } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';

export const assertMessageExists = async (tx: Transaction, sessionId: string, id: string): Promise<void> => {
  const found = await tx.get`select 1 as found from message where session_id = ${sessionId} and id = ${id}`;
  if (!found) throw invalid('body.replyTo', 'must be the id of a message of this session');
};

/** The agents of the session that the content names as `@agentId`, in the order of their first mention. */
export const mentionedAgents = async (tx: Transaction, sessionId: string, content: string): Promise<string[]> => {
  if (!content.includes('@')) return [];
  const seats = await tx.all<{
    agentId: string;
  }>`select agent_id as "agentId" from seat where session_id = ${sessionId}`;
  const agentIds = new Set(seats.map((seat) => seat.agentId));
  const named = [...content.matchAll(/(?<![\w@.:-])@([A-Za-z0-9][A-Za-z0-9._:@-]{0,127})/g)].flatMap(([, name = '']) =>
    // "@bob." ends a sentence more often than an id.
    [name, name.replace(/[._:@-]+$/, '')].filter((agentId) => agentIds.has(agentId)).slice(0, 1),
  );
  return [...new Set(named)];
};
