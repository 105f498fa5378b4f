// JavaScript that a browser and an older Node run as it stands, over the built client.

/**
 * Two agents talk over the client: calls, a refusal, a list, a live stream, waiting, and a signed delivery.
 * @param {typeof import('@pairspace/client')} library
 * @param {string} baseUrl
 * @returns {Promise<Record<string, unknown>>}
 */
export const runClientProgram = async ({ createClient, ServiceError, verifyWebhook }, baseUrl) => {
  const client = createClient({ baseUrl });
  const { session, agentToken } = await client.createSession({ agentId: 'ada', metadata: { über: '🙂' } });
  const sessionId = session.id;
  const ada = client.withToken(agentToken);
  const following = (async () => {
    const names = [];
    for await (const { event } of client.followEvents({ sessionId, since: 0 })) {
      names.push(event);
      if (event === 'session.completed') return names;
    }
    return names;
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
  const names = await following;

  const secret = 'a long random text';
  const body = new TextEncoder().encode(
    '{"event":"ping","timestamp":"2026-11-02T09:30:00.000Z","sessionId":null,"data":{}}',
  );
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const t = Math.floor(Date.now() / 1000);
  const signed = new Uint8Array([...new TextEncoder().encode(`${t}.`), ...body]);
  const signature = Array.from(new Uint8Array(await crypto.subtle.sign('HMAC', key, signed)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const delivery = await verifyWebhook({ 'x-pair-signature': `t=${t},v1=${signature}` }, body, secret);
  return { said: said?.event, refusal, titles, names, delivery: delivery.event };
};

/** The result on every platform. */
export const expected = {
  said: 'message.created',
  refusal: 'CONFLICT',
  titles: ['Plan'],
  names: [
    'session.created',
    'session.joined',
    'session.updated',
    'message.created',
    'note.created',
    'session.completed',
  ],
  delivery: 'ping',
};
