import { type Identity, isOwn } from '../seats/identity.ts';
import type { Seat, SeatStore } from '../seats/seat-store.ts';
import { heldPointer } from './pointer.ts';
import type { ReachFiles } from './reach-files.ts';

interface Options {
  identity: Identity;
  seats: SeatStore;
  files: ReachFiles;
  paths: readonly string[];
  signal: AbortSignal;
}

/** The number of sessions that one run examines, because a program waits for it. */
const mostSeats = 5;
/** The pause after a failed request to the service. */
const awayMs = 60_000;
/** The number of tasks that are remembered as told. */
const mostTold = 100;

/** The text for an agent that is about to change paths which other agents' tasks hold: a line per session (DOOR-56). */
export const warnOfHeldPaths = async ({ identity, seats, paths, ...options }: Options): Promise<string> => {
  if (paths.length === 0) return '';
  const own = (await seats.list()).filter((seat) => seat.kind === 'agent' && isOwn(seat, identity));
  const pointers = await Promise.all(
    own.slice(0, mostSeats).map((seat) => warnAt(seat, paths, options).catch(() => undefined)),
  );
  return pointers.filter((pointer) => pointer !== undefined).join('\n');
};

const warnAt = async (
  seat: Seat,
  paths: readonly string[],
  { files, signal }: Pick<Options, 'files' | 'signal'>,
): Promise<string | undefined> => {
  const { told, restsUntil } = await files.heldPaths(seat);
  if (Date.now() < restsUntil) return undefined;
  try {
    // The client is loaded only here, because most hooks do not need it.
    const { holdersOf } = await import('../guard/held-paths.ts');
    const held = await holdersOf(seat, paths, signal);
    const fresh = held.find(({ task }) => !told.includes(keyOf(task)));
    if (!fresh) return undefined;
    const keys = held.map(({ task }) => keyOf(task));
    await files.keepHeldPaths(seat, { told: [...new Set([...told, ...keys])].slice(-mostTold), restsUntil: 0 });
    return heldPointer(seat, { number: fresh.task.number, by: fresh.task.assignee?.agentId ?? '' });
  } catch {
    await files.keepHeldPaths(seat, { told, restsUntil: Date.now() + awayMs });
    return undefined;
  }
};

/** The key contains the number of attempts, so a task that another agent claims anew is announced again. */
const keyOf = ({ id, attempts }: { id: string; attempts: number }): string => `${id} ${String(attempts)}`;
