import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { specifiedEvents, type Webhook, webhookEvents } from '@pairspace/protocol';
import type { Caller } from '../caller.ts';
import type { Received } from '../receiver.ts';
import { eventsAfter, fieldsOf, fullSessionRule, range, rule, sessionRule, unreachable } from '../kit.ts';

const everything = [...specifiedEvents];
const place = ({ id }: Webhook) => ({ params: { webhookId: id } });

const contentsOf = (received: readonly Received[]): unknown[] =>
  received.map(({ delivery }) => delivery.data['content']);

const say = (caller: Caller, content: string) => caller.ok('postMessage', { body: { content } });

sessionRule('HOOK-1', 'a webhook of a session is bound to it, and its secret stays', async ({ creator, id }) => {
  const body = { url: unreachable, events: everything, secret: 'whispered' };
  const made = await creator.ok('createWebhook', { body });
  deepEqual([made.sessionId, made.scope, made.active, made.hasSecret], [id, 'session', true, true]);
  const answers = [made, await creator.ok('getWebhook', place(made)), await creator.ok('listWebhooks')];
  ok(!JSON.stringify(answers).includes('whispered'));
});

sessionRule('HOOK-4', 'events are known names, and at least one', async ({ creator }) => {
  const body = { url: unreachable, events: everything };
  deepEqual((await creator.ok('createWebhook', { body })).events, everything);
});

rule('HOOK-34', 'the events of the service itself are delivered too', async ({ aSession, receive }) => {
  const receiver = await receive();
  const { creator, stranger, inviteCode } = await aSession({ visibility: 'private', maxAgents: 3 });
  await creator.ok('createWebhook', { body: { url: receiver.url, events: [...webhookEvents] } });
  await stranger.ok('joinSession', { body: { inviteCode, agentId: 'late' } });
  await creator.ok('configurePool', { body: { totalCredits: 10 } });
  await creator.ok('submitJob', { body: { type: 'work.of-nobody', input: {} } });
  await say(creator, 'Hello @late');
  const items = await eventsAfter(creator, 0);
  const expected = items.slice(-4).map(({ event, data }) => ({ event, data }));
  deepEqual(fieldsOf(expected, 'event'), ['session.joined', 'compute.updated', 'job.updated', 'message.created']);
  const told = (await receiver.until(4)).map(({ delivery: { event, data } }) => ({ event, data }));
  deepEqual(told, expected);
});

sessionRule('HOOK-5', 'a session has ten webhooks', async ({ creator }) => {
  const given = { body: { url: unreachable, events: ['session.stalled'] } };
  const made: Webhook[] = [];
  while (made.length < 10) made.push(await creator.ok('createWebhook', given));
  await creator.conflict('limit_reached', 'createWebhook', given);
  for (const webhook of made.slice(0, 1)) await creator.ok('deleteWebhook', place(webhook));
  await creator.ok('createWebhook', given);
});

fullSessionRule('HOOK-6', 'PATCH toggles, and sets', async ({ creator, webhook }) => {
  equal((await creator.ok('updateWebhook', place(webhook))).active, false);
  equal((await creator.ok('updateWebhook', place(webhook))).active, true);
  equal((await creator.ok('updateWebhook', { ...place(webhook), body: { active: true } })).active, true);
});

rule('HOOK-7', 'a delivery is the event, and nothing more', async ({ aSession, receive }) => {
  const receiver = await receive();
  const { creator } = await aSession({ visibility: 'private' });
  await creator.ok('createWebhook', { body: { url: receiver.url, events: everything } });
  await say(creator, 'naïve 漢字 🎉');
  const note = await creator.ok('createNote', { body: { title: 'Plan' } });
  await creator.ok('updateNote', { params: { noteId: note.id }, body: { expectedVersion: 1, content: 'x' } });
  await creator.ok('writeFile', { body: { path: 'a.txt', content: 'x' } });
  await creator.ok('updateSession', { body: { status: 'completed' } });
  const received = await receiver.until(5);
  const items = await eventsAfter(creator, 0);
  const expected = items
    .slice(-5)
    .map(({ event, timestamp, sessionId, data }) => ({ event, timestamp, sessionId, data }));
  deepEqual(fieldsOf(received, 'delivery'), expected);
  deepEqual(
    received.map(({ headers }) => headers['x-pair-event']),
    expected.map(({ event }) => event),
  );
  deepEqual(
    received.map(({ headers }) => Number(headers['x-pair-seq'])),
    items.slice(-5).map(({ seq }) => seq),
  );
});

rule('HOOK-9', 'the signature is the HMAC of time and body under the secret', async ({ aSession, receive }) => {
  const receiver = await receive();
  const { creator } = await aSession();
  const body = { url: receiver.url, events: everything, secret: 'a secret of the suite' };
  await creator.ok('createWebhook', { body });
  await say(creator, 'signed');
  const [one] = await receiver.until(1);
  const header = String(one?.headers['x-pair-signature']);
  match(header, /^t=\d+,v1=[0-9a-f]{64}$/);
  const [t = '', v1 = ''] = header.replace('t=', '').split(',v1=');
  ok(Math.abs(Date.now() / 1000 - Number(t)) < 300, `t=${t} is the present`);
  equal(
    v1,
    createHmac('sha256', body.secret)
      .update(`${t}.`)
      .update(one?.body ?? '')
      .digest('hex'),
  );
});

