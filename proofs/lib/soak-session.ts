import type { File, Note } from '@pairspace/protocol';
import { request } from '@pairspace/testkit/call';
import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';

interface SoakOptions {
  base: string;
  random: Random;
  /** The pause between two requests of a session. */
  pauseMs: number;
  /** The number of requests, after which the session is abandoned or deleted. */
  requests: number;
  /** `later`: the service refused for lack of capacity. `broken`: the answer was incomplete. */
  onAnswer: (what: string, status: number | 'later' | 'broken') => void;
  signal: AbortSignal;
}

/** The greatest number of repetitions of a request that was refused for lack of capacity. */
const mostRetries = 5;

const text = (random: Random, characters: number): string =>
  'agents at work, '.repeat(1 + random.below(characters / 16));

type Send = <Data>(what: string, path: string, body?: unknown, method?: string) => Promise<Data | undefined>;

/** Sends the requests of one session, and reports each answer. */
const sender =
  ({ url, token }: OpenSession, onAnswer: SoakOptions['onAnswer'], signal: AbortSignal): Send =>
  async <Data>(what: string, path: string, body?: unknown, method?: string): Promise<Data | undefined> => {
    for (let again = 0; ; again++) {
      const reply = await request<Data>(`${url}${path}`, {
        token,
        ...(body === undefined ? {} : { body }),
        ...(method === undefined ? {} : { method }),
      }).catch(() => undefined);
      if (!reply) {
        onAnswer(what, 'broken');
        return undefined;
      }
      // A busy machine cannot serve every export at once, and gives a time to try again.
      const afterSeconds = Number(reply.headers.get('retry-after') ?? NaN);
      if (again < mostRetries && afterSeconds > 0) {
        onAnswer(what, 'later');
        if (signal.aborted) return undefined;
        await pause(afterSeconds * 1000, undefined, { signal }).catch(() => undefined);
        continue;
      }
      onAnswer(what, reply.status);
      return reply.status < 300 ? reply.data : undefined;
    }
  };

/** The life of one session: created, used, followed and searched, and then abandoned or deleted. */
export const liveOnce = async ({ base, random, pauseMs, requests, onAnswer, signal }: SoakOptions): Promise<void> => {
  const session = await createSession(base);
  const following = random.chance(0.5) ? follow(session, signal) : undefined;
  const send = sender(session, onAnswer, signal);
  let note = await send<Note>('note', '/notes', { title: 'Plan', content: text(random, 2000) });
  const acts: (() => Promise<unknown>)[] = [
    () => send('message', '/messages', { content: text(random, 600) }),
    () => send('message', '/messages', { content: text(random, 600) }),
    () => send('list', '/messages?limit=20'),
    () => send('events', '/events?since=0&limit=50'),
    () => send('heartbeat', '/presence', { status: 'working' }),
    () => send('typing', '/typing', { typing: true }),
    () => send<File>('file', '/files', { path: `f${String(random.below(5))}.txt`, content: text(random, 4000) }),
    async () => {
      if (!note) return;
      const edit = { expectedVersion: note.version, content: text(random, 3000) };
      note = (await send<Note>('edit', `/notes/${note.id}`, edit, 'PUT')) ?? note;
    },
    () => send('transcript', '/transcript', {}, 'POST'),
    () => send('export', '/export'),
    () => send('observer', '/observe', { name: 'Passer-by' }),
  ];
  for (let sent = 0; sent < requests && !signal.aborted; sent++) {
    await random.pick(acts)();
    await pause(pauseMs * (0.5 + random.next()), undefined, { signal }).catch(() => undefined);
  }
  following?.abort();
  // The service's retention deletes the other sessions.
  if (random.chance(0.5)) await send('delete', '', undefined, 'DELETE');
};

const follow = ({ url, token }: OpenSession, signal: AbortSignal): AbortController => {
  const stop = new AbortController();
  get(
    `${url}/stream`,
    {
      agent: false,
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([stop.signal, signal]),
    },
    (response) => {
      response.resume().on('error', () => undefined);
    },
  ).on('error', () => undefined);
  return stop;
};
