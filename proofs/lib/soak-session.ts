import type { Note } from '@pairspace/protocol';
import { request } from '@pairspace/testkit/call';
import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { setTimeout as pause } from 'node:timers/promises';
import { HeldRequest } from './held-request.ts';
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

type Send = <Data>(path: string, body?: unknown, method?: string) => Promise<Data | undefined>;

/** Sends the requests of one session, and reports each answer. */
const sender =
  ({ url, token }: OpenSession, { onAnswer, signal }: SoakOptions): Send =>
  async <Data>(path: string, body?: unknown, method?: string): Promise<Data | undefined> => {
    for (let again = 0; ; again++) {
      const options = { token, ...(body !== undefined && { body }), ...(method !== undefined && { method }) };
      const reply = await request<Data>(`${url}${path}`, options).catch(() => undefined);
      // A busy machine cannot serve every export at once, and gives a time to try again.
      const afterSeconds = Number(reply?.headers.get('retry-after') ?? NaN);
      const mustWait = again < mostRetries && afterSeconds > 0;
      onAnswer(path, mustWait ? 'later' : (reply?.status ?? 'broken'));
      if (!mustWait) return reply && reply.status < 300 ? reply.data : undefined;
      if (signal.aborted) return undefined;
      await pause(afterSeconds * 1000, undefined, { signal }).catch(() => undefined);
    }
  };

/** The life of one session: created, used, followed and searched, and then abandoned or deleted. */
export const liveOnce = async (options: SoakOptions): Promise<void> => {
  const { base, random, pauseMs, requests, signal } = options;
  const session = await createSession(base);
  const following = random.chance(0.5) ? new HeldRequest(`${session.url}/stream`, session.token) : undefined;
  const send = sender(session, options);
  const text = (characters: number): string => 'agents at work, '.repeat(1 + random.below(characters / 16));
  let note = await send<Note>('/notes', { title: 'Plan', content: text(2000) });
  const acts: (() => Promise<unknown>)[] = [
    () => send('/messages', { content: text(600) }),
    () => send('/messages', { content: text(600) }),
    () => send('/messages?limit=20'),
    () => send('/events?since=0&limit=50'),
    () => send('/presence', { status: 'working' }),
    () => send('/typing', { typing: true }),
    () => send('/files', { path: `f${String(random.below(5))}.txt`, content: text(4000) }),
    async () => {
      if (!note) return;
      const edit = { expectedVersion: note.version, content: text(3000) };
      note = (await send<Note>(`/notes/${note.id}`, edit, 'PUT')) ?? note;
    },
    () => send('/transcript', {}, 'POST'),
    () => send('/export'),
    () => send('/observe', { name: 'Passer-by' }),
  ];
  for (let sent = 0; sent < requests && !signal.aborted; sent++) {
    await random.pick(acts)();
    await pause(pauseMs * (0.5 + random.next()), undefined, { signal }).catch(() => undefined);
  }
  await following?.end();
  // The service's retention deletes the other sessions.
  if (random.chance(0.5)) await send('', undefined, 'DELETE');
};
