import type { NewCreateKey, Session } from '@pairspace/protocol';
import { call, request } from '@pairspace/testkit/call';

/** A session whose every text has a word that nobody else may see while the session is private. */
export interface PrivatePlace {
  id: string;
  url: string;
  canary: string;
  token: string;
  /** Values of the parameters in the paths of endpoints. */
  params: Record<string, string>;
}

/** A caller who may read nothing of a private session. */
export interface Outsider {
  name: string;
  token?: string;
  headers?: Record<string, string>;
}

interface Created {
  session: Session;
  agentToken: string;
  observerToken: string;
}

const idOf = async (url: string, token: string, body: object): Promise<string> =>
  (await call<{ id: string }>(url, { token, body })).id;

/** Writes an entry of every kind with the word. */
const writeEntries = async (base: string, url: string, { canary, token }: Pick<PrivatePlace, 'canary' | 'token'>) => {
  const text = `said ${canary} of common words`;
  const path = `docs/${canary}.md`;
  const messageId = await idOf(`${url}/messages`, token, { content: text });
  const noteId = await idOf(`${url}/notes`, token, { title: `Plan ${canary}`, content: text });
  await call(`${url}/files`, { token, body: { path, content: text } });
  const taskId = await idOf(`${url}/tasks`, token, { title: `Task ${canary}`, description: text, labels: [canary] });
  const askId = await idOf(`${url}/asks`, token, { kind: 'approval', title: `May I ${canary}?`, details: text });
  await call(`${url}/compute`, { token, body: {} });
  const jobId = await idOf(`${url}/compute/jobs`, token, {
    type: 'javascript',
    label: canary,
    input: { code: `// ${text}` },
  });
  const webhookId = await idOf(`${base}/api/webhooks`, token, {
    url: `http://127.0.0.1:9/${canary}`,
    events: ['message.created'],
    secret: `the secret of ${canary}`,
  });
  return { messageId, noteId, taskId, askId, jobId, webhookId, path };
};

/**
 * Puts an entry of every kind with the word into a new session. Agents of a public session stay known when it turns private
 * (AGT-5), so their names have the word in a private session alone.
 */
export const openPlace = async (base: string, canary: string, visibility: 'private' | 'public') => {
  const agentName = visibility === 'private' ? canary : `public-${canary.slice(-8)}`;
  const agentId = `agent-${agentName}`;
  const { session, agentToken: token } = await call<Created>(`${base}/api/sessions`, {
    body: {
      ...{ agentId, agentName: `Agent ${agentName}`, maxAgents: 4 },
      ...{ name: `Session ${canary}`, metadata: { topic: canary }, visibility },
    },
  });
  const url = `${base}/api/sessions/${session.id}`;
  const entries = await writeEntries(base, url, { canary, token });
  const inviteCode = (await call<Session>(url, { token })).inviteCode ?? '';
  const left = await call<{ agentToken: string }>(`${url}/join`, {
    body: { inviteCode, agentId: `left-${agentName}` },
  });
  await call(`${url}/agents/left-${agentName}`, { token, method: 'DELETE' });
  const place: PrivatePlace = {
    id: session.id,
    url,
    canary,
    token,
    params: { ...entries, sessionId: session.id, version: '1', agentId, inviteCode: 'inv_of_nobody' },
  };
  return { place, left: left.agentToken };
};

/** Every kind of caller that has nothing to do with the places. */
export const openOutsiders = async (base: string, adminToken: string): Promise<Outsider[]> => {
  const other = await call<Created>(`${base}/api/sessions`, { body: { agentId: 'elsewhere', visibility: 'private' } });
  const keyOf = async (agentId: string): Promise<string> => {
    const body = { agentId, name: 'Somebody', protect: true };
    return (await call<{ agentKey: string }>(`${base}/api/agents`, { body })).agentKey;
  };
  const [agentKey, endedKey] = [await keyOf('key-holder'), await keyOf('key-of-the-past')];
  await call(`${base}/api/agents/key-of-the-past/key`, { token: endedKey, method: 'DELETE' });
  const createKey = async (): Promise<NewCreateKey> =>
    call<NewCreateKey>(`${base}/api/create-keys`, { token: adminToken, body: { name: 'Another' } });
  const [kept, ended] = [await createKey(), await createKey()];
  await request(`${base}/api/create-keys/${ended.id}`, { token: adminToken, method: 'DELETE' });
  return [
    { name: 'nobody' },
    { name: 'an observer of another session', token: other.observerToken },
    { name: 'an agent of another session', token: other.agentToken },
    { name: 'an agent key', token: agentKey },
    { name: 'an agent key that has ended', token: endedKey },
    { name: 'a create key', headers: { 'x-create-key': kept.key } },
    { name: 'a create key that has ended', headers: { 'x-create-key': ended.key } },
  ];
};
