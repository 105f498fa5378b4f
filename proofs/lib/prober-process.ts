import { createHash } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { threadTimes } from '@pairspace/testkit/thread-times';

/** The servers to probe: the service, and an idle server. */
interface Targets {
  service: string;
  control: string;
  /** The process of the service. */
  pid: number;
}

const pauseMs = 2;
const spinMs = 10;
const spins = 50;
const settleMs = 100;

const targets = JSON.parse(process.argv[2] ?? '') as Targets;
const agent = new Agent({ keepAlive: true });

const ask = (url: string): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  get(url, { agent }, (response) => {
    response.resume().once('end', resolve).once('error', reject);
  }).on('error', reject);
  return promise;
};

/** Sends requests without end; records the longest wait since the last report. */
const probe = (url: string) => {
  let longest = 0;
  let longestOwn = 0;
  let sentAt = performance.now();
  let before = threadTimes(targets.pid);
  let isUnderWay = false;
  const note = (): void => {
    const waitMs = performance.now() - sentAt;
    longest = Math.max(longest, waitMs);
    // If no other process used the processor meanwhile, the whole wait is the service's own.
    const now = threadTimes(targets.pid);
    const wasAlone = now.preempted === before.preempted;
    longestOwn = Math.max(longestOwn, wasAlone ? waitMs : Math.min(waitMs, now.cpuMs - before.cpuMs));
  };
  const run = async (): Promise<void> => {
    for (;;) {
      before = threadTimes(targets.pid);
      sentAt = performance.now();
      isUnderWay = true;
      await ask(url).catch(() => pause(spinMs));
      isUnderWay = false;
      note();
      await pause(pauseMs);
    }
  };
  void run();
  return () => {
    if (isUnderWay) note();
    const found = { waitMs: longest, ownMs: longestOwn };
    longest = 0;
    longestOwn = 0;
    return found;
  };
};

/** The processor time of `work` on the machine for which the limits were set. */
const usualWorkMs = 10;
const workTries = 5;
const words = Array.from({ length: 20_000 }, (_, at) => ({ id: at, word: at.toString(36) }));

/** New memory, a hash and JSON. */
const work = (): void => {
  createHash('sha256')
    .update(Buffer.alloc(2 ** 22, JSON.stringify(words)))
    .digest();
  JSON.parse(JSON.stringify(words));
};

/** The ratio of processor time for some work on this machine to the usual one; 1 on a machine that is as fast. */
const slownessOfProcessor = (): number => {
  const times = Array.from({ length: workTries }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.max(1, Math.min(...times) / usualWorkMs);
};

/** The ratio of elapsed time to processor time for some work on this machine. */
const slownessOfLoad = (): number => {
  const began = performance.now();
  const { user, system } = process.cpuUsage();
  for (let spin = 0; spin < spins; spin++) {
    const until = performance.now() + spinMs;
    while (performance.now() < until) continue;
  }
  const used = process.cpuUsage({ user, system });
  return ((performance.now() - began) * 1000) / (used.user + used.system);
};

const found = { service: probe(targets.service), control: probe(targets.control) };
process.on('message', (question) => {
  void (async () => {
    if (question === 'waits') {
      const { waitMs: serviceMs, ownMs } = found.service();
      process.send?.({ serviceMs, ownMs, controlMs: found.control().waitMs });
      return;
    }
    const measured = slownessOfLoad() * slownessOfProcessor();
    // Requests that were under way during the measurement waited for this process alone.
    await pause(settleMs);
    found.service();
    found.control();
    process.send?.({ slowness: measured });
  })();
});
process.on('disconnect', () => process.exit(0));
process.send?.('started');
