import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, pidOf } from './process.ts';

const readyWithinMs = 10_000;
const places = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];

/** A separate NATS server on a loopback port; it stores nothing. */
export interface LocalNats extends AsyncDisposable {
  url: string;
  port: number;
  pid: () => number;
  stop: () => Promise<void>;
  start: () => Promise<void>;
}

/** Undefined if this machine has no NATS. */
export const findNats = (): string | undefined => places.find((place) => existsSync(place));

export const startNats = async (): Promise<LocalNats> => {
  const program = findNats();
  if (program === undefined) throw new Error('This machine has no NATS: apt-get install nats-server');
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(program, ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    await untilListening(port);
  };
  const stop = async (): Promise<void> => {
    const running = child;
    child = undefined;
    if (running?.exitCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGKILL');
    await exited;
  };
  const pid = (): number => {
    if (child === undefined) throw new Error('NATS does not run.');
    return pidOf(child);
  };
  await start();
  return { url: `nats://127.0.0.1:${String(port)}`, port, pid, start, stop, [Symbol.asyncDispose]: stop };
};

const untilListening = async (port: number): Promise<void> => {
  const deadline = performance.now() + readyWithinMs;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (cause) {
      if (performance.now() > deadline) throw new Error('NATS does not answer.', { cause });
      await pause(20);
    } finally {
      socket.destroy();
    }
  }
};
