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
/** The rest after the service did not respond. */
const awayMs = 60_000;
/** The number of tasks that are remembered as told. */
const mostTold = 100;

/** The text for an agent that is about to change paths which tasks of others hold: a line for each session (DOOR-56). */
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
    // The client is only loaded when it is needed, and not all of it.
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

/** A task that another agent takes anew is told anew. */
const keyOf = ({ id, attempts }: { id: string; attempts: number }): string => `${id} ${String(attempts)}`;
