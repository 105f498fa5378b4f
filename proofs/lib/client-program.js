import { createClient, ServiceError, verifyWebhook } from '@pairspace/client';
import { deepStrictEqual } from 'node:assert/strict';
import { createHmac } from 'node:crypto';

/**
 * Two agents talk over the built client: calls, a refusal, a list, a live stream, waiting, and a signed delivery. Every
 * Node that the client supports runs this JavaScript as it stands.
 */
const client = createClient({ baseUrl: process.argv[2] ?? '' });
const { session, agentToken } = await client.createSession({ agentId: 'ada', metadata: { über: '🙂' } });
const sessionId = session.id;
const ada = client.withToken(agentToken);
/** @type {string[]} */
const names = [];
const following = (async () => {
  for await (const { event } of client.followEvents({ sessionId, since: 0 })) {
    names.push(event);
    if (event === 'session.completed') return;
  }
})();
const joined = await client.joinSession({ sessionId, inviteCode: session.inviteCode ?? '', agentId: 'bob' });
const bob = client.withToken(joined.agentToken);
const waiting = bob.nextEvents({ sessionId, since: 3 });
await ada.postMessage({ sessionId, content: 'Hello @bob' });
const [said] = await waiting;
const note = await ada.createNote({ sessionId, title: 'Plan' });
const refusal = await bob
  .updateNote({ sessionId, noteId: note.id, expectedVersion: 7, content: 'late' })
  .catch((error) => (error instanceof ServiceError ? error.code : String(error)));
const titles = [];
for await (const { title } of client.pages('listNotes', { sessionId, limit: 1 })) titles.push(title);
await ada.updateSession({ sessionId, status: 'completed' });
await following;

const secret = 'a long random text';
const body = '{"event":"ping","timestamp":"2026-11-02T09:30:00.000Z","sessionId":null,"data":{}}';
const t = String(Math.floor(Date.now() / 1000));
const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
const signature = { 'x-pair-signature': `t=${t},v1=${v1}` };
const delivery = await verifyWebhook(signature, new TextEncoder().encode(body), secret);

const created = ['session.created', 'session.joined', 'session.updated', 'message.created', 'note.created'];
deepStrictEqual(
  { said: said?.event, refusal, titles, names, delivery: delivery.event },
  {
    ...{ said: 'message.created', refusal: 'CONFLICT', titles: ['Plan'], delivery: 'ping' },
    names: [...created, 'session.completed'],
  },
);
