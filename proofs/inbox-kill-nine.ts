import { type Client, createClient } from '@pairspace/client';
import { freePort } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { startService } from '@pairspace/testkit/service';
import { setTimeout as pause } from 'node:timers/promises';
import { InboxReader } from './lib/inbox-reader.ts';
import { readProofOptions } from './lib/options.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * Kills of the service while agents work from their inboxes: one agent writes messages that mention the others, two
 * take their entries and acknowledge them, one never reads. No unacknowledged entry may be skipped, no acknowledged
 * entry may come back, and unread messages are reported once.
 *
 *   node --conditions=pairspace-source proofs/inbox-kill-nine.ts [--rounds 50] [--server FILE] [--folder FOLDER]
 */
const { rounds, server, folder } = readProofOptions({ rounds: 50 });
const sessionCount = 4;
const readers = ['bob', 'cyd'];
const sleeper = 'dan';
const checks = {
  handed: 'every message that mentions a reader was handed to it',
  kept: 'nothing that was acknowledged comes back',
  ordered: 'entries come in the order of the log',
  position: 'the position is that of the last acknowledgement, or of the one after it',
  told: 'every message that the sleeper has not read is told',
  once: 'message.unread is told once for each message and agent',
} as const;

const verdict = new Verdict();
await using scratch = await scratchFolder(folder);
const port = await freePort();
const env = { PAIRSPACE_UNREAD_AFTER: '3s', PAIRSPACE_SESSION_PACE: 'off' };
const constants = { watchPauseMs: 50 };
const start = () => startService({ folder: scratch.path, file: server, port, env, constants });

interface Place {
  sessionId: string;
  writer: Client;
  readers: InboxReader[];
  /** Messages whose POST was answered. */
  sent: string[];
}

const begin = performance.now();
let service = await start();
const places: Place[] = [];
for (let made = 0; made < sessionCount; made++) places.push(await furnish());
const end = new AbortController();
const reading = Promise.all(places.flatMap((place) => place.readers.map((reader) => reader.run(end.signal))));
const writing = Promise.all(places.map(write));

for (let round = 1; round <= rounds; round++) {
  await pause(200 + Math.random() * 500);
  service.kill('SIGKILL');
  await service.exited;
  service = await start();
}
end.abort();
await writing;
await untilAllRead();
await pause(4000);
for (const place of places) await compare(place);
await reading;
await service[Symbol.asyncDispose]();

const acknowledged = places.flatMap((place) => place.readers).reduce((sum, { acks }) => sum + acks, 0);
const repeated = places.flatMap((place) => place.readers).reduce((sum, { repeats }) => sum + repeats, 0);
const seconds = ((performance.now() - begin) / 1000).toFixed(0);
const sent = places.reduce((sum, place) => sum + place.sent.length, 0);
console.log(
  `${String(rounds)} kills in ${seconds} s; ${String(sent)} messages sent, ${String(acknowledged)} entries ` +
    `acknowledged, ${String(repeated)} handed out again before they were`,
);
verdict.publish(Object.values(checks));

async function furnish(): Promise<Place> {
  const stranger = createClient({ baseUrl: service.url });
  const created = await stranger.createSession({ agentId: 'ada', maxAgents: 4 });
  const sessionId = created.session.id;
  const inviteCode = created.session.inviteCode ?? '';
  const join = async (agentId: string): Promise<Client> => {
    const { agentToken } = await stranger.joinSession({ sessionId, inviteCode, agentId });
    return stranger.withToken(agentToken);
  };
  const seated: InboxReader[] = [];
  for (const agentId of readers) seated.push(new InboxReader(await join(agentId), sessionId, agentId));
  await join(sleeper);
  return { sessionId, writer: stranger.withToken(created.agentToken), readers: seated, sent: [] };
}

/** Mentions all three agents repeatedly, across all kills: the client repeats a POST under its key. */
async function write({ sessionId, writer, sent }: Place): Promise<void> {
  for (let number = 0; !end.signal.aborted; number++) {
    const content = `${readers.map((id) => `@${id}`).join(' ')} @${sleeper} number ${String(number)}`;
    const message = await writer.postMessage({ sessionId, content }).catch(() => undefined);
    if (message) sent.push(message.id);
    await pause(20);
  }
}

/** Resolves when the readers have taken every log completely, or after a time limit. */
async function untilAllRead(): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (const { sessionId, writer, readers: seated } of places) {
    const isBehind = async (): Promise<boolean> => {
      const { items } = await writer.listMessages({ sessionId, limit: 1 });
      return seated.some((reader) => reader.newest < (items[0]?.seq ?? 0));
    };
    while ((await isBehind()) && performance.now() < deadline) await pause(50);
  }
  for (const reader of places.flatMap((place) => place.readers)) reader.stop();
}

async function compare({ sessionId, writer, readers: seated }: Place): Promise<void> {
  const messages: number[] = [];
  const told = new Map<string, number>();
  for await (const { seq, event, data } of writer.pages('listEvents', { sessionId, since: 0 })) {
    if (event === 'message.created') messages.push(seq);
    if (event !== 'message.unread') continue;
    const key = `${data.messageId} ${data.agentId}`;
    told.set(key, (told.get(key) ?? 0) + 1);
  }
  for (const [key, times] of told) verdict.expect(checks.once, times === 1, () => `${key}: ${String(times)} times`);
  const slept = [...told.keys()].filter((key) => key.endsWith(` ${sleeper}`)).length;
  verdict.expect(checks.told, slept === messages.length, () => `${String(slept)} of ${String(messages.length)}`);
  const { items: positions } = await writer.listPositions({ sessionId });
  for (const reader of seated) {
    for (const seq of messages) {
      verdict.expect(checks.handed, reader.handed.has(seq), () => `${reader.agentId} never got ${String(seq)}`);
    }
    for (const problem of reader.cameBack) verdict.count(checks.kept, problem);
    verdict.count(checks.kept);
    for (const problem of reader.disordered) verdict.count(checks.ordered, problem);
    verdict.count(checks.ordered);
    const position = positions.find(({ agentId }) => agentId === reader.agentId)?.readSeq ?? -1;
    verdict.expect(
      checks.position,
      position >= reader.acknowledged && position <= reader.newest,
      () => `${String(position)}, acknowledged ${String(reader.acknowledged)}, newest ${String(reader.newest)}`,
    );
  }
}
