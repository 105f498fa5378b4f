import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { flood } from './load.ts';
import { sentences } from './sentences.ts';

/** Creates a session with many messages of 300 characters. */
export const fillSession = async (origin: string, messages: number): Promise<OpenSession> => {
  const session = await createSession(origin);
  const { pathname } = new URL(session.url);
  let left = messages;
  const next = () => {
    left--;
    return { path: `${pathname}/messages`, token: session.token, body: { content: sentences } };
  };
  await flood({ origin, connections: 64, isOver: () => left === 0, requestOf: next });
  return session;
};
