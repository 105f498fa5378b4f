import type { Session } from '@pairspace/protocol';
import { call, request } from '@pairspace/testkit/call';
import { cpuSeconds, residentMb } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { contest, loadRound, medianOf, roundsDetail } from './lib/contest.ts';
import { atLeast, atMost, figure } from './lib/figures.ts';
import { after, paced } from './lib/load.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { ScriptProcess } from './lib/script-process.ts';
import { sentences } from './lib/sentences.ts';
import { StalledReader } from './lib/stalled-reader.ts';
import type { SubscriberProcess } from './lib/subscriber-process.ts';
import { postTimed } from './lib/timed-message.ts';

const question = `Does every live stream get everything soon, and what does an agent cost that waits? 500 streams follow one
session that gets 100 messages of 300 characters a second for 20 s; latency is from the sender's clock in the message to its
arrival, the durable write included. Then, while that goes on, a reader of a second session, which 8 others follow too,
stops reading, and that session gets 20 MB: the stalled reader must be cut off at about 256 KB of backlog, and nobody else
may notice. Then GET of an inbox without news with 64 connections, against GET of the newest 50 messages, and of the inbox
over 1,000 seats of an agent key. Last, messages that concern nobody while 2,000 agents wait at their inboxes, against the
same without them: waiting costs the difference of processor time at 1,000 messages a second. Rounds alternate.`;

const options = readOptions();
const { quick } = options;
const streams = quick ? 100 : 500;
const perSecond = quick ? 50 : 100;
const seconds = quick ? 4 : 20;
const besideStalled = 8;
const largeCharacters = 60_000;
const largeMessages = Math.ceil(20e6 / largeCharacters);
/** All but the creator wait. */
const seatsOfWaiters = 16;
const sessionsOfWaiters = quick ? 10 : 134;

await using scratch = await scratchFolder(options.folder);
await using service = await startService({ folder: join(scratch.path, 'service'), file: options.server });

const openSubscribers = async (session: OpenSession, count: number) => {
  const subscribers = new ScriptProcess<SubscriberProcess>('subscriber-process');
  await subscribers.call('open', { session, count });
  return subscribers;
};

/** Sends messages at a steady rate; returns the position of the last. */
const sendSteadily = async (
  session: OpenSession,
  isOver: () => boolean,
): Promise<{ sent: number; lastSeq: number }> => {
  let lastSeq = 0;
  const work = async (): Promise<void> => {
    const { seq } = await postTimed(session);
    lastSeq = Math.max(lastSeq, seq);
  };
  const { tookMs } = await paced({ perSecond, isOver, work });
  return { sent: tookMs.length, lastSeq };
};

const countStreams = async (): Promise<number> => {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  return Number(/^pairspace_streams (\d+)$/m.exec(metrics)?.[1]);
};

const session = await createSession(service.url);
using everyone = await openSubscribers(session, streams);
const cpuBefore = cpuSeconds(service.pid);
const { sent, lastSeq } = await sendSteadily(session, after(seconds));
const steady = await everyone.call('collect', lastSeq);
const serverCpus = (cpuSeconds(service.pid) - cpuBefore) / seconds;
const steadyMemory = residentMb(service.pid);

/** Sends 20 MB to a session of which one reader has stopped reading. */
const stall = async () => {
  const second = await createSession(service.url);
  using others = await openSubscribers(second, besideStalled);
  using stalled = await StalledReader.open(second);
  let isSent = false;
  const meanwhile = sendSteadily(session, () => isSent);
  let bytesAtCut: number | undefined;
  let lastLarge = 0;
  for (let large = 0; large < largeMessages; large++) {
    lastLarge = (await postTimed(second, largeCharacters)).seq;
    if (bytesAtCut === undefined && (await countStreams()) === streams + besideStalled)
      bytesAtCut = (await others.call('collect', lastLarge)).bytesEach;
  }
  isSent = true;
  const during = await everyone.call('collect', (await meanwhile).lastSeq);
  const beside = await others.call('collect', lastLarge);
  return {
    complete: (during.complete + beside.complete) / (streams + besideStalled),
    memoryMb: residentMb(service.pid).now,
    p99Ms: during.p99Ms,
    isCut: bytesAtCut !== undefined,
    backlogKb: bytesAtCut === undefined ? Infinity : (bytesAtCut - (await stalled.drain())) / 1024,
  };
};
const stalled = await stall();

/** Reads of an empty inbox, of that of an agent key, and of messages. */
const readInboxes = async () => {
  const { url, token } = await createSession(service.url);
  for (let count = 0; count < 200; count++) await call(`${url}/messages`, { token, body: { content: sentences } });
  const { agentKey } = await call<{ agentKey: string }>(`${service.url}/api/agents`, {
    body: { agentId: 'ada-of-many', protect: true },
  });
  for (let made = 0; made < (quick ? 50 : 1000); made++)
    await call(`${service.url}/api/sessions`, { token: agentKey, body: {} });
  const load = (path: string, bearer = token) =>
    loadRound({ places: [{ url: path, token: bearer }], connections: 64, seconds: quick ? 2 : 8 }, service.pid);
  return contest(
    {
      inbox: () => load(`${url}/inbox`),
      key: () => load(`${service.url}/api/me/inbox`, agentKey),
      messages: () => load(`${url}/messages?limit=50`),
    },
    quick ? 1 : 5,
  );
};
const reads = await readInboxes();

