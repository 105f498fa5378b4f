import { type EndpointName, endpoints } from '@pairspace/protocol';
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Caller, CallInput } from '../caller.ts';
import {
  fieldsOf,
  type FullSessionFixture,
  fullSessionRule,
  pagesOf,
  range,
  rule,
  sessionRule,
  together,
} from '../kit.ts';
import type { RuleContext } from '../rule-context.ts';
import { actorOf, endpointEntries, listNames as allLists, sampleOf } from '../samples.ts';

/** The lists of an agent key are of its own seats, which the rules of agent keys fill. */
const listNames = allLists.filter((name) => endpoints[name].access !== 'agentKey');

interface Page {
  items: { id?: string; agentId?: string; seq?: number; version?: number }[];
  nextCursor: string | null;
}

const pageOf = async (caller: Caller, name: EndpointName, given: CallInput): Promise<Page> =>
  (await caller.ok(name, given)) as Page;

/** The identity of an item in its list. */
const keyOf = ({ id, agentId, seq, version }: Page['items'][number]): string => [id ?? agentId, seq, version].join(' ');

/** The keys of every item of a list, page by page; `start` chooses the first page, cursors the others. */
const readAll = async (caller: Caller, name: EndpointName, given: CallInput, start: CallInput['query'] = {}) => {
  const pages = await pagesOf<Page['items'][number]>((at) =>
    pageOf(caller, name, { ...given, query: { ...given.query, ...(at.cursor === undefined ? start : at) } }),
  );
  return { keys: pages.flat().map(keyOf), pages: pages.map(({ length }) => length) };
};

const agentId = 'lists-agent';
const capability = 'to be listed';

/** Endpoints that add to a list by the path of the list, with any valid call of theirs. */
const adders = endpointEntries
  .filter(([, { method, path }]) => method === 'POST' && listNames.some((list) => endpoints[list].path === path))
  .map(([name]) => name)
  .filter((name) => !['createSession', 'writeFile', 'createWebhook', 'saveProfile'].includes(name));

/** A fixture with at least seven items in every list. */
const filledSession = async ({ aFullSession }: RuleContext): Promise<FullSessionFixture> => {
  const fixture = await aFullSession({ name: 'List of lists' });
  const { creator, stranger, inviteCode, note, file, webhook } = fixture;
  for (const number of range(7).map(String)) {
    await creator.ok('observeSession', { body: { name: number } });
    await stranger.ok('joinSession', { body: { inviteCode, agentId: `agent-${number}` } });
    for (const name of adders) await actorOf(name, fixture).ok(name, sampleOf(name, fixture));
    await creator.ok('postMessage', { body: { content: `${number} of ${fixture.id}` } });
    await creator.ok('writeFile', { body: { path: `${number}.txt`, content: number } });
    await creator.ok('writeFile', { body: { path: file.path, content: number } });
    await creator.ok('updateNote', {
      params: { noteId: note.id },
      body: { expectedVersion: Number(number) + 1, content: number },
    });
    await creator.as(undefined).ok('createSession', { body: { agentId } });
    await creator.ok('createWebhook', { body: { url: webhook.url, events: webhook.events } });
    await creator.ok('pingWebhook', { params: { webhookId: webhook.id } });
    await stranger.ok('saveProfile', { body: { agentId: `listed-${number}`, capabilities: [capability] } });
  }
  return fixture;
};

/** Filters that hide the items of other rules in lists over all sessions. */
const ownItems = (fixture: FullSessionFixture): Partial<Record<EndpointName, CallInput['query']>> => ({
  listSessions: { agentId },
  listAgents: { capability },
  listDirectory: { capability },
  listWebhooks: { sessionId: fixture.id },
  search: { q: fixture.id },
  searchSession: { q: fixture.id },
});

/** The input of a call for a whole list, without further filters. */
const wholeOf = (name: EndpointName, fixture: FullSessionFixture): CallInput => {
  const { params } = sampleOf(name, fixture);
  const query = ownItems(fixture)[name];
  return { ...(params ? { params } : {}), ...(query ? { query } : {}) };
};

const cursorsOf = async (fixture: FullSessionFixture): Promise<Map<EndpointName, string>> => {
  const pairs = await together(listNames, async (name): Promise<[EndpointName, string]> => {
    const given = wholeOf(name, fixture);
    const { nextCursor } = await pageOf(fixture.creator, name, { ...given, query: { ...given.query, limit: 2 } });
    ok(nextCursor, `${name} of more than two items must go on after two`);
    return [name, nextCursor];
  });
  return new Map(pairs);
};

