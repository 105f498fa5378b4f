import { type Limits, rateLimited, ServiceError } from '@pairspace/protocol';
import { availableParallelism } from 'node:os';
import { SharedTurns } from '../lib/turns.ts';
import { Quota, tooManyOpen } from './quota.ts';
import type { Rate } from './rate-limit.ts';
import { type CreationRates, RequestLimits } from './request-limits.ts';
import { SharedLimit } from './shared-limit.ts';

/** The share of the limits of process and session that is reserved for callers with a token of the session (NET-12). */
const keptForMembers = 1 / 5;

/** The bytes of answers that the process holds at once, in total and for one address. */
const answersBytes = 32 * 2 ** 20;
const answersPerAddressBytes = 22 * 2 ** 20;

interface LimitSettings {
  limits: Limits;
  requestRate: Rate;
  creationRates: CreationRates;
  inviteRate: Rate;
  inviteSessionRate: Rate;
  exportsAtOnce: number;
  exportWaitMs: number;
  /** Whether other machines can reach the service. */
  isExposed: boolean;
}

/** Imports that one process runs at once. */
const importsAtOnce = 2;

const recoveryRate = { count: 10, windowMs: 3_600_000 };

/** The limits across all nodes. */
const sharedLimits = ({
  inviteRate,
  inviteSessionRate,
  requestRate,
}: Pick<LimitSettings, 'inviteRate' | 'inviteSessionRate' | 'requestRate'>) => ({
  wrongCodes: new SharedLimit('wrong invite codes', { perSubject: inviteRate, perSession: inviteSessionRate }),
  /** The limit protects a full session, which still accepts recoveries (SEAT-16). */
  recoveries: new SharedLimit('recoveries of this seat', {
    perSubject: requestRate === 'off' ? 'off' : recoveryRate,
    perSession: 'off',
  }),
});

/** The limits of a process. docs/architecture/limits.md tells when a request meets each of them. */
export type ServiceLimits = ReturnType<typeof createServiceLimits>;

export const createServiceLimits = ({ limits, exportsAtOnce, exportWaitMs, isExposed, ...rates }: LimitSettings) => ({
  /** Connections of an address (NET-10). */
  connections: new Quota({ most: { address: limits.connectionsPerAddress }, refusal: tooManyOpen('connections') }),
  /** Requests that are being handled (ERR-10). */
  requestsAtWork: new Quota({ most: { process: limits.requestsAtOnce }, refusal: overloaded }),
  /** Rates of requests by address and client, and of creations by strangers (NET-8, LIM-6, NET-14). */
  requests: new RequestLimits(rates),
  /** Bytes of bodies of unanswered requests. */
  bodies: new Quota({
    most: { process: limits.bodiesBytes, address: limits.bodiesPerAddressBytes },
    refusal: tooManyBodyBytes,
  }),
  /** Turns of the event loop in which answers are read and made. */
  reads: new SharedTurns(),
  /** Bytes of answers that are being made, or that clients have not taken yet. */
  answers: new Quota({
    most: { process: answersBytes, address: answersPerAddressBytes },
    keptForMembers,
    refusal: tooManyAnswerBytes,
  }),
  /** Exports and sites; each holds a snapshot of the database (EXP-9). */
  exports: new Quota({
    most: { process: exportsAtOnce, address: isExposed ? Math.ceil(exportsAtOnce / 2) : exportsAtOnce },
    keptForMembers,
    refusal: () => rateLimited('Too many exports are running.', 5),
  }),
  /** The longest wait of an export for its turn. */
  exportWaitMs,
  /** Tasks that render sites. A processor stays free for other work (EXP-10). */
  rendering: new Quota({
    most: { process: Math.max(1, availableParallelism() - 1) },
    refusal: tooManyOpen('sites'),
  }),
  /** Waiting requests (LIM-5, NET-11). */
  waits: new Quota({
    most: { process: limits.waitsPerProcess, session: limits.waitsPerSession, address: limits.waitsPerAddress },
    keptForMembers,
    refusal: tooManyOpen('waits'),
  }),
  /** Live streams (LIM-5, NET-11). */
  streams: new Quota({
    most: { process: limits.streamsPerProcess, session: limits.streamsPerSession, address: limits.streamsPerAddress },
    keptForMembers,
    refusal: tooManyOpen('live streams'),
  }),
  /** Imports; each has a thread (IMP-9). */
  imports: new Quota({
    most: { process: importsAtOnce, address: isExposed ? 1 : importsAtOnce },
    refusal: () => rateLimited('Too many imports are running.', 5),
  }),
  ...sharedLimits(rates),
});

function overloaded(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'The service is at its limit of concurrent requests. Try again.', {
    details: { reason: 'overloaded', retryAfterSeconds: 1 },
  });
}

function tooManyBodyBytes(level: string): ServiceError {
  if (level === 'address') {
    return rateLimited('Too many bytes of request bodies from this address are under way.', 1);
  }
  return new ServiceError('UNAVAILABLE', 'The request bodies in progress take too much memory. Try again.', {
    details: { retryAfterSeconds: 1 },
  });
}

function tooManyAnswerBytes(level: string): ServiceError {
  if (level === 'address') return rateLimited('Too many bytes of answers to this address are under way.', 5);
  return new ServiceError('UNAVAILABLE', 'The answers in progress take too much memory. Try again.', {
    details: { reason: 'overloaded', retryAfterSeconds: 5 },
  });
}
