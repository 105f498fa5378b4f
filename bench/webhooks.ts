import type { Message, Webhook } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { cpuSeconds } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contest, medianOf, roundsDetail } from './lib/contest.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { sentences } from './lib/sentences.ts';
import { WebhookReceivers } from './lib/webhook-receivers.ts';

const question = `How fast do signed deliveries go out, and whom do they hold up? Receivers run on the same machine, in
processes of their own, and check every signature. First messages are posted faster than they can be delivered, to a
session with one webhook and to one with ten, and what is left is counted from the end of the posting to the last
arrival. Then fifty receivers that never answer and a healthy one get the messages of one session, 50 a second; the time
from the commit to the arrival at the healthy one is measured. Last, messages are posted over 64 connections to a session
with a webhook and to one without, in alternating rounds; figures are medians of rounds.`;

const options = readOptions();
const secret = 'the secret of this benchmark';
const body = { content: sentences };

await using scratch = await scratchFolder(options.folder);
await using service = await startService({
  folder: join(scratch.path, 'service'),
  file: options.server,
  limits: { webhooksPerSession: 100 },
});

const subscribe = ({ token }: OpenSession, url: string): Promise<Webhook> =>
  call<Webhook>(`${service.url}/api/webhooks`, { token, body: { url, events: ['message.created'], secret } });
const post = ({ url, token }: OpenSession): Promise<Message> => call<Message>(`${url}/messages`, { token, body });

/** Deliveries per second, counting those that remained after the last message was answered. */
const drain = async (webhooks: number, messages: number) => {
  using receivers = await WebhookReceivers.open({ count: webhooks, hang: false, secret });
  const session = await createSession(service.url);
  for (const url of receivers.urls) await subscribe(session, url);
  let unsent = messages;
  const write = async (): Promise<void> => {
    while (unsent-- > 0) await post(session);
  };
  await Promise.all(Array.from({ length: 32 }, write));
  const began = performance.timeOrigin + performance.now();
  const cpuBefore = cpuSeconds(service.pid);
  const { at, forged } = await receivers.collect(messages * webhooks);
  const cpu = cpuSeconds(service.pid) - cpuBefore;
  const left = at.filter((time) => time > began);
  return {
    arrived: at.length / (messages * webhooks),
    left: left.length,
    forged,
    perSecond: (left.length * 1000) / (Math.max(...left) - began),
    cpuUs: (cpu * 1e6) / left.length,
  };
};

const one = await drain(1, options.quick ? 500 : 10_000);
const ten = await drain(10, options.quick ? 200 : 2000);

const besideHanging = async () => {
  const hangs = options.quick ? 10 : 50;
  const messages = options.quick ? 100 : 1000;
  using hanging = await WebhookReceivers.open({ count: hangs, hang: true, secret });
  using healthy = await WebhookReceivers.open({ count: 1, hang: false, secret });
  const session = await createSession(service.url);
  for (const url of [...hanging.urls, ...healthy.urls]) await subscribe(session, url);
  const start = performance.now();
  const posts: Promise<Message>[] = [];
  while (posts.length < messages) {
    posts.push(post(session));
    await pause(Math.max(0, start + posts.length * 20 - performance.now()));
  }
  await Promise.all(posts);
  const arrivals = await healthy.collect(messages);
  await call(session.url, { token: session.token, method: 'DELETE' });
  return { ...arrivals, arrived: arrivals.at.length / messages };
};
const beside = await besideHanging();

/** Each round has a new session. Deleting the old session discards its queued deliveries. */
const rounds = options.quick ? 2 : 5;
const seconds = options.quick ? 2 : 5;
using receiver = await WebhookReceivers.open({ count: 1, hang: false, secret });
let before: OpenSession | undefined;
const load = async (urls: readonly string[]) => {
  if (before) await call(before.url, { token: before.token, method: 'DELETE' });
  const session = (before = await createSession(service.url));
  for (const url of urls) await subscribe(session, url);
  return { url: `${session.url}/messages`, token: session.token, body, connections: 64, seconds };
};
const posting = await contest(
  {
    'with a webhook': { pid: service.pid, load: () => load(receiver.urls) },
    'without one': { pid: service.pid, load: () => load([]) },
  },
  { rounds },
);
const [withOne, without] = [posting['with a webhook'], posting['without one']].map((of) => medianOf(of, 'perSecond'));
const meanwhile = await receiver.collect(0);

await report(
  {
    name: 'webhooks',
    question,
    figures: [
      { name: 'ten webhooks: deliveries left', value: ten.left, unit: '' },
      {
        name: 'ten webhooks: deliveries',
        value: ten.perSecond,
        unit: '/s',
        goal: { atLeast: 1500 },
        sanity: { atLeast: 300 },
      },
      { name: 'ten webhooks: processor time', value: ten.cpuUs, unit: 'µs a delivery' },
      { name: 'one webhook: deliveries left', value: one.left, unit: '' },
      { name: 'one webhook: deliveries', value: one.perSecond, unit: '/s' },
      { name: 'one webhook: processor time', value: one.cpuUs, unit: 'µs a delivery' },
      {
        name: 'share that arrived',
        value: Math.min(one.arrived, ten.arrived, beside.arrived),
        unit: '×',
        goal: { atLeast: 1 },
        sanity: { atLeast: 1 },
      },
      {
        name: 'signatures that do not fit',
        value: one.forged + ten.forged + beside.forged + meanwhile.forged,
        unit: '',
        goal: { atMost: 0 },
        sanity: { atMost: 0 },
      },
      { name: 'beside those that hang: p50', value: beside.p50Ms, unit: 'ms' },
      {
        name: 'beside those that hang: p99',
        value: beside.p99Ms,
        unit: 'ms',
        goal: { atMost: 1000 },
        sanity: { atMost: 3000 },
      },
      { name: 'messages without a webhook', value: without ?? NaN, unit: '/s' },
      { name: 'messages with a webhook', value: withOne ?? NaN, unit: '/s' },
      {
        name: 'slowed by a webhook',
        value: 1 - (withOne ?? NaN) / (without ?? NaN),
        unit: '×',
        goal: { atMost: 0.2 },
        sanity: { atMost: 0.6 },
      },
      { name: 'deliveries meanwhile, all rounds', value: meanwhile.at.length, unit: '' },
    ],
    details: [roundsDetail('Rounds of posting with 64 connections', posting)],
  },
  options,
);
