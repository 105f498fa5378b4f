import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { randomUUID } from 'node:crypto';

/** Makes sessions with the same creator, so that writes in all of them change the same statistics. */
export const sessionsOfOneAgent = async (base: string, count: number): Promise<OpenSession[]> => {
  const agentId = `writer-${randomUUID()}`;
  const sessions: OpenSession[] = [];
  while (sessions.length < count) sessions.push(await createSession(base, { agentId }));
  return sessions;
};