const forge = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const forged = ['', 'x', '0', 'null', '!!!!', '../..', 'ses_~']
  .concat([`'; drop table event; --`, forge(null), forge({}), forge([]), forge(['events'])])
  .concat([forge(['events', 1.5]), forge(['events', '1']), forge(['events', 1, 2])])
  .concat([forge(['notes', 7]), forge(['notes', { gt: '' }]), forge(['__proto__', 1])])
  .concat(['A'.repeat(5000)]);

rule('API-17', 'every list answers items and nextCursor, null at its end', async (context) => {
  const fixture = await filledSession(context);
  await together(listNames, async (name) => {
    const given = wholeOf(name, fixture);
    const page = await pageOf(fixture.creator, name, { ...given, query: { ...given.query, limit: 200 } });
    ok(page.items.length >= 7, `${name} has its items`);
    const one = await pageOf(fixture.creator, name, { ...given, query: { ...given.query, limit: 1 } });
    equal(one.items.length, 1, `${name} of limit 1`);
    equal(page.nextCursor, name === 'listSessions' ? page.nextCursor : null, `${name} is over`);
  });
});

sessionRule('API-17', 'a list has 50 items to a page by default', async ({ creator, nobody }) => {
  await together(range(60), (number) => creator.ok('postMessage', { body: { content: String(number) } }));
  await together(range(60), (number) => creator.ok('createNote', { body: { title: String(number) } }));
  for (const name of ['listMessages', 'listNotes', 'listEvents'] as const) {
    equal((await creator.ok(name)).items.length, 50, name);
  }
  const sessions = await nobody.ok('listSessions');
  ok(sessions.items.length <= 50);
});

rule('API-18', 'cursors lead through every list, to each item once', async (context) => {
  const fixture = await filledSession(context);
  await together(listNames, async (name) => {
    const given = wholeOf(name, fixture);
    const whole = await pageOf(fixture.creator, name, { ...given, query: { ...given.query, limit: 200 } });
    for (const limit of [1, 3]) {
      const { keys, pages } = await readAll(fixture.creator, name, { ...given, query: { ...given.query, limit } });
      ok(
        pages.every((items) => items > 0),
        `${name} by ${String(limit)} has an empty page`,
      );
      equal(new Set(keys).size, keys.length, `${name} by ${String(limit)} repeats an item`);
      // The service may add an item meanwhile, such as the event of a lease that is lost.
      const known = new Set(whole.items.map(keyOf));
      if (name !== 'listSessions') deepEqual(keys.filter((key) => known.has(key)).sort(), [...known].sort(), name);
    }
  });
});

sessionRule('API-18', 'a cursor goes on where its page ended, while items are added', async ({ creator }) => {
  for (const number of range(4)) await creator.ok('createNote', { body: { title: String(number) } });
  const first = await creator.ok('listNotes', { query: { limit: 2 } });
  await creator.ok('createNote', { body: { title: 'late' } });
  const rest = await creator.ok('listNotes', { query: { cursor: first.nextCursor ?? '' } });
  const titles = [...first.items, ...rest.items].map(({ title }) => title);
  equal(new Set(titles).size, titles.length);
  for (const number of range(4)) ok(titles.includes(String(number)), `note ${String(number)} is on a page`);
});

fullSessionRule('API-18', 'a cursor that cannot be read is 400, in every list', async (fixture) => {
  await together(listNames, async (name) => {
    const given = wholeOf(name, fixture);
    for (const cursor of forged) {
      await fixture.creator.refused('VALIDATION_ERROR', name, { ...given, query: { ...given.query, cursor } });
    }
  });
});

rule('API-18', 'a cursor of another kind of list is 400', async (context) => {
  const fixture = await filledSession(context);
  const cursors = await cursorsOf(fixture);
  await together(listNames, async (name) => {
    for (const [owner, cursor] of cursors) {
      const given = wholeOf(name, fixture);
      const query = { ...given.query, cursor };
      if (owner === name) await fixture.creator.ok(name, { ...given, query });
      else await fixture.creator.refused('VALIDATION_ERROR', name, { ...given, query });
    }
  });
});

