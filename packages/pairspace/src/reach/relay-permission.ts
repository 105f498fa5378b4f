import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@pairspace/client';
import { Conflict, createClient, isApproved, NotFound, ServiceError, Unauthorized } from '@pairspace/client';
import { type Ask, askLimits, showHidden, someone, word } from '@pairspace/protocol';
import type { Identity } from '../seats/identity.ts';
import type { Seat, SeatStore } from '../seats/seat-store.ts';
import { tellFailure } from '../work/tell-failure.ts';
import type { Decision, Json } from './hook-programs.ts';

interface AskOptions {
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

const seatsFor = async ({ identity, seats, service, sessionId }: Relay): Promise<Seat[]> =>
  (await seats.own(identity))
    .filter(
      (seat) =>
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

/** A request that cannot be shown as it is. It is denied. */
export class NotShowable extends Error {}

const mostToolCharacters = 100;

/**
 * The tool and its exact input, so that people approve nothing that was not shown (ASK-20). Each text stands line by
 * line behind a bar, which it cannot leave, and hidden characters are marked.
 */
export const describePermission = (program: string, input: Json): { title: string; details: string } => {
  const { tool_name: tool, tool_input: given, cwd } = input;
  if (typeof tool !== 'string' || tool === '' || tool.length > mostToolCharacters || visible(tool) !== tool) {
    throw new NotShowable('the program names no tool that can be shown');
  }
  if (given === undefined || given === null) throw new NotShowable('the program does not say what the tool would do');
  const folder = typeof cwd === 'string' ? [`folder: ${visible(cwd)}`] : [];
  const text = [`tool: ${tool}`, ...folder, ...fieldOf('input', given, '')].join('\n');
  const fence = '`'.repeat(Math.max(3, 1 + longestRun(text)));
  const details = `${program} asks before it makes this call. An approval lets this one call run, and nothing else.\n\n${fence}text\n${text}\n${fence}`;
  const bytes = Buffer.byteLength(details);
  if (bytes > askLimits.textBytes) {
    throw new NotShowable(`it takes ${String(bytes)} bytes to show it, and ${String(askLimits.textBytes)} are allowed`);
  }
  return { title: `May I use ${tool}?`, details };
};

const fieldOf = (name: string, value: unknown, indent: string): string[] => {
  const deeper = `${indent}  `;
  if (typeof value === 'string') {
    return [`${indent}${name}:`, ...value.split('\n').map((line) => `${deeper}| ${visible(line)}`)];
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const empty = Array.isArray(value) ? '[]' : '{}';
    if (entries.length === 0) return [`${indent}${name}: ${empty}`];
    return [`${indent}${name}:`, ...entries.flatMap(([key, part]) => fieldOf(keyOf(key), part, deeper))];
  }
  if (typeof value === 'number' && !isExact(value)) throw new NotShowable('it holds a number that cannot be shown');
  return [`${indent}${name}: ${String(value)}`];
};

/** JSON numbers beyond the safe range were rounded when they were parsed. */
const isExact = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));

const keyOf = (key: string): string => (/^[\w-]+$/.test(key) ? key : visible(JSON.stringify(key)));

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Marks the characters of a line that are invisible, or that look like a space and are none. */
const visible = (line: string): string => showHidden(line, escaped).replace(/(?! )[\p{Zs}\n\ufe0f]/gu, escaped);

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
