import { parentPort } from 'node:worker_threads';
import { invariant } from '../lib/invariant.ts';
import { Repeat } from '../lib/repeat.ts';
import { IndexFollower } from './index-follower.ts';
import { openSearch, type SearchPlace } from './place.ts';

/** Messages of the service to the thread that fills the index. */
export type ToFollower =
  { open: SearchPlace } | { moved: readonly string[]; isUrgent: boolean } | { ping: number } | { close: true };

/** Messages of the thread to the service. */
export type FromFollower = { followed: [sessionId: string, seq: number][] } | { pong: number } | { error: unknown };

/** The interval at which a process indexes sessions that another left behind when it ended. */
const rescanMs = 30_000;

invariant(parentPort, 'this file runs as a worker thread');
const port = parentPort;
const tell = (message: FromFollower): void => {
  port.postMessage(message);
};
const onError = (error: unknown): void => {
  tell({ error });
};

let opened: Promise<{ follower: IndexFollower; close: () => Promise<void> }> | undefined;

const open = async (place: SearchPlace) => {
  const { store, source } = await openSearch(place);
  const onFollowed = (followed: [sessionId: string, seq: number][]): void => {
    tell({ followed });
  };
  const follower = new IndexFollower({ store, source, onFollowed, onError });
  const rescan =
    'databaseUrl' in place ? new Repeat(() => follower.addBehind(), { pauseMs: () => rescanMs, onError }) : undefined;
  const scanned = follower.addBehind().catch(onError);
  return {
    follower,
    close: async () => {
      const closed = follower.close();
      await Promise.all([closed, scanned, rescan?.[Symbol.asyncDispose]()]);
      await Promise.all([store[Symbol.asyncDispose](), source[Symbol.asyncDispose]()]);
    },
  };
};

const receive = async (message: ToFollower): Promise<void> => {
  if ('open' in message) {
    opened = open(message.open);
    return;
  }
  const parts = await opened;
  if (!parts) return;
  if ('moved' in message) parts.follower.add(message.moved, message.isUrgent);
  else if ('ping' in message) {
    await parts.follower.caughtUp();
    tell({ pong: message.ping });
  } else {
    await parts.close();
    port.close();
  }
};

port.on('message', (message: ToFollower) => {
  receive(message).catch((error: unknown) => {
    onError(error);
    // The service starts a new thread for its next message, which tries again to open the index.
    port.close();
  });
});
