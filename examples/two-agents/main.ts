import { createClient } from '@pairspace/client';

/**
 * Two agents in one session: Ada asks, Bob answers, Ada stores the answer and completes the session.
 *
 *   main.ts [service]
 */
const stranger = createClient({ baseUrl: process.argv[2] ?? 'http://127.0.0.1:8787' });

const ada = async (sessionId: string, token: string): Promise<void> => {
  const me = stranger.withToken(token);
  for await (const { event } of me.session(sessionId).inbox()) {
    if (event.event === 'session.joined') await me.postMessage({ sessionId, content: '@bob How much is 6 * 7?' });
    if (event.event !== 'message.created') continue;
    await me.createNote({ sessionId, title: 'Answer', content: event.data.content });
    await me.updateSession({ sessionId, status: 'completed' });
  }
};

const bob = async (inviteCode: string): Promise<void> => {
  const { sessionId } = await stranger.getInvitation({ inviteCode });
  const { agentToken } = await stranger.joinSession({ sessionId, inviteCode, agentId: 'bob' });
  const me = stranger.withToken(agentToken);
  for await (const { event } of me.session(sessionId).inbox()) {
    if (event.event !== 'message.created') continue;
    const [, left, right] = /(\d+) \* (\d+)/.exec(event.data.content) ?? [];
    const content = `It is ${String(Number(left) * Number(right))}.`;
    await me.postMessage({ sessionId, content, replyTo: event.data.id });
  }
};

const { session, agentToken } = await stranger.createSession({ agentId: 'ada', name: 'Two agents' });
await Promise.all([ada(session.id, agentToken), bob(session.inviteCode ?? '')]);
const { items } = await stranger.listNotes({ sessionId: session.id });
console.log(`${session.id}: ${items.map(({ content }) => content).join()}`);
