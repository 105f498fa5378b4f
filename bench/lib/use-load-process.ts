import { call } from '@pairspace/testkit/call';
import { quantile } from '@pairspace/testkit/statistics';
import { Agent, request as send } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { sentences } from './sentences.ts';
import type { OpenUse, RoundOfUse, UseRound } from './use-load.ts';

interface Seat {
  session: string;
  agentId: string;
  token: string;
}

const connections = new Agent({ keepAlive: true });
const joinsAtOnce = 16;
const longestWaitSeconds = 50;

const sessions: Seat[][] = [];
let failed = 0;
/** Reads of inboxes and positions that are under way because of a message. */
let following = 0;

/** Answers the payload. `fetch` would take more of the processors than the service does. */
const ask = <Data>(url: string, { token }: Seat, body?: unknown): Promise<Data> => {
  const { promise, resolve, reject } = Promise.withResolvers<Data>();
  const text = body === undefined ? '' : JSON.stringify(body);
  const outgoing = send(
    url,
    {
      agent: connections,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
    },
    (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const answer = Buffer.concat(chunks).toString();
        if ((incoming.statusCode ?? 0) < 300) resolve((JSON.parse(answer) as { data: Data }).data);
        else reject(new Error(`${url} answered ${String(incoming.statusCode)}: ${answer}`));
      });
      incoming.on('error', reject);
    },
  );
  outgoing.on('error', reject);
  outgoing.end(text);
  return promise;
};

const openSession = async (base: string, index: number, seats: number): Promise<Seat[]> => {
  const agentIdOf = (seat: number): string => `agent-${String(index)}-${String(seat)}`;
  const created = await call<{ session: { id: string; inviteCode: string }; agentToken: string }>(
    `${base}/api/sessions`,
    { body: { agentId: agentIdOf(0), maxAgents: seats } },
  );
  const session = `${base}/api/sessions/${created.session.id}`;
  const opened: Seat[] = [{ session, agentId: agentIdOf(0), token: created.agentToken }];
  for (let seat = 1; seat < seats; seat++) {
    const { inviteCode } = created.session;
    const body = { inviteCode, agentId: agentIdOf(seat) };
    const { agentToken } = await call<{ agentToken: string }>(`${session}/join`, { body });
    opened.push({ session, agentId: agentIdOf(seat), token: agentToken });
  }
  return opened;
};

/** Waits at the inbox of a seat for as long as the process runs, and acknowledges what comes. */
const followInbox = async (seat: Seat): Promise<void> => {
  for (;;) {
    const url = `${seat.session}/inbox?wait=${String(longestWaitSeconds)}`;
    const { items, lastSeq } = await ask<{ items: unknown[]; lastSeq: number }>(url, seat);
    if (items.length === 0) continue;
    following++;
    await ask(`${seat.session}/read`, seat, { seq: lastSeq });
    following--;
  }
};

const countFailure = (error: unknown): void => {
  failed++;
  if (failed === 1) console.error(error);
};

const open = async ({ url, sessions: count, seats, webhookEvery, webhook }: OpenUse): Promise<void> => {
  const indexes = Array.from({ length: count }, (_, index) => index);
  await Promise.all(
    Array.from({ length: joinsAtOnce }, async () => {
      for (let index = indexes.pop(); index !== undefined; index = indexes.pop()) {
        const opened = await openSession(url, index, seats);
        sessions.push(opened);
        const [creator] = opened;
        if (index % webhookEvery === 0 && creator) {
          await call(`${url}/api/webhooks`, {
            token: creator.token,
            body: { ...webhook, events: ['message.created'] },
          });
        }
        for (const seat of opened) {
          await ask(`${seat.session}/read`, seat, { seq: seats });
          followInbox(seat).catch(countFailure);
        }
      }
    }),
  );
};

/** Posts in the name of one agent after the other; every other message mentions somebody. */
const post = async (place: Seat[], turn: number): Promise<void> => {
  const [author, other] = [place[turn % place.length], place[(turn + 1) % place.length]];
  if (!author || !other) throw new Error('A session has two seats at least.');
  const content = turn % 2 === 0 ? `@${other.agentId} ${sentences}` : sentences;
  await ask(`${author.session}/messages`, author, { content });
};

let turn = 0;

/** Posts at moments that are independent of the answers, to one session after the other. */
const runRound = async ({ seconds, perSecond }: RoundOfUse): Promise<UseRound> => {
  const tookMs: number[] = [];
  const posting: Promise<void>[] = [];
  failed = 0;
  const began = performance.now();
  let dueMs = 0;
  for (; dueMs < seconds * 1000; dueMs -= (Math.log(1 - Math.random()) * 1000) / perSecond) {
    const early = began + dueMs - performance.now();
    if (early > 0) await pause(early);
    const due = began + dueMs;
    const place = sessions[turn % sessions.length] ?? [];
    const posted = post(place, Math.floor(turn / sessions.length)).then(() => {
      tookMs.push(performance.now() - due);
    });
    posting.push(posted.catch(countFailure));
    turn++;
  }
  await Promise.all(posting);
  while (following > 0) await pause(5);
  return { messages: tookMs.length, p50Ms: quantile(tookMs, 0.5), p99Ms: quantile(tookMs, 0.99), failed };
};

process.on('message', (command: OpenUse | RoundOfUse) => {
  void (command.kind === 'open' ? open(command) : runRound(command)).then((answer) => {
    process.send?.(answer ?? {});
  });
});
process.on('disconnect', () => process.exit(0));
