import { call } from '@pairspace/testkit/call';
import { cpuSeconds, type RunningServer } from '@pairspace/testkit/process';
import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';
import { setTimeout as pause } from 'node:timers/promises';
import { Subscribers } from './subscribers.ts';

interface CrossingOptions {
  /** The node that gets the messages. */
  here: RunningServer;
  /** The node whose subscribers get the events. */
  there: RunningServer;
  followers: number;
  perSecond: number;
  seconds: number;
  /** The duration of the same traffic before the measurement. */
  warmUpSeconds: number;
}

export interface Crossing {
  /** The time from before a POST on one node to the event’s arrival at a subscriber of the other. */
  p50Ms: number;
  p99Ms: number;
  /** The time from before a POST to its answer. */
  postP99Ms: number;
  /** Processor time of each node per message, in microseconds. */
  hereUs: number;
  thereUs: number;
}

/** Posts at a steady rate on one node, to a session with followers on another node. */
export const measureCrossing = async ({
  here,
  there,
  followers,
  perSecond,
  seconds,
  warmUpSeconds,
}: CrossingOptions): Promise<Crossing> => {
  const session = await createSession(here.url);
  const seenThere = { ...session, url: session.url.replace(here.url, there.url) };
  using subscribers = await Subscribers.open(seenThere, followers);
  const collect = async (messages: number) => {
    const collected = await subscribers.collect(messages + 1);
    if (collected.complete !== followers) throw new Error('A subscriber did not get every event once and in order.');
    return collected;
  };
  await postEvenly(session, perSecond, warmUpSeconds);
  await collect(perSecond * warmUpSeconds);
  const before = [cpuSeconds(here.pid), cpuSeconds(there.pid)] as const;
  const postTimes = await postEvenly(session, perSecond, seconds);
  const { p50Ms, p99Ms } = await collect(perSecond * (warmUpSeconds + seconds));
  const cpuUs = (pid: number, used: number): number => ((cpuSeconds(pid) - used) * 1e6) / (perSecond * seconds);
  return {
    p50Ms,
    p99Ms,
    postP99Ms: quantile(postTimes, 0.99),
    hereUs: cpuUs(here.pid, before[0]),
    thereUs: cpuUs(there.pid, before[1]),
  };
};

/** Sends each message at its time, without waiting for earlier answers; returns the duration of each request. */
const postEvenly = async ({ url, token }: OpenSession, perSecond: number, seconds: number): Promise<number[]> => {
  const sent: Promise<number>[] = [];
  const beganAt = performance.now();
  for (let count = 0; count < perSecond * seconds; count++) {
    const early = beganAt + (count * 1000) / perSecond - performance.now();
    if (early > 0) await pause(early);
    const at = Number(process.hrtime.bigint()) / 1e6;
    const body = { content: `at=${at.toFixed(6)} ${'m'.repeat(250)}` };
    sent.push(call(`${url}/messages`, { token, body }).then(() => Number(process.hrtime.bigint()) / 1e6 - at));
  }
  return Promise.all(sent);
};
