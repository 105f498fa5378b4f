import type { Message, Webhook } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { cpuSeconds } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { contest, loadRound, medianOf, roundsDetail } from './lib/contest.ts';
import { atLeast, atMost, figure } from './lib/figures.ts';
import { after, paced } from './lib/load.ts';
import { readOptions } from './lib/options.ts';
import type { ReceiverProcess } from './lib/receiver-process.ts';
import { report } from './lib/report.ts';
import { ScriptProcess } from './lib/script-process.ts';
import { sentences } from './lib/sentences.ts';

const question = `How fast do signed deliveries go out, and whom do they hold up? Receivers run on the same machine, in
processes of their own, and check every signature. First messages are posted faster than they can be delivered, to a
session with ten webhooks, and what is left is counted from the end of the posting to the last
arrival. Then fifty receivers that never answer and a healthy one get the messages of one session, 50 a second; the time
from the commit to the arrival at the healthy one is measured. Last, messages are posted over 64 connections to a session
with a webhook and to one without, in alternating rounds; figures are medians of rounds.`;

const options = readOptions();
const { quick } = options;
const secret = 'the secret of this benchmark';
const body = { content: sentences };

await using scratch = await scratchFolder(options.folder);
await using service = await startService({
  folder: join(scratch.path, 'service'),
  file: options.server,
  limits: { webhooksPerSession: 100 },
});

const post = ({ url, token }: OpenSession): Promise<Message> => call<Message>(`${url}/messages`, { token, body });
const openReceivers = async (count: number, hang = false) => {
  const child = new ScriptProcess<ReceiverProcess>('receiver-process');
  const urls = await child.call('open', { count, hang, secret });
  return {
    urls,
    collect: (deliveries: number) => child.call('collect', deliveries),
    [Symbol.dispose]: () => {
      child[Symbol.dispose]();
    },
  };
};
const openSession = async (urls: readonly string[]): Promise<OpenSession> => {
  const session = await createSession(service.url);
  for (const url of urls) {
    const webhook = { url, events: ['message.created'], secret };
    await call<Webhook>(`${service.url}/api/webhooks`, { token: session.token, body: webhook });
  }
  return session;
};

/** Deliveries per second, counting those that remained after the last message was answered. */
const drain = async (webhooks: number, messages: number) => {
  using receivers = await openReceivers(webhooks);
  const session = await openSession(receivers.urls);
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
  const perSecond = (left.length * 1000) / (Math.max(...left) - began);
  const arrived = at.length / (messages * webhooks);
  return { arrived, left: left.length, forged, perSecond, cpuUs: (cpu * 1e6) / left.length };
};
const ten = await drain(10, quick ? 200 : 2000);

const deliverBesideHanging = async () => {
  using hanging = await openReceivers(quick ? 10 : 50, true);
  using healthy = await openReceivers(1);
  const session = await openSession([...hanging.urls, ...healthy.urls]);
  const { tookMs } = await paced({ perSecond: 50, isOver: after(quick ? 2 : 20), work: () => post(session) });
  const arrivals = await healthy.collect(tookMs.length);
  await call(session.url, { token: session.token, method: 'DELETE' });
  return { ...arrivals, arrived: arrivals.at.length / tookMs.length };
};
const beside = await deliverBesideHanging();

using receiver = await openReceivers(1);
let before: OpenSession | undefined;
/** Each round has a new session. Deleting the old session discards its queued deliveries. */
const postTo = async (urls: readonly string[]) => {
  if (before) await call(before.url, { token: before.token, method: 'DELETE' });
  const { url, token } = (before = await openSession(urls));
  const load = { places: [{ url: `${url}/messages`, token }], body, connections: 64, seconds: quick ? 2 : 5 };
  return loadRound(load, service.pid);
};
const posting = await contest(
  { 'with a webhook': () => postTo(receiver.urls), 'without one': () => postTo([]) },
  quick ? 2 : 5,
);
const withOne = medianOf(posting['with a webhook'], 'perSecond');
const without = medianOf(posting['without one'], 'perSecond');
const meanwhile = await receiver.collect(0);

const arrived = Math.min(ten.arrived, beside.arrived);
const forged = ten.forged + beside.forged + meanwhile.forged;
await report(options, {
  name: 'webhooks',
  question,
  figures: [
    figure('ten webhooks: deliveries left', ten.left),
    figure('ten webhooks: deliveries', ten.perSecond, '/s', ...atLeast(1500, 300)),
    figure('ten webhooks: processor time', ten.cpuUs, 'µs a delivery'),
    figure('share that arrived', arrived, '×', ...atLeast(1, 1)),
    figure('signatures that do not fit', forged, '', ...atMost(0, 0)),
    figure('beside those that hang: p50', beside.p50Ms, 'ms'),
    figure('beside those that hang: p99', beside.p99Ms, 'ms', ...atMost(1000, 3000)),
    figure('messages without a webhook', without, '/s'),
    figure('messages with a webhook', withOne, '/s'),
    figure('slowed by a webhook', 1 - withOne / without, '×', ...atMost(0.2, 0.6)),
    figure('deliveries meanwhile, all rounds', meanwhile.at.length),
  ],
  details: [roundsDetail('Rounds of posting with 64 connections', posting)],
});
