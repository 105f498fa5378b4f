import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import {
  after,
  ask,
  clientAddress,
  flood,
  type LoadResult,
  paced,
  resultOf,
  type Sent,
  type TimedLoad,
} from './load.ts';
import { answerCalls } from './script-process.ts';
import { sentences } from './sentences.ts';

/** The users of one service: 1,000 sessions, their agents, and the receiver of their webhooks. */

interface Seat {
  session: string;
  agentId: string;
  token: string;
  client: Agent;
}

interface OpenUse {
  url: string;
  sessions: number;
  /** The ceiling has no more than sessions, messages and notes. */
  isCeiling: boolean;
}

interface Run {
  work: Work;
  seconds: number;
}

const webhookEvery = 10;
const waitingEvery = 4;
const connections = 64;
const joinsAtOnce = 16;
const pageOfMessages = 50;

let origin = '';
const clients = Array.from({ length: 50 }, (_, index) => new Agent({ localAddress: clientAddress(index) }));
const sessions: Seat[][] = [];
const notes: { path: string; token: string; version: number }[] = [];
/** Reads of inboxes and positions that are under way because of a message. */
let following = 0;
let turn = 0;

/** The item at an index; after the last comes the first. */
const cycled = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There is none.');
  return item;
};

/** Sends a request of a seat. */
const send = <Data>({ client, token }: Seat, sent: Omit<Sent, 'token'>): Promise<Data> =>
  ask<Data>(client, origin, { ...sent, token });

const openSession = async (index: number, seats: number): Promise<Seat[]> => {
  const client = cycled(clients, index);
  const agentIdOf = (seat: number): string => `agent-${String(index)}-${String(seat)}`;
  const body = { agentId: agentIdOf(0), maxAgents: 3 };
  const made = await ask<{ session: { id: string; inviteCode: string }; agentToken: string }>(client, origin, {
    path: '/api/sessions',
    body,
  });
  const session = `/api/sessions/${made.session.id}`;
  const opened: Seat[] = [{ session, agentId: agentIdOf(0), token: made.agentToken, client }];
  for (let seat = 1; seat < seats; seat++) {
    const joining = { inviteCode: made.session.inviteCode, agentId: agentIdOf(seat) };
    const { agentToken } = await ask<{ agentToken: string }>(client, origin, {
      path: `${session}/join`,
      body: joining,
    });
    opened.push({ session, agentId: agentIdOf(seat), token: agentToken, client });
  }
  return opened;
};

/** Waits at the inbox of a seat for as long as the process runs, and acknowledges what comes. */
const followInbox = async (seat: Seat): Promise<never> => {
  for (;;) {
    const path = `${seat.session}/inbox?wait=50`;
    const { items, lastSeq } = await send<{ items: unknown[]; lastSeq: number }>(seat, { path });
    if (items.length === 0) continue;
    following++;
    await send(seat, { path: `${seat.session}/read`, body: { seq: lastSeq } });
    following--;
  }
};

const openReceiver = async (): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
};

/** A note, and as many messages as a page has. */
const fill = async (creator: Seat): Promise<void> => {
  const { id } = await send<{ id: string }>(creator, { path: `${creator.session}/notes`, body: { title: 'Plan' } });
  notes.push({ path: `${creator.session}/notes/${id}`, token: creator.token, version: 1 });
  for (let sent = 0; sent < pageOfMessages; sent++)
    await send(creator, { path: `${creator.session}/messages`, body: { content: sentences } });
};

const open = async ({ url, sessions: count, isCeiling }: OpenUse): Promise<void> => {
  origin = url;
  const receiver = await openReceiver();
  const indexes = Array.from({ length: count }, (_, index) => index);
  const openNext = async (): Promise<void> => {
    for (let index = indexes.pop(); index !== undefined; index = indexes.pop()) {
      const seats = await openSession(index, isCeiling ? 1 : 3);
      const creator = cycled(seats, 0);
      sessions.push(seats);
      if (index < connections) await fill(creator);
      if (isCeiling) continue;
      if (index % webhookEvery === 0) {
        const body = { url: receiver, secret: 'the secret of this benchmark', events: ['message.created'] };
        await send(creator, { path: '/api/webhooks', body });
      }
      if (index % waitingEvery === 0) for (const seat of seats) void followInbox(seat);
    }
  };
  await Promise.all(Array.from({ length: joinsAtOnce }, openNext));
};

/** The next message: one session after the other, one agent after the other; every other one mentions an agent. */
const nextMessage = (): { seat: Seat; sent: Sent } => {
  const seats = cycled(sessions, turn);
  const round = Math.floor(turn++ / sessions.length);
  const seat = cycled(seats, round);
  const mentioned = cycled(seats, round + 1);
  const content = round % 2 === 0 ? `@${mentioned.agentId} ${sentences}` : sentences;
  return { seat, sent: { path: `${seat.session}/messages`, token: seat.token, body: { content } } };
};

const nextEdit = (connection: number): Sent => {
  const note = cycled(notes, connection);
  const expectedVersion = note.version++;
  const content = `Version ${String(expectedVersion)}. ${sentences.repeat(3)}`;
  return { method: 'PUT', path: note.path, token: note.token, body: { content, expectedVersion } };
};

const pageOf = (connection: number): Sent => {
  const { path, token } = cycled(notes, connection);
  return { path: path.replace(/notes.*/, `messages?limit=${String(pageOfMessages)}`), token };
};

const floodOf = (seconds: number, requestOf: (connection: number) => Sent, count = connections) =>
  flood({ origin, connections: count, isOver: after(seconds), requestOf, clientOf: (index) => cycled(clients, index) });

const works = {
  'messages as they come': (seconds: number) =>
    paced({
      perSecond: sessions.length * 0.4,
      isOver: after(seconds),
      random: true,
      work: () => {
        const { seat, sent } = nextMessage();
        return send(seat, sent);
      },
    }),
  'messages, 64 connections': (seconds: number) => floodOf(seconds, () => nextMessage().sent),
  'messages, 16 connections': (seconds: number) => floodOf(seconds, () => nextMessage().sent, 16),
  'new sessions': (seconds: number) => floodOf(seconds, () => ({ path: '/api/sessions', body: {} })),
  'edits of notes': (seconds: number) => floodOf(seconds, nextEdit),
  'pages of 50 messages': (seconds: number) => floodOf(seconds, pageOf),
} satisfies Record<string, (seconds: number) => Promise<TimedLoad>>;
export type Work = keyof typeof works;

let timed = { tookMs: [] as number[], seconds: 0 };

const run = async ({ work, seconds }: Run): Promise<void> => {
  const slice = await works[work](seconds);
  timed = { tookMs: timed.tookMs.concat(slice.tookMs), seconds: timed.seconds + slice.seconds };
  while (following > 0) await pause(5);
};

/** The result of all runs since the last time. */
const collect = (): LoadResult => {
  const result = resultOf(timed);
  timed = { tookMs: [], seconds: 0 };
  return result;
};

const functions = { open, run, collect };
export type UseProcess = typeof functions;
answerCalls(functions);
