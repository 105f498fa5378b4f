import type { Runtime, Sandbox } from '@pairspace/sandbox';
import { isoTime } from '../lib/clock.ts';
import type { ComputeBackend } from './compute-backend.ts';

/** The sandbox of this machine, with failures of its self-test. */
export const sandboxBackend = (
  sandbox: Pick<Sandbox, 'isolation' | 'runtimes' | 'memoryBudgetMb' | 'hostMemoryMb'>,
  refused: ReadonlySet<Runtime>,
): ComputeBackend => ({
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
  whyRefused: (type) =>
    refused.has(type) ? (sandbox.runtimes.find(({ name }) => name === type)?.reason ?? 'it is switched off') : null,
  hasRoomFor: (type, wantedMb) => sandbox.hostMemoryMb(type, wantedMb) <= sandbox.memoryBudgetMb,
});