/** A session with every seat taken; the first token is that of the writing agent. */
const openFullSession = async (): Promise<{ url: string; tokens: string[] }> => {
  const made = await call<{ session: Session; agentToken: string }>(`${service.url}/api/sessions`, {
    body: { agentId: 'writer', maxAgents: seatsOfWaiters },
  });
  const url = `${service.url}/api/sessions/${made.session.id}`;
  const tokens = [made.agentToken];
  while (tokens.length < seatsOfWaiters) {
    const body = { inviteCode: made.session.inviteCode, agentId: `agent-${String(tokens.length)}` };
    tokens.push((await call<{ agentToken: string }>(`${url}/join`, { body })).agentToken);
  }
  return { url, tokens };
};

/** Processor time of the idle service over some seconds. */
const cpuOver = async (idleSeconds: number): Promise<number> => {
  const before = cpuSeconds(service.pid);
  await pause(idleSeconds * 1000);
  return cpuSeconds(service.pid) - before;
};

const waitAtInboxes = async () => {
  const sessions = [];
  while (sessions.length < sessionsOfWaiters) sessions.push(await openFullSession());
  const waiters = sessions.flatMap(({ url, tokens }) => tokens.slice(1).map((token) => ({ url, token })));
  const places = sessions.map(({ url, tokens: [token = ''] }) => ({ url: `${url}/messages`, token }));
  const load = { places, connections: 16, seconds: quick ? 2 : 6, body: { content: sentences } };
  for (const { url, token } of waiters) {
    const { lastSeq: seq } = await call<Session>(url, { token });
    await call(`${url}/read`, { token, body: { seq } });
  }
  const idleSeconds = 5;
  const idleCpus: number[] = [];
  let woken = 0;
  const withWaiters = async () => {
    const before = await cpuOver(idleSeconds);
    const open = waiters.map(({ url, token }) => request<{ items: unknown[] }>(`${url}/inbox?wait=50`, { token }));
    await pause(5000);
    idleCpus.push(((await cpuOver(idleSeconds)) - before) / idleSeconds);
    const round = await loadRound(load, service.pid);
    for (const { data } of await Promise.all(open)) if (data.items.length > 0) woken++;
    return round;
  };
  const rounds = await contest({ without: () => loadRound(load, service.pid), with: withWaiters }, quick ? 1 : 3);
  const perMessage = Math.max(0, medianOf(rounds.with, 'cpuUs') - medianOf(rounds.without, 'cpuUs'));
  const idle = Math.max(0, idleCpus.reduce((sum, cpus) => sum + cpus, 0) / idleCpus.length);
  return { rounds, woken, agents: waiters.length, idle, beside: idle + (perMessage * 1000) / 1e6 };
};
const waiting = await waitAtInboxes();

const always = [{ atLeast: 1 }, { atLeast: 1 }] as const;
await report(options, {
  name: 'streams',
  question,
  figures: [
    figure('streams', streams),
    figure('messages sent a second', sent / seconds, '', { atLeast: 0.95 * perSecond }),
    figure('frames delivered', steady.frames),
    figure('streams that got every event once and in order', steady.complete / streams, '×', ...always),
    figure('latency p50', steady.p50Ms, 'ms'),
    figure('latency p99', steady.p99Ms, 'ms', ...atMost(20, 1000)),
    figure('latency, the longest', steady.maxMs, 'ms'),
    figure('CPUs of the server', serverCpus),
    figure('memory of the server, at most', steadyMemory.peak, 'MB', { atMost: 160 }),
    figure('stalled reader cut off', stalled.isCut ? 1 : 0, '', ...always),
    figure('unsent when it was cut off', stalled.backlogKb, 'KB', ...atMost(512, 1024)),
    figure('all others got every event once and in order', stalled.complete, '×', ...always),
    figure('latency p99 of the 500 meanwhile', stalled.p99Ms, 'ms', { atMost: 100 }),
    figure('memory of the server at the end', stalled.memoryMb, 'MB', { atMost: 300 }),
    figure('inboxes without news', medianOf(reads.inbox, 'perSecond'), '/s'),
    figure(
      'inboxes for each page of messages',
      medianOf(reads.inbox, 'perSecond') / medianOf(reads.messages, 'perSecond'),
      '×',
      ...atLeast(1, 0.1),
    ),
    figure(
      'processor time of an inbox over 1,000 seats, for each of one seat',
      medianOf(reads.key, 'cpuUs') / medianOf(reads.inbox, 'cpuUs'),
      '×',
      { atMost: 1.5 },
    ),
    figure('agents that wait', waiting.agents),
    figure('waits that ended though nothing concerned them', waiting.woken, '', ...atMost(0, 0)),
    figure('waiting, beside 1,000 messages a second', waiting.beside * 100, '% of a core', { atMost: 5 }),
    figure('waiting, while nothing happens', waiting.idle * 100, '% of a core', { atMost: 5 }),
  ],
  details: [roundsDetail('Reads', reads), roundsDetail('Messages without and with waiting agents', waiting.rounds)],
});
