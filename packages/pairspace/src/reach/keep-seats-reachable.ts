import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@pairspace/client';
import { mostNamedSessions } from '@pairspace/protocol';
import type { Identity } from '../seats/identity.ts';
import type { Seat, SeatStore } from '../seats/seat-store.ts';
import { hasLostAccess, SharedWait } from './shared-wait.ts';
import { keepReachable, type WakerOptions } from './waker.ts';

interface Options extends Pick<WakerOptions, 'files' | 'adapters' | 'signal' | 'timing'> {
  identity: Identity;
  seats: SeatStore;
  /** The agent key of the program at a service. Throws where the file of the keys cannot be read. */
  keyAt: (service: string) => string | undefined;
  /** The seats of the conversation that is woken; without it, all of the identity. */
  holds?: (own: readonly Seat[]) => readonly Seat[];
  reopenCheckMs?: number;
}

interface Keeper {
  token: string;
  stop: AbortController;
  ended: Promise<void>;
}

/** The greatest number of sessions; an agent in more sessions is reached in the newest. */
const mostSeats = 20;
const lookMs = 2000;

/** Keeps a seat reachable until it is lost or the signal aborts: a completed session can be opened again. */
const keepSeat = async (options: WakerOptions, reopenCheckMs: number): Promise<void> => {
  const { client, seat, signal } = options;
  const { sessionId } = seat;
  for (let isOpen = true; !signal.aborted;) {
    // A failure, such as of a write, is not final: the next round tries again.
    if (isOpen) await keepReachable(options).catch(() => undefined);
    await pause(reopenCheckMs, undefined, { signal }).catch(() => undefined);
    try {
      isOpen = (await client.getSession({ sessionId }, { signal })).status !== 'completed';
    } catch (error) {
      if (hasLostAccess(error)) return;
      isOpen = false;
    }
  }
};

/** Keeps an agent reachable in all its sessions, later and reopened ones too. Returns when the signal aborts. */
export const keepSeatsReachable = async (options: Options): Promise<void> => {
  const { identity, seats, signal, keyAt, holds, reopenCheckMs = 60_000, ...around } = options;
  const keepers = new Map<string, Keeper>();
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
    if (key === undefined || keepers.size > mostNamedSessions) return undefined;
    const name = JSON.stringify([service, key]);
    const wait = shared.get(name) ?? new SharedWait(service, key, signal);
    shared.set(name, wait);
    return (await wait.covers(sessionId)) ? wait : undefined;
  };
  const runKeeper = async (seat: Seat, untilReplaced: AbortSignal): Promise<void> => {
    const client = createClient({ baseUrl: seat.service, token: seat.token });
    const until = AbortSignal.any([signal, untilReplaced]);
    await keepSeat({ seat, client, signal: until, sharedWait: await sharedWaitOf(seat), ...around }, reopenCheckMs);
  };
  const start = (seat: Seat): void => {
    const name = JSON.stringify([seat.service, seat.sessionId, seat.agentId]);
    const earlier = keepers.get(name);
    // A new token means that the seat was joined again or recovered.
    if (earlier?.token === seat.token) return;
    earlier?.stop.abort();
    const stop = new AbortController();
    // The previous loop ends first, because it writes the final state of its adapters.
    const ended = Promise.resolve(earlier?.ended).then(() => runKeeper(seat, stop.signal));
    keepers.set(name, { token: seat.token, stop, ended: ended.catch(() => undefined) });
  };
  while (!signal.aborted) {
    const own = await seats.own(identity);
    for (const seat of (holds?.(own) ?? own).slice(0, mostSeats)) start(seat);
    await pause(lookMs, undefined, { signal }).catch(() => undefined);
  }
  await Promise.all(Array.from(keepers.values(), ({ ended }) => ended));
};