sessionRule('API-20', 'a page ends when its content passes 1 MiB, and its cursor goes on', async ({ creator }) => {
  const content = 'x'.repeat(256 * 1024);
  const notes = await together(
    range(6),
    (number) => creator.ok('createNote', { body: { title: String(number), content } }),
    2,
  );
  for (const version of range(5)) {
    const given = { params: { noteId: notes[0]?.id ?? '' }, body: { expectedVersion: version + 1, content } };
    await creator.ok('updateNote', given);
  }
  const params = { noteId: notes[0]?.id ?? '' };
  for (const [name, count] of [
    ['listNotes', 6],
    ['listEvents', 16],
    ['listNoteVersions', 6],
  ] as const) {
    const { keys, pages } = await readAll(creator, name, { params, query: { limit: 200 } });
    equal(new Set(keys).size, count, name);
    ok(pages.length > 1 && pages.every((items) => items > 0), `${name} in pages of ${pages.join(', ')}`);
  }
});

sessionRule('API-20', 'so do pages of messages, in both directions', async ({ creator }) => {
  const content = 'x'.repeat(100 * 1024);
  await together(range(15), () => creator.ok('postMessage', { body: { content } }), 4);
  for (const start of [{}, { since: 0 }]) {
    const { keys, pages } = await readAll(creator, 'listMessages', { query: { limit: 200 } }, start);
    equal(new Set(keys).size, 15);
    ok(pages.length > 1 && pages.every((items) => items > 0), `pages of ${pages.join(', ')}`);
  }
});

const idOf = (prefix: string): RegExp => new RegExp(`^${prefix}_[A-Za-z0-9_~.-]{16,}$`);

fullSessionRule('API-15', 'ids carry the prefix of their kind, and a note its id twice', async (fixture) => {
  const { id, note, file, message, webhook, delivery, job, creator } = fixture;
  match(id, idOf('ses'));
  match(message.id, idOf('msg'));
  match(note.id, idOf('note'));
  equal(note.noteId, note.id);
  match(file.id, idOf('file'));
  match(webhook.id, idOf('whk'));
  equal(webhook.webhookId, webhook.id);
  match(delivery.id, idOf('dlv'));
  match(job.id, idOf('job'));
  equal(job.jobId, job.id);
  const { items } = await creator.ok('listObservers');
  for (const observer of items) match(observer.id, idOf('obv'));
});

sessionRule('API-15', 'ids sort by the time they were made', async ({ creator }) => {
  for (const content of range(15).map(String)) await creator.ok('postMessage', { body: { content } });
  const { items } = await creator.ok('listMessages');
  const byId = items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const told = items.map(({ createdAt }) => createdAt);
  deepEqual(fieldsOf(byId, 'createdAt'), told);
});

rule('API-15', 'ids made in one moment have nothing guessable in common', async ({ nobody }) => {
  const made = await together(range(32), () => nobody.ok('createSession'), 32);
  const ids = made.map(({ session }) => session.id);
  // 80 random bits are 14 characters of base64, 16 of base32: the end of an id differs in nearly all of them.
  const ends = ids.map((id) => id.slice(-14));
  for (const place of range(14)) {
    ok(new Set(ends.map((end) => end.charAt(place))).size > 6, `character ${String(place - 14)} hardly varies`);
  }
  equal(new Set(ends).size, ids.length);
});

rule('API-16', 'an agentId is kept as the agent chose it', async ({ nobody }) => {
  for (const agentId of ['a', '7', 'Ada', 'a.b_c:d@e-f', `a${'x'.repeat(127)}`, 'agent@example.org', 'a--b', 'A..9']) {
    const { session } = await nobody.ok('createSession', { body: { agentId } });
    equal(session.creator.agentId, agentId);
    equal(session.agents[0]?.agentId, agentId);
  }
});

rule('API-16', 'the same agentId may be in any number of sessions', async ({ nobody }) => {
  const body = { agentId: `everywhere-${randomUUID()}` };
  const made = await together(range(5), () => nobody.ok('createSession', { body }));
  const { items } = await nobody.ok('listSessions', { query: { agentId: body.agentId } });
  deepEqual(items.map(({ id }) => id).sort(), made.map(({ session }) => session.id).sort());
});

rule('API-16', 'an agent without an id gets agent- and 12 base32 characters', async ({ nobody }) => {
  const made = await together(range(10), () => nobody.ok('createSession', { body: { agentName: 'Ada' } }));
  for (const { session } of made) {
    match(session.creator.agentId, /^agent-[0-9a-z]{12}$/i);
    equal(session.creator.agentName, 'Ada');
    const { agentToken, ...joined } = await nobody
      .in(session.id)
      .ok('joinSession', { body: { inviteCode: session.inviteCode } });
    ok(agentToken);
    match(joined.session.partner?.agentId ?? '', /^agent-[0-9a-z]{12}$/i);
  }
  equal(new Set(made.map(({ session }) => session.creator.agentId)).size, made.length);
});
