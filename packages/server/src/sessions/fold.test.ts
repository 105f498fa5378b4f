import {
  applyEvents,
  type Ask,
  computedTaskFields,
  emptySessionState,
  type Event,
  type File,
  isEndedTask,
  type LogState,
  type Note,
  type SessionExport,
  type SessionState,
  type Task,
} from '@pairspace/protocol';
import { cases } from '@pairspace/testkit/cases';
import { expect, test } from 'vitest';
import { aSession, type Caller } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';

const steps = cases(400);
/** So often the past is read. */
const looks = 20;

/** Random numbers that a seed repeats. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

/** Makes one random change of a session, which the service may refuse. */
const aChange = async (agents: readonly Caller[], person: Caller, random: (below: number) => number): Promise<void> => {
  const agent = agents[random(agents.length)] ?? person;
  const one = <Item>(items: readonly Item[]): Item | undefined => items[random(items.length)];
  const word = `${String(random(1000))} words\nin lines`;
  const listed = async <Item>(path: string, query = '') =>
    (await agent<{ items: Item[] }>('GET', `${path}?limit=200${query}`)).data.items;
  const send = (method: string, path: string, body: object) => agent(method, path, { body });
  const ofNote = async () => one(await listed<Note>('/notes'));
  const ofTask = async () => `/tasks/${String(1 + random(1 + (await listed('/tasks')).length))}`;
  const path = one(['a.txt', 'b/c.txt', 'b/d.md', 'ä/e.txt']) ?? '';
  const changes: (() => Promise<unknown>)[] = [
    () => send('POST', '/messages', { content: `@bob ${word}` }),
    () => send('POST', '/notes', { title: word.slice(0, 5), content: word }),
    async () => {
      const note = await ofNote();
      if (note) await send('PUT', `/notes/${note.id}`, { expectedVersion: note.version, content: word });
    },
    async () => {
      const note = await ofNote();
      if (note && random(3) === 0) await agent('DELETE', `/notes/${note.id}`);
    },
    () => send('POST', '/files', { path, content: word }),
    () => (random(2) === 0 ? agent('DELETE', `/files/${encodeURIComponent(path)}`) : Promise.resolve()),
    () => send('POST', '/tasks', { title: word.slice(0, 5), dependsOn: random(4) === 0 ? ['1'] : [], labels: ['x'] }),
    () => send('POST', '/tasks/claim', {}),
    async () => send('POST', `${await ofTask()}/finish`, { outcome: one(['done', 'failed']), text: word }),
    async () => send('POST', `${await ofTask()}/${one(['release', 'decline', 'cancel', 'reopen']) ?? ''}`, {}),
    () => send('POST', '/asks', { kind: 'approval', title: word.slice(0, 5) }),
    async () => {
      const ask = one(await listed<Ask>('/asks', '&status=open'));
      if (ask) await person('POST', `/asks/${ask.id}/answer`, { body: { optionId: one(['approve', 'deny']) } });
    },
    async () => {
      const ask = one(await listed<Ask>('/asks'));
      if (ask) await agent('POST', `/asks/${ask.id}/withdraw`);
    },
  ];
  await one(changes)?.();
};

/** Everything that a caller reads of the session now. */
const readAll = async (caller: Caller) => {
  const all = async <Item>(path: string): Promise<Item[]> => {
    const items: Item[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page: { items: Item[]; nextCursor: string | null } = (
        await caller<{ items: Item[]; nextCursor: string | null }>('GET', `${path}?limit=200${query}`)
      ).data;
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  };
  return shown({
    notes: await all<Note>('/notes'),
    files: await all<File>('/files'),
    tasks: await all<Task>('/tasks'),
    asks: await all<Ask>('/asks'),
  });
};

interface Things {
  notes: Iterable<Note>;
  files: Iterable<File>;
  tasks: Iterable<Task>;
  asks: Iterable<Ask>;
}

const without = (thing: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(thing).filter(([name]) => !fields.includes(name)));

/** The things by their ids, without what no event tells. */
const shown = ({ notes, files, tasks, asks }: Things) => {
  const byId = (things: Iterable<{ id: string }>, ...left: string[]) =>
    [...things].sort((a, b) => (a.id < b.id ? -1 : 1)).map((thing) => without(thing, left));
  return { notes: byId(notes), files: byId(files), tasks: byId(tasks, ...computedTaskFields), asks: byId(asks) };
};

const folded = ({ notes, files, tasks, asks }: LogState) =>
  shown({ notes: notes.values(), files: files.values(), tasks: tasks.values(), asks: asks.values() });

const idsOf = (things: Iterable<{ id: string }>) => [...things].map(({ id }) => id).sort();

test('[LOG-1] [TIME-3] [IMP-6] what is read of a session, now and in the past, is the fold of its log, also after an import', async () => {
  await using here = await startTestApp();
  const fixture = await aSession(here);
  const random = randomOf(11);
  for (let step = 0; step < steps; step++) {
    await aChange([fixture.creator, fixture.partner], fixture.observer, random);
  }
  const { data: document } = await fixture.creator<SessionExport>('GET', '/export');
  const { events } = document;
  const now = applyEvents(emptySessionState, events);
  expect(await readAll(fixture.creator)).toEqual(folded(now));
  const ends = new Set([...now.tasks.values(), ...now.asks.values()].map(({ status }) => status));
  expect([...ends]).toEqual(
    expect.arrayContaining(['working', 'done', 'cancelled', 'answered', 'withdrawn']) as string[],
  );

  for (let look = 0; look < looks; look++) {
    const seq = 1 + random(events.length);
    const { data } = await fixture.creator<SessionState>('GET', `/state?seq=${String(seq)}`);
    const state = applyEvents(emptySessionState, events.slice(0, seq));
    expect([seq, data.notes]).toEqual([seq, folded(state).notes.map((note) => without(note, ['content']))]);
    expect(shown({ notes: [], files: data.files, tasks: [], asks: [] }).files).toEqual(folded(state).files);
    const current = [...state.tasks.values()].filter(({ status }) => !isEndedTask(status));
    expect(idsOf(data.tasks.current)).toEqual(idsOf(current));
    expect(data.tasks.done + data.tasks.failed + data.tasks.cancelled).toBe(state.tasks.size - current.length);
    const open = [...state.asks.values()].filter(({ status }) => status === 'open');
    expect([idsOf(data.asks.open), data.messageCount]).toEqual([idsOf(open), state.messageCount]);
  }

  await using there = await startTestApp();
  const imported = await there.request<{ observerToken: string }>('POST', '/api/sessions/import', { body: document });
  expect(imported.status).toBe(201);
  const observer: Caller = (method, path, options) =>
    there.request(method, `/api/sessions/${fixture.id}${path}`, { ...options, token: imported.data.observerToken });
  const after = (await observer<SessionExport>('GET', '/export')).data;
  const logged: Event[] = after.events;
  expect(logged.slice(0, -1)).toEqual(events);
  const { asks, ...rest } = folded(applyEvents(emptySessionState, logged));
  // Answers of people in a log that nothing proves count as not vouched (IMP-15).
  const unvouched = asks.map((ask) =>
    ask['answer'] ? { ...ask, answer: { ...(ask['answer'] as object), vouched: false } } : ask,
  );
  expect(await readAll(observer)).toEqual({ ...rest, asks: unvouched });
});
