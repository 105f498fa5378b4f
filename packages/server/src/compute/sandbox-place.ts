import type { Sandbox } from '@pairspace/sandbox';
import { isoTime } from '../lib/clock.ts';
import type { Place } from './place.ts';

/** This machine, with its sandbox and so much memory for all jobs. */
export const sandboxPlace = (
  sandbox: Pick<Sandbox, 'isolation' | 'runtimes' | 'hostMemoryMb'>,
  memoryMb: number,
): Place => ({
  mode: 'on',
  runtimes: () => sandbox.runtimes.map(({ name, engine, available, reason }) => ({ name, engine, available, reason })),
  isolation: () => {
    const { walls, selfTest } = sandbox.isolation;
    const { passedAt, failures } = selfTest;
    return {
      walls: { ...walls },
      selfTest: { passedAt: passedAt === null ? null : isoTime(passedAt), failures: [...failures] },
    };
  },
  hasRoomFor: (type, wantedMb) => sandbox.hostMemoryMb(type, wantedMb) <= memoryMb,
});
