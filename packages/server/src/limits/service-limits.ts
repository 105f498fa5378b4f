import { type Limits, rateLimited, ServiceError } from '@pairspace/protocol';
import { type Holder, Places, tooManyOpen } from './places.ts';
import { RateLimit, type Rate } from './rate-limit.ts';
import { type CreationRates, RequestLimits } from './request-limits.ts';

interface LimitSettings {
  limits: Limits;
  requestRate: Rate;
  creationRates: CreationRates;
  inviteRate: Rate;
  inviteSessionRate: Rate;
  exportsAtOnce: number;
  /** Whether other machines can reach the service. */
  isExposed: boolean;
}

/** Imports that one process runs at once. */
const importsAtOnce = 2;

const recoveryRate = { count: 10, windowMs: 3_600_000 };

/** The limits of a process. docs/architecture/limits.md lists them. */
export type ServiceLimits = ReturnType<typeof createServiceLimits>;

export const createServiceLimits = ({
  limits,
  exportsAtOnce,
  isExposed,
  inviteRate,
  inviteSessionRate,
  ...rates
}: LimitSettings) => {
  const wrongCodes = new RateLimit('wrong invite codes', inviteRate);
  const wrongCodesOfSession = new RateLimit('wrong invite codes', inviteSessionRate);
  return {
    /** Connections of an address (NET-10). */
    connections: new Places({ address: limits.connectionsPerAddress }, tooManyOpen('connections')),
    /** Requests that are being handled (ERR-10). */
    atWork: new Places({ process: limits.requestsAtOnce }, overloaded),
    /** Rates of requests by address and client, and of creations by strangers (NET-8, LIM-6, NET-14). */
    requests: new RequestLimits(rates),
    /** Exports and sites; each holds a snapshot of the database (EXP-9). */
    exports: new Places(
      { process: exportsAtOnce, address: isExposed ? Math.ceil(exportsAtOnce / 2) : exportsAtOnce },
      () => rateLimited('Too many exports are running.', 5),
    ),
    /** Imports; each has a thread (IMP-9). */
    imports: new Places({ process: importsAtOnce, address: isExposed ? 1 : importsAtOnce }, () =>
      rateLimited('Too many imports are running.', 5),
    ),
    /** Waiting requests (LIM-5, NET-11). */
    waits: new Places(
      { process: limits.waitsPerProcess, session: limits.waitsPerSession, address: limits.waitsPerAddress },
      tooManyOpen('waits'),
    ),
    /** Live streams (LIM-5, NET-11). */
    streams: new Places(
      { process: limits.streamsPerProcess, session: limits.streamsPerSession, address: limits.streamsPerAddress },
      tooManyOpen('live streams'),
    ),
    /** Runs an attempt with an invite code; counts it only if the code is wrong (LIM-7). */
    guardCode: <T>(
      { address, sessionId = '' }: Holder,
      attempt: () => Promise<T>,
      isWrong: (error: ServiceError) => boolean,
    ): Promise<T> => {
      const guarded = (): Promise<T> => wrongCodes.guard(`${address} ${sessionId}`, attempt, isWrong);
      return sessionId === '' ? guarded() : wrongCodesOfSession.guard(sessionId, guarded, isWrong);
    },
    /** Recoveries of a seat, which even a full session accepts (SEAT-16). */
    recoveries: new RateLimit('recoveries of this seat', rates.requestRate === 'off' ? 'off' : recoveryRate),
  };
};

function overloaded(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'The service is at its limit of concurrent requests. Try again.', {
    details: { reason: 'overloaded', retryAfterSeconds: 1 },
  });
}
