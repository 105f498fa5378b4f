import type { Message } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { cpuSeconds, residentMb } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { StalledReader } from './lib/stalled-reader.ts';
import { Subscribers } from './lib/subscribers.ts';

const question = `Does every live stream get everything soon? 500 streams follow one session that gets 100 messages of
300 characters a second for 20 s; latency is from the sender's clock in the message to its arrival, the durable write
included. Then, while that goes on, a reader of a second session, which 8 others follow too, stops reading, and that
session gets 20 MB: the stalled reader must be cut off at about 256 KB of backlog, and nobody else may notice.`;

const options = readOptions();
const streams = options.quick ? 100 : 500;
const perSecond = options.quick ? 50 : 100;
const seconds = options.quick ? 4 : 20;
const besideStalled = 8;
const largeCharacters = 60_000;
const largeMessages = Math.ceil(20e6 / largeCharacters);

/** The message contains its time of sending, by the clock that all processes of a machine share. */
const post = ({ url, token }: OpenSession, characters: number): Promise<Message> => {
  const at = `at=${(Number(process.hrtime.bigint()) / 1e6).toFixed(3)} `;
  return call<Message>(`${url}/messages`, { token, body: { content: at.padEnd(characters, 'm') } });
};

/** Sends at a steady rate, without waiting for answers. */
const sendSteadily = async (session: OpenSession, isOver: () => boolean) => {
  const start = performance.now();
  const posts: Promise<Message>[] = [];
  while (!isOver()) {
    posts.push(post(session, 300));
    await pause(Math.max(0, start + (posts.length * 1000) / perSecond - performance.now()));
  }
  const messages = await Promise.all(posts);
  return { sent: messages.length, lastSeq: Math.max(...messages.map(({ seq }) => seq)) };
};

const openStreams = async (base: string): Promise<number> => {
  const metrics = await (await fetch(`${base}/metrics`)).text();
  return Number(/^pairspace_streams (\d+)$/m.exec(metrics)?.[1]);
};

await using scratch = await scratchFolder(options.folder);
await using service = await startService({ folder: join(scratch.path, 'service'), file: options.server });

const session = await createSession(service.url);
using everyone = await Subscribers.open(session, streams);
const end = performance.now() + seconds * 1000;
const [cpuBefore, loadBefore] = [cpuSeconds(service.pid), cpuSeconds(everyone.pid)];
const { sent, lastSeq } = await sendSteadily(session, () => performance.now() >= end);
const steady = await everyone.collect(lastSeq);
const serverCpus = (cpuSeconds(service.pid) - cpuBefore) / seconds;
const subscriberCpus = (cpuSeconds(everyone.pid) - loadBefore) / seconds;
const steadyMemory = residentMb(service.pid);

const second = await createSession(service.url);
using others = await Subscribers.open(second, besideStalled);
using stalled = await StalledReader.open(second);
let isSent = false;
const meanwhile = sendSteadily(session, () => isSent);
let bytesAtCut: number | undefined;
let lastLarge = 0;
for (let large = 0; large < largeMessages; large++) {
  lastLarge = (await post(second, largeCharacters)).seq;
  if (bytesAtCut === undefined && (await openStreams(service.url)) === streams + besideStalled) {
    bytesAtCut = (await others.collect(lastLarge)).bytesEach;
  }
}
isSent = true;
const during = await everyone.collect((await meanwhile).lastSeq);
const beside = await others.collect(lastLarge);
const memory = residentMb(service.pid);
const backlogKb = bytesAtCut === undefined ? Infinity : (bytesAtCut - (await stalled.drain())) / 1024;

await report(
  {
    name: 'stream',
    question,
    figures: [
      { name: 'streams', value: streams, unit: '' },
      { name: 'messages sent a second', value: sent / seconds, unit: '', goal: { atLeast: 0.95 * perSecond } },
      { name: 'frames delivered', value: steady.frames, unit: '' },
      {
        name: 'streams that got every event once and in order',
        value: steady.complete / streams,
        unit: '×',
        goal: { atLeast: 1 },
        sanity: { atLeast: 1 },
      },
      { name: 'latency p50', value: steady.p50Ms, unit: 'ms' },
      {
        name: 'latency p99',
        value: steady.p99Ms,
        unit: 'ms',
        goal: { atMost: 20 },
        sanity: { atMost: 1000 },
      },
      { name: 'latency, the longest', value: steady.maxMs, unit: 'ms' },
      { name: 'CPUs of the server', value: serverCpus, unit: '' },
      { name: 'CPUs of the subscribers', value: subscriberCpus, unit: '' },
      {
        name: 'memory of the server, at most',
        value: steadyMemory.peak,
        unit: 'MB',
        goal: { atMost: 160 },
      },
      {
        name: 'stalled reader cut off',
        value: bytesAtCut === undefined ? 0 : 1,
        unit: '',
        goal: { atLeast: 1 },
        sanity: { atLeast: 1 },
      },
      {
        name: 'unsent when it was cut off',
        value: backlogKb,
        unit: 'KB',
        goal: { atMost: 512 },
        sanity: { atMost: 1024 },
      },
      {
        name: 'all others got every event once and in order',
        value: (during.complete + beside.complete) / (streams + besideStalled),
        unit: '×',
        goal: { atLeast: 1 },
        sanity: { atLeast: 1 },
      },
      { name: 'latency p99 of the 500 meanwhile', value: during.p99Ms, unit: 'ms', goal: { atMost: 100 } },
      { name: 'latency p99 beside the stalled reader', value: beside.p99Ms, unit: 'ms' },
      { name: 'memory of the server at the end', value: memory.now, unit: 'MB', goal: { atMost: 300 } },
    ],
  },
  options,
);
