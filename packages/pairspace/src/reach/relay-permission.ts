import { setTimeout as pause } from 'node:timers/promises';
import {
  type Client,
  Conflict,
  createClient,
  isApproved,
  NotFound,
  ServiceError,
  Unauthorized,
} from '@pairspace/client';
import { type Ask, someone, word } from '@pairspace/protocol';
import { type Identity, isOwn } from '../seats/identity.ts';
import type { Seat, SeatStore } from '../seats/seat-store.ts';
import { tellFailure } from '../work/tell-failure.ts';
import type { Decision, Json } from './hook-programs.ts';
import { describePermission } from './permission-request.ts';

/** How the people of a session are asked. */
export interface AskOptions {
  expiresInMs: number;
  requires: 'token' | 'vouched';
  signal: AbortSignal;
}

interface Relay extends AskOptions {
  program: string;
  input: Json;
  identity: Identity;
  seats: SeatStore;
  /** The user's own service. People of another service, to which a link may lead, decide nothing here. */
  service: string;
  /** The only session whose people may be asked. */
  sessionId: string | undefined;
}

/** The number of sessions that are tried, because the program waits. */
const mostSeats = 5;

const waitSeconds = 50;
/** How long one request may take beyond its wait. */
const requestMs = 20_000;
/** How long the service may be away while a person thinks. */
const awayMs = 30_000;
const restMs = 500;
const withdrawMs = 2000;

const denied = (why: string): Decision => ({ allows: false, why: `Pairspace: not approved. ${why}` });

/**
 * Asks the people of the session in which the agent has its seat for the permission that its program asks for (ASK-19).
 * Only an approval allows the call; every other end denies it. Undefined if no session can be asked: the program asks
 * its user.
 */
export const relayPermission = async (relay: Relay): Promise<Decision | undefined> => {
  const { program, input, expiresInMs, requires, signal } = relay;
  for (const seat of await seatsFor(relay)) {
    try {
      return await askAt(seat, { ...describePermission(program, input), expiresInMs, requires, signal });
    } catch (error) {
      if (!isOver(error)) return denied(tellFailure(error).line);
    }
  }
  return undefined;
};

/** The seats of the agent, newest first. */
const seatsFor = async ({ identity, seats, service, sessionId }: Relay): Promise<Seat[]> =>
  (await seats.list())
    .filter(
      (seat) =>
        seat.kind === 'agent' &&
        isOwn(seat, identity) &&
        new URL(seat.service).origin === new URL(service).origin &&
        (sessionId === undefined || seat.sessionId === sessionId),
    )
    .slice(0, mostSeats);

/** No person can be asked: the session is completed or deleted, or the token of the seat is no longer valid. */
const isOver = (error: unknown): boolean =>
  error instanceof Unauthorized ||
  error instanceof NotFound ||
  (error instanceof Conflict && error.reason === 'session_completed');

type Question = AskOptions & { title: string; details: string };

const askAt = async (
  { service, token, sessionId }: Seat,
  { signal, ...question }: Question,
): Promise<Decision | undefined> => {
  const client = createClient({ baseUrl: service, token });
  const body = { ...question, sessionId, kind: 'approval' } as const;
  const ask = await client.createAsk(body, { signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]) });
  try {
    const deadline = performance.now() + question.expiresInMs + awayMs;
    return decisionOf(await endOf(client, ask, deadline, signal));
  } catch (error) {
    await withdraw(client, ask);
    return denied(tellFailure(error).line);
  }
};

const endOf = async (client: Client, ask: Ask, deadline: number, signal: AbortSignal): Promise<Ask> => {
  const { sessionId, id: askId } = ask;
  let awaySince: number | undefined;
  for (let known = ask; ;) {
    if (known.status !== 'open') return known;
    if (performance.now() > deadline) throw new Error('No answer came in time.');
    try {
      const limit = AbortSignal.timeout(waitSeconds * 1000 + requestMs);
      known = await client.getAsk(
        { sessionId, askId, wait: waitSeconds },
        { signal: AbortSignal.any([signal, limit]) },
      );
      awaySince = undefined;
    } catch (error) {
      awaySince ??= performance.now();
      const isFinal = error instanceof ServiceError && error.status < 500 && error.status !== 429;
      if (signal.aborted || isFinal || performance.now() - awaySince > awayMs) throw error;
    }
    await pause(restMs, undefined, { signal });
  }
};

/** Withdraws the ask, because no program waits for its answer any more. */
const withdraw = (client: Client, { sessionId, id: askId }: Ask): Promise<unknown> =>
  client.withdrawAsk({ sessionId, askId }, { signal: AbortSignal.timeout(withdrawMs) }).catch(() => undefined);

const decisionOf = (ask: Ask): Decision => {
  if (isApproved(ask)) return { allows: true };
  const { answer, status } = ask;
  if (answer) return denied(`${someone(answer.by.id, answer.by.name)} said no to ${word(ask.id)}.`);
  return denied(`${word(ask.id)} ended as ${word(status)}, without an answer.`);
};
