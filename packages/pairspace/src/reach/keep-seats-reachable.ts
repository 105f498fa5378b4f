import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@pairspace/client';
import { mostNamedSessions } from '@pairspace/protocol';
import { type Identity, isOwn } from '../seats/identity.ts';
import type { Seat, SeatStore } from '../seats/seat-store.ts';
import type { ReachFiles } from './reach-files.ts';
import { SharedWait } from './shared-wait.ts';
import { keepReachable, type WakerTiming } from './waker.ts';
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
}

/** The greatest number of sessions; an agent in more sessions is reached in the newest. */
const mostSeats = 20;
const lookMs = 2000;

/**
 * Keeps the agent of a program reachable in every session that it is in, also in those that it joins later, by command or
 * by tool. Returns when the signal aborts.
 */
export const keepSeatsReachable = async ({ identity, seats, signal, keyAt, ...around }: Options): Promise<void> => {
  const begun = new Map<string, Promise<void>>();
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
  const keepOne = async (seat: Seat): Promise<void> => {
    const client = createClient({ baseUrl: seat.service, token: seat.token });
    await keepReachable({ seat, client, signal, sharedWait: await sharedWaitOf(seat), ...around });
  };
  while (!signal.aborted) {
    const own = (await seats.list()).filter((seat) => seat.kind === 'agent' && isOwn(seat, identity));
    for (const seat of own.slice(0, mostSeats)) {
      // A seat that was taken anew has a new token.
      const name = JSON.stringify([seat.service, seat.sessionId, seat.agentId, seat.takenAt]);
      if (begun.has(name)) continue;
      begun.set(name, keepOne(seat));
    }
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(begun.values());
};