rule('HOOK-11', 'every delivery has an id of its own and says which attempt it is', async ({ aSession, receive }) => {
  const receiver = await receive();
  const { creator } = await aSession();
  const webhook = await creator.ok('createWebhook', { body: { url: receiver.url, events: everything } });
  await say(creator, 'one');
  await say(creator, 'two');
  const [first, second] = await receiver.until(2);
  ok(first && second);
  notEqual(first.headers['x-pair-delivery'], second.headers['x-pair-delivery']);
  equal(first.headers['x-pair-attempt'], '1');
  match(String(first.headers['user-agent']), /^Pairspace\//);
  equal(first.headers['x-pair-signature'], undefined);
  const { items } = await creator.ok('listDeliveries', place(webhook));
  const told = [second, first].map(({ headers }) => headers['x-pair-delivery']);
  deepEqual(fieldsOf(items, 'id'), told);
});

rule('HOOK-15', 'deliveries come in the order of the log', async ({ aSession, receive }) => {
  const receiver = await receive();
  const { creator } = await aSession();
  await creator.ok('createWebhook', { body: { url: receiver.url, events: ['message.created'] } });
  for (const content of range(40).map(String)) await say(creator, content);
  deepEqual(contentsOf(await receiver.until(40)), range(40).map(String));
});

rule('HOOK-3', 'a webhook made without a token hears nothing of a private session', async (context) => {
  const receiver = await context.receive();
  const { creator, id } = await context.aSession();
  const body = { url: receiver.url, events: ['message.created'], sessionId: id };
  const open = await context.nobody.ok('createWebhook', { body });
  await say(creator, 'in public');
  await receiver.until(1);
  await creator.ok('setVisibility', { body: { visibility: 'private' } });
  await say(creator, 'in private');
  await creator.ok('setVisibility', { body: { visibility: 'public' } });
  await say(creator, 'in public again');
  deepEqual(contentsOf(await receiver.until(2)), ['in public', 'in public again']);
  await context.nobody.ok('deleteWebhook', place(open));
});

rule('HOOK-6', 'an inactive webhook hears nothing of what happens meanwhile', async ({ aSession, receive }) => {
  const receiver = await receive();
  const { creator } = await aSession();
  const webhook = await creator.ok('createWebhook', { body: { url: receiver.url, events: ['message.created'] } });
  await creator.ok('updateWebhook', { ...place(webhook), body: { active: false } });
  await say(creator, 'unheard');
  await creator.ok('updateWebhook', { ...place(webhook), body: { active: true } });
  await say(creator, 'heard');
  deepEqual(contentsOf(await receiver.until(1)), ['heard']);
});

rule('HOOK-20', 'a delivery that failed waits for its next attempt, a minute later', async ({ aSession, receive }) => {
  const receiver = await receive(() => 500);
  const { creator } = await aSession();
  const webhook = await creator.ok('createWebhook', { body: { url: receiver.url, events: ['message.created'] } });
  await say(creator, 'x');
  await receiver.until(1);
  const attempted = await untilAttempted(creator, webhook);
  deepEqual([attempted.status, attempted.error, attempted.responseStatus], ['pending', 'status', 500]);
  const waitMs = Date.parse(attempted.nextAttemptAt ?? '') - Date.parse(attempted.lastAttemptAt ?? '');
  ok(waitMs >= 54_000 && waitMs <= 66_000, `the next attempt is ${String(waitMs)} ms later`);
});

rule('HOOK-21', 'a delivery can be sent again: the same bytes, the same id', async ({ aSession, receive }) => {
  const receiver = await receive((nth) => (nth === 0 ? 500 : 200));
  const { creator } = await aSession();
  const webhook = await creator.ok('createWebhook', { body: { url: receiver.url, events: ['message.created'] } });
  await say(creator, 'x');
  await receiver.until(1);
  const { id } = await untilAttempted(creator, webhook);
  await creator.ok('redeliver', { params: { webhookId: webhook.id, deliveryId: id } });
  const [first, second] = await receiver.until(2);
  deepEqual(second?.body, first?.body);
  const told = [first, second].map((one) => one?.headers['x-pair-delivery']);
  deepEqual(told, [id, id]);
  equal(second?.headers['x-pair-attempt'], '2');
});

rule('HOOK-22', 'a ping arrives, and its delivery says so', async ({ aSession, receive }) => {
  const receiver = await receive();
  const { creator } = await aSession();
  const webhook = await creator.ok('createWebhook', { body: { url: receiver.url, events: ['session.stalled'] } });
  const ping = await creator.ok('pingWebhook', place(webhook));
  const [one] = await receiver.until(1);
  equal(one?.delivery.event, 'ping');
  equal(one.headers['x-pair-delivery'], ping.id);
  equal((await untilAttempted(creator, webhook)).status, 'delivered');
});

/** The newest delivery after its first attempt. */
const untilAttempted = async (caller: Caller, webhook: Webhook) => {
  for (;;) {
    const { items } = await caller.ok('listDeliveries', place(webhook));
    const [newest] = items;
    if (newest && newest.attempts > 0) return newest;
  }
};
