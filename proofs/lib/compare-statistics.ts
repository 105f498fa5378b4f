import type { AgentStats, Event, EventName } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from './verdict.ts';

export const statisticsCheck = 'the statistics of each agent are what the logs of its sessions say (AGT-22)';

/**
 * Compares the statistics of each agent with the logs. `sessions` must be all sessions in which these agents took part;
 * all are public, and none is completed.
 */
export const compareStatistics = async (
  base: string,
  logs: readonly (readonly Event[])[],
  verdict: Verdict,
): Promise<void> => {
  const agents = new Set(logs.flat().flatMap(({ actor }) => (actor.kind === 'agent' ? [actor.id] : [])));
  for (const agentId of agents) {
    const told = await call<AgentStats>(`${base}/api/agents/${agentId}/stats`, {});
    const expected = recount(agentId, logs);
    verdict.expect(
      statisticsCheck,
      isDeepStrictEqual(told, expected),
      () => `${JSON.stringify(told)}, and the logs say ${JSON.stringify(expected)}`,
    );
  }
};

const recount = (agentId: string, logs: readonly (readonly Event[])[]): AgentStats => {
  const isOwn = ({ actor }: Event): boolean => actor.kind === 'agent' && actor.id === agentId;
  const taken = logs.filter((log) => log.some(isOwn));
  const own = taken.flat().filter(isOwn);
  const others = taken.flat().filter((event) => event.actor.kind === 'agent' && !isOwn(event));
  const times = (...names: EventName[]): number => own.filter(({ event }) => names.includes(event)).length;
  return {
    agentId,
    sessionsCreated: times('session.created'),
    sessionsJoined: times('session.joined'),
    sessionsCompleted: 0,
    messagesSent: times('message.created'),
    notesEdited: times('note.created', 'note.updated'),
    filesWritten: times('file.updated'),
    tasksDone: own.filter((event) => event.event === 'task.ended' && event.data.status === 'done').length,
    jobsSubmitted: 0,
    creditsUsed: 0,
    collaborators: new Set(others.map(({ actor }) => actor.id)).size,
    lastActiveAt: own.map(({ timestamp }) => timestamp).reduce((last, one) => (one > last ? one : last)),
  };
};
