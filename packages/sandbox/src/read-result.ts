import type { SandboxFailure } from './sandbox.ts';

/** The child's report about the end of its job. */
export interface ChildResult {
  exitCode: number;
  reason: Extract<SandboxFailure, 'exit' | 'memory' | 'disk' | 'sandbox_violation'>;
  message: string | null;
  memoryBytes: number;
  diskBytes: number;
  cpuMs: number;
}

const reasons: readonly string[] = ['exit', 'memory', 'disk', 'sandbox_violation'];
const maxMessageLength = 1_000;

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** The report is untrusted; throws if it is invalid. */
export const readResult = (payload: Buffer): ChildResult => {
  const value: unknown = JSON.parse(payload.toString());
  if (typeof value !== 'object' || value === null) throw new TypeError('a result that is no object');
  const { exitCode, reason, message, memoryBytes, diskBytes, cpuMs } = value as Record<string, unknown>;
  if (!isAmount(exitCode) || exitCode > 255 || !Number.isInteger(exitCode)) throw new TypeError('no exit code');
  if (typeof reason !== 'string' || !reasons.includes(reason)) throw new TypeError('no known reason');
  if (!isAmount(memoryBytes) || !isAmount(diskBytes) || !isAmount(cpuMs)) throw new TypeError('no usage');
  return {
    exitCode,
    reason: reason as ChildResult['reason'],
    message: typeof message === 'string' ? message.slice(0, maxMessageLength) : null,
    memoryBytes,
    diskBytes,
    cpuMs,
  };
};
