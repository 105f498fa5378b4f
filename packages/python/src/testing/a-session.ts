import { type Client, createClient } from '@pairspace/client';

/** A session of Ada and Bob, with a client for Ada and the tokens of both. */
export const aSession = async (url: string): Promise<{ id: string; ada: Client; token: string; bob: string }> => {
  const stranger = createClient({ baseUrl: url });
  const { session, agentToken: token } = await stranger.createSession({ agentId: 'ada', maxAgents: 4 });
  const { id: sessionId, inviteCode = '' } = session;
  const { agentToken: bob } = await stranger.joinSession({ sessionId, inviteCode, agentId: 'bob' });
  return { id: sessionId, ada: createClient({ baseUrl: url, token }), token, bob };
};
