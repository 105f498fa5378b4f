import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@pairspace/client';
import { mostNamedSessions } from '@pairspace/protocol';
import { type Identity, isOwn } from '../seats/identity.ts';
import type { Seat, SeatStore } from '../seats/seat-store.ts';
import { hasLostAccess } from './has-lost-access.ts';
import type { ReachFiles } from './reach-files.ts';
import { SharedWait } from './shared-wait.ts';
import { keepReachable, type WakerOptions, type WakerTiming } from './waker.ts';
import type { WakeAdapter } from './wake-adapter.ts';

interface Options {
  identity: Identity;
  seats: SeatStore;
  files: ReachFiles;
  adapters: readonly WakeAdapter[];
  signal: AbortSignal;
  /** The agent key of the program at a service. Throws where the file of the keys cannot be read. */
  keyAt: (service: string) => string | undefined;
  timing?: WakerTiming | undefined;
  /** The pause before it is asked whether a completed session was opened again. */
  againMs?: number;
}

/** The work for one seat. */
interface Keeper {
  token: string;
  stop: AbortController;
  ended: Promise<void>;
}

/** The greatest number of sessions; an agent in more sessions is reached in the newest. */
const mostSeats = 20;
const lookMs = 2000;

/** Follows a seat until it is gone or the signal aborts: a completed session may be opened again. */
const keepSeat = async (options: WakerOptions, againMs: number): Promise<void> => {
  const { client, seat, signal } = options;
  const { sessionId } = seat;
  for (let isOpen = true; !signal.aborted;) {
    // Files that cannot be written now may be writable later.
    if (isOpen) await keepReachable(options).catch(() => undefined);
    await pause(againMs, undefined, { signal }).catch(() => undefined);
    try {
      isOpen = (await client.getSession({ sessionId }, { signal })).status !== 'completed';
    } catch (error) {
      if (hasLostAccess(error)) return;
      isOpen = false;
    }
  }
};

/**
 * Keeps the agent of a program reachable in every session that it is in, also in those that it joins later, by command or
 * by tool, and in those that are opened again. Returns when the signal aborts.
 */
export const keepSeatsReachable = async (options: Options): Promise<void> => {
  const { identity, seats, signal, keyAt, againMs = 60_000, ...around } = options;
  const begun = new Map<string, Keeper>();
  const shared = new Map<string, SharedWait>();
  const keyOf = (service: string): string | undefined => {
    try {
      return keyAt(service);
    } catch {
      return undefined;
    }
  };
  const sharedWaitOf = async ({ service, sessionId }: Seat): Promise<SharedWait | undefined> => {
    const key = keyOf(service);
    if (key === undefined || begun.size > mostNamedSessions) return undefined;
    const name = JSON.stringify([service, key]);
    const wait = shared.get(name) ?? new SharedWait(service, key, signal);
    shared.set(name, wait);
    return (await wait.covers(sessionId)) ? wait : undefined;
  };
  const keepOne = async (seat: Seat, untilTaken: AbortSignal): Promise<void> => {
    const client = createClient({ baseUrl: seat.service, token: seat.token });
    const until = AbortSignal.any([signal, untilTaken]);
    await keepSeat({ seat, client, signal: until, sharedWait: await sharedWaitOf(seat), ...around }, againMs);
  };
  const begin = (seat: Seat): void => {
    const name = JSON.stringify([seat.service, seat.sessionId, seat.agentId]);
    const earlier = begun.get(name);
    // A seat that was taken anew, or recovered, has a new token.
    if (earlier?.token === seat.token) return;
    earlier?.stop.abort();
    const stop = new AbortController();
    // The earlier work writes the last state of its adapters before the new one writes its own.
    const ended = Promise.resolve(earlier?.ended).then(() => keepOne(seat, stop.signal));
    begun.set(name, { token: seat.token, stop, ended: ended.catch(() => undefined) });
  };
  while (!signal.aborted) {
    const own = (await seats.list()).filter((seat) => seat.kind === 'agent' && isOwn(seat, identity));
    for (const seat of own.slice(0, mostSeats)) begin(seat);
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(Array.from(begun.values(), ({ ended }) => ended));
};
