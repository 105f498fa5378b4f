import { type Client, createClient } from '@pairspace/client';
import type { Event } from '@pairspace/protocol';
import { setTimeout as pause } from 'node:timers/promises';
import { InboxReader } from '../inbox-reader.ts';
import { readAll } from '../read-all.ts';
import { until } from '../until.ts';
import type { World } from './world.ts';

const sessionCount = 4;
const readers = ['bob', 'cyd'];
const sleeper = 'dan';
const patienceMs = 30_000;
const checks = {
  handed: 'every message that mentions a reader was handed to it',
  kept: 'nothing that was acknowledged comes back',
  ordered: 'entries come in the order of the log',
  position: 'the position is that of the last acknowledgement, or of the one after it',
  told: 'every message that the sleeper has not read is told',
  once: 'message.unread is told once for each message and agent',
} as const;

interface Room {
  url: string;
  sessionId: string;
  writer: Client;
  token: string;
  readers: InboxReader[];
  sent: number;
}

const furnish = async (base: string): Promise<Room> => {
  const stranger = createClient({ baseUrl: base });
  const { session, agentToken: token } = await stranger.createSession({ agentId: 'ada', maxAgents: 4 });
  const { id: sessionId, inviteCode = '' } = session;
  const seated: InboxReader[] = [];
  for (const agentId of [...readers, sleeper]) {
    const { agentToken } = await stranger.joinSession({ sessionId, inviteCode, agentId });
    if (agentId !== sleeper) seated.push(new InboxReader(stranger.withToken(agentToken), sessionId, agentId));
  }
  const url = `${base}/api/sessions/${sessionId}`;
  return { url, sessionId, token, writer: stranger.withToken(token), readers: seated, sent: 0 };
};

/** Mentions all three agents repeatedly, across all kills: the client repeats a POST under its key. */
const writeUntil = async (over: AbortSignal, room: Room): Promise<void> => {
  while (!over.aborted) {
    const content = `${readers.map((id) => `@${id}`).join(' ')} @${sleeper} number ${String(room.sent)}`;
    const message = await room.writer.postMessage({ sessionId: room.sessionId, content }).catch(() => undefined);
    if (message) room.sent++;
    await pause(20);
  }
};

const logOf = async (room: Room) => {
  const log = await readAll<Event>(room, 'events?since=0');
  const messages = log.filter(({ event }) => event === 'message.created').map(({ seq }) => seq);
  const told = log.flatMap(({ event, data }) =>
    event === 'message.unread' ? [`${data.messageId} ${data.agentId}`] : [],
  );
  return { messages, told };
};

/** Whether all that was written is read, and all that the sleeper left is told. */
const isAtRest = async (room: Room): Promise<boolean> => {
  const { messages, told } = await logOf(room);
  const untold = messages.length - told.filter((key) => key.endsWith(` ${sleeper}`)).length;
  return untold <= 0 && room.readers.every(({ newest }) => newest >= (messages.at(-1) ?? 0));
};

/**
 * Agents are mentioned; two take their entries and acknowledge them, and a third never reads: no unacknowledged entry is
 * skipped, no acknowledged one comes back, and what is unread is told once.
 */
export const inbox: World = {
  nodes: 3,
  env: { PAIRSPACE_UNREAD_AFTER: '3s', PAIRSPACE_SESSION_PACE: 'off' },
  constants: { watchPauseMs: 50 },
  async setUp({ service, verdict }) {
    const rooms: Room[] = [];
    while (rooms.length < sessionCount) rooms.push(await furnish(service.url));
    const over = new AbortController();
    const all = rooms.flatMap((room) => room.readers);
    const reading = Promise.all(all.map((reader) => reader.run(over.signal)));
    const writing = Promise.all(rooms.map((room) => writeUntil(over.signal, room)));

    const compare = async (room: Room): Promise<void> => {
      const { messages, told } = await logOf(room);
      const slept = told.filter((key) => key.endsWith(` ${sleeper}`)).length;
      verdict.expect(checks.told, slept >= messages.length, () => `${String(slept)} of ${String(messages.length)}`);
      for (const [key, { length }] of Map.groupBy(told, (one) => one))
        verdict.expect(checks.once, length === 1, () => `${key}: ${String(length)} times`);
      const { items: positions } = await room.writer.listPositions({ sessionId: room.sessionId });
      for (const { agentId, handed, cameBack, disordered, acknowledged, newest } of room.readers) {
        for (const seq of messages)
          verdict.expect(checks.handed, handed.has(seq), () => `${agentId} never got ${String(seq)}`);
        verdict.expect(checks.kept, cameBack.length === 0, () => cameBack.join('; '));
        verdict.expect(checks.ordered, disordered.length === 0, () => disordered.join('; '));
        const position = positions.find((one) => one.agentId === agentId)?.readSeq ?? -1;
        verdict.expect(checks.position, position >= acknowledged && position <= newest, () =>
          [position, acknowledged, newest].join(),
        );
      }
    };

    return {
      untilKill: () => pause(200 + Math.random() * 500),
      async judge() {
        over.abort();
        await writing;
        for (const room of rooms) await until(() => isAtRest(room), patienceMs);
        for (const reader of all) reader.stop();
        await reading;
        for (const room of rooms) await compare(room);
        const sum = (count: (reader: InboxReader) => number): string =>
          String(all.reduce((total, reader) => total + count(reader), 0));
        const sent = rooms.reduce((total, room) => total + room.sent, 0);
        const did =
          `${String(sent)} messages sent, ${sum(({ acks }) => acks)} entries acknowledged, ` +
          `${sum(({ repeats }) => repeats)} handed out again before they were`;
        return { did, checks: Object.values(checks) };
      },
    };
  },
};
