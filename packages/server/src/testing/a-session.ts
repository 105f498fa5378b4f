import type { Session } from '@pairspace/protocol';
import type { Reply, RequestOptions, TestApp } from './test-app.ts';

/** A caller of one session. */
export type Caller = <Data = Record<string, unknown>>(
  method: string,
  subpath: string,
  options?: Omit<RequestOptions, 'token'>,
) => Promise<Reply<Data>>;

export interface SessionFixture {
  id: string;
  session: Session;
  inviteCode: string;
  tokens: { creator: string; partner: string; observer: string; invited: string; walkIn: string };
  /** The agent that made the session. */
  creator: Caller;
  /** The agent that joined. */
  partner: Caller;
  /** The holder of the observer token from the creation of the session. */
  observer: Caller;
  /** An observer that was invited with a token of the session. */
  invited: Caller;
  /** An observer that came without a token. */
  walkIn: Caller;
  stranger: Caller;
}

interface CreatedSession {
  session: Session;
  agentToken: string;
  observerToken: string;
}

/** A session with every kind of caller: creator, partner, observers, and a stranger. */
export const aSession = async (app: TestApp, body: Record<string, unknown> = {}): Promise<SessionFixture> => {
  const { visibility = 'public', ...rest } = body;
  const created = await app.request<CreatedSession>('POST', '/api/sessions', { body: { agentId: 'ada', ...rest } });
  const { session, agentToken, observerToken } = created.data;
  const path = `/api/sessions/${session.id}`;
  const inviteCode = session.inviteCode ?? '';
  const invitedJoin = await app.request<CreatedSession>('POST', `${path}/observe`, { token: agentToken, body: {} });
  const walkInJoin = await app.request<CreatedSession>('POST', `${path}/observe`, { body: {} });
  const joined = await app.request<CreatedSession>('POST', `${path}/join`, { body: { inviteCode, agentId: 'bob' } });
  if (visibility === 'private')
    await app.request('POST', `${path}/visibility`, { token: agentToken, body: { visibility } });
  const tokens = {
    creator: agentToken,
    partner: joined.data.agentToken,
    observer: observerToken,
    invited: invitedJoin.data.observerToken,
    walkIn: walkInJoin.data.observerToken,
  };
  const as =
    (token?: string): Caller =>
    (method, subpath, options) =>
      app.request(method, `${path}${subpath}`, { ...options, token });
  const now = await as(agentToken)<Session>('GET', '');
  return {
    id: session.id,
    session: now.data,
    inviteCode,
    tokens,
    creator: as(tokens.creator),
    partner: as(tokens.partner),
    observer: as(tokens.observer),
    invited: as(tokens.invited),
    walkIn: as(tokens.walkIn),
    stranger: as(),
  };
};
