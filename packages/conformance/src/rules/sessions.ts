import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Reply } from '../check-answer.ts';
import { aloneRule, fieldsOf, fullSessionRule, lastSeq, range, rule, sessionRule, together } from '../kit.ts';

sessionRule('SES-1', 'each answers the session', { name: 'One', metadata: { a: [1] } }, async ({ id, creator }) => {
  const session = await creator.ok('getSession');
  deepEqual([session.id, session.name], [id, 'One']);
  deepEqual(session.creator, { agentId: 'ada', agentName: 'Ada' });
  deepEqual(session.partner, { agentId: 'bob', agentName: 'Bob' });
  deepEqual(fieldsOf(session.agents, 'agentId', 'role'), [
    ['ada', 'creator'],
    ['bob', 'partner'],
  ]);
  deepEqual([session.status, session.mode, session.visibility, session.maxAgents], ['active', 'async', 'public', 2]);
  deepEqual([session.observerCount, session.forkedFrom, session.completedAt], [2, null, null]);
  deepEqual(session.metadata, { a: [1] });
  const changed = { ...session };
  delete changed.storedBytes;
  deepEqual(await creator.ok('updateSession', { body: {} }), changed);
  deepEqual(await creator.ok('setVisibility', { body: { visibility: 'public' } }), changed);
});

aloneRule('SES-1', 'the first to join is partner', { maxAgents: 4 }, async ({ session, stranger, inviteCode }) => {
  equal(session.partner, null);
  for (const agentId of ['zoe', 'abe', 'moe']) {
    const joined = await stranger.ok('joinSession', { body: { inviteCode, agentId } });
    equal(joined.session.partner?.agentId, 'zoe');
  }
  const { agents } = await stranger.ok('getSession');
  deepEqual(fieldsOf(agents.slice(1), 'agentId'), ['zoe', 'abe', 'moe']);
});

rule('SES-1', 'an unknown session is 404', async ({ nobody }) => {
  for (const id of ['ses_none', 'x', '..%2f', 'ses_', '☃', `ses_${'0'.repeat(26)}`, 'a'.repeat(300)]) {
    const stranger = nobody.in(id);
    await stranger.refused('NOT_FOUND', 'getSession');
    await stranger.refused('NOT_FOUND', 'listEvents');
    await stranger.refused('NOT_FOUND', 'joinSession', { body: { inviteCode: 'AAAA-AAAA-AAAA' } });
  }
});

aloneRule('SES-2', 'creation answers two tokens', { name: 'New' }, async (fixture) => {
  const { session, creator, inviteCode, observerToken } = fixture;
  equal(session.observerToken, observerToken);
  notEqual(inviteCode, undefined);
  equal((await creator.ok('getSession')).observerToken, undefined);
  equal((await creator.as(observerToken).ok('getSession')).observerToken, undefined);
  equal((await creator.ok('setVisibility')).observerToken, undefined);
});

rule('SES-2', 'visibility is said by visibility or isPrivate', async ({ nobody }) => {
  for (const [body, expected] of [
    [{ visibility: 'private' }, 'private'],
    [{ visibility: 'public' }, 'public'],
    [{ isPrivate: true }, 'private'],
    [{ isPrivate: false }, 'public'],
  ] as const) {
    equal((await nobody.ok('createSession', { body })).session.visibility, expected);
  }
});

rule('SES-3', 'creation works with an empty body', async ({ nobody }) => {
  for (const given of [{}, { body: {} }]) {
    const { session } = await nobody.ok('createSession', given);
    deepEqual(
      [session.name, session.mode, session.maxAgents, session.metadata, session.status],
      ['Untitled session', 'async', 2, {}, 'waiting'],
    );
    equal(session.creator.agentName, session.creator.agentId);
    deepEqual([session.lastSeq, session.visibility], [1, 'public']);
  }
});

rule('SES-3', 'mode is async or realtime, maxAgents 2–16', async ({ nobody }) => {
  equal((await nobody.ok('createSession', { body: { mode: 'realtime' } })).session.mode, 'realtime');
  for (const maxAgents of [2, 16]) {
    equal((await nobody.ok('createSession', { body: { maxAgents } })).session.maxAgents, maxAgents);
  }
});

aloneRule('SES-6', 'a join makes it active', { maxAgents: 4 }, async (fixture) => {
  const { session, creator, stranger, inviteCode } = fixture;
  equal(session.status, 'waiting');
  const body = { inviteCode };
  const joins = stranger;
  equal((await joins.ok('joinSession', { body })).session.status, 'active');
  await creator.ok('updateSession', { body: { status: 'paused' } });
  equal((await joins.ok('joinSession', { body })).session.status, 'paused');
});

aloneRule('SES-7', 'PATCH sets active, paused or completed from any state', async ({ creator }) => {
  const states = ['active', 'paused', 'completed'] as const;
  for (const from of states) {
    for (const to of states) {
      await creator.ok('updateSession', { body: { status: from } });
      const changed = await creator.ok('updateSession', { body: { status: to } });
      equal(changed.status, to);
      equal(changed.completedAt !== null, to === 'completed', `completedAt from ${from} to ${to}`);
    }
  }
});

sessionRule('SES-8', 'a PATCH of nothing is no event', { name: 'Same', metadata: { a: [1] } }, async (fixture) => {
  const { creator, session } = fixture;
  const before = await lastSeq(creator);
  const same = [
    {},
    { status: 'active' },
    { name: 'Same' },
    { mode: 'async' },
    { metadata: session.metadata },
    { status: 'active', name: 'Same' },
  ];
  for (const body of same) {
    const answered = await creator.ok('updateSession', { body });
    equal(answered.lastSeq, before, JSON.stringify(body));
    equal(answered.updatedAt, session.updatedAt);
  }
});

sessionRule('SES-8', 'PATCH replaces metadata, completed or not', { metadata: { a: 1, b: 2 } }, async ({ creator }) => {
  await creator.ok('updateSession', { body: { status: 'completed' } });
  const { metadata, name, status } = await creator.ok('updateSession', {
    body: { name: 'Done', metadata: { c: 3 } },
  });
  deepEqual([metadata, name, status], [{ c: 3 }, 'Done', 'completed']);
  deepEqual((await creator.ok('updateSession', { body: { metadata: {} } })).metadata, {});
});

sessionRule('SES-8', 'one PATCH is one event, whatever it changes', async ({ creator }) => {
  const before = await lastSeq(creator);
  const body = { status: 'paused', name: 'New', mode: 'realtime', metadata: { a: 1 } };
  equal((await creator.ok('updateSession', { body })).lastSeq, before + 1);
});

fullSessionRule('SES-9', 'a completed session is read and forked', async (fixture) => {
  const { creator, partner, stranger, job, lease } = fixture;
  // Completion cancels unfinished jobs (JOB-28), so these are cancelled before.
  for (const { id } of [job, lease.job]) await creator.ok('cancelJob', { params: { jobId: id } });
  await creator.ok('updateSession', { body: { status: 'completed' } });
  for (const name of ['listMessages', 'listNotes', 'listFiles', 'listEvents', 'listObservers'] as const) {
    ok((await stranger.ok(name)).items.length > 0, name);
  }
  equal((await partner.ok('forkSession')).notesCopied, 1);
});

fullSessionRule('SES-9', 'in a paused session agents still write', async ({ creator, partner, note }) => {
  await creator.ok('updateSession', { body: { status: 'paused' } });
  await partner.ok('postMessage', { body: { content: 'x' } });
  await partner.ok('createNote');
  await partner.ok('updateNote', { params: { noteId: note.id }, body: { expectedVersion: 1, content: 'x' } });
  await partner.ok('writeFile', { body: { path: 'x', content: 'x' } });
});

sessionRule('SES-13', 'visibility is toggled, or set when it is asked for', async ({ creator, stranger }) => {
  for (const expected of ['private', 'public', 'private'])
    equal((await creator.ok('setVisibility')).visibility, expected);
  await stranger.refused('UNAUTHORIZED', 'getSession');
  const { lastSeq: seq } = await creator.ok('getSession');
  const same = await creator.ok('setVisibility', { body: { visibility: 'private' } });
  equal(same.lastSeq, seq);
  equal((await creator.ok('setVisibility', { body: { visibility: 'public' } })).visibility, 'public');
  await stranger.ok('getSession');
});

sessionRule('SES-15', 'of many who delete at once, one does', async ({ creator, observer }) => {
  const replies = await together(range(10), (number) => (number % 2 ? creator : observer).call('deleteSession'), 10);
  ok(replies.some((reply) => reply.ok));
  for (const reply of replies) if (!reply.ok) ok([401, 404].includes(reply.status), reply.error.message);
});

rule('SES-15', 'whoever writes while it is deleted is told so, and nothing fails', async ({ aFullSession }) => {
  await together(range(6), async () => {
    const { creator, partner, observer, stranger, note, inviteCode } = await aFullSession();
    const writes: (() => Promise<Reply>)[] = [
      () => partner.call('postMessage', { body: { content: 'x' } }),
      () => partner.call('createNote'),
      () => observer.call('updateNote', { params: { noteId: note.id }, body: { expectedVersion: 1, content: 'x' } }),
      () => partner.call('writeFile', { body: { path: 'x', content: 'x' } }),
      () => partner.call('updateSession', { body: { name: 'x' } }),
      () => partner.call('forkSession'),
      () => stranger.call('observeSession'),
      () => stranger.call('joinSession', { body: { inviteCode } }),
      () => stranger.call('listEvents'),
      () => creator.call('deleteSession'),
    ];
    const replies = await together([...writes, ...writes], (write) => write(), 22);
    for (const reply of replies) if (!reply.ok) ok([401, 404, 409].includes(reply.status), reply.error.message);
  });
});

sessionRule('SES-16', 'whoami says whose token it is', async ({ id, creator, partner }) => {
  deepEqual(await creator.ok('whoami'), {
    sessionId: id,
    agentId: 'ada',
    agentName: 'Ada',
    role: 'creator',
    issuedToCreator: true,
  });
  deepEqual(await partner.ok('whoami'), {
    sessionId: id,
    agentId: 'bob',
    agentName: 'Bob',
    role: 'partner',
    issuedToCreator: false,
  });
});

/** A name that no other session has, and that is no id. */
const unique = (): string => `s-${randomUUID()}`;

rule('SES-5', 'the list has public sessions only, newest first', async ({ nobody }) => {
  const agentId = unique();
  const made = [];
  for (const visibility of ['public', 'private', 'public', 'private', 'public']) {
    made.push((await nobody.ok('createSession', { body: { agentId, visibility } })).session);
  }
  const { items } = await nobody.ok('listSessions', { query: { agentId } });
  deepEqual(
    fieldsOf(items, 'id'),
    made
      .filter(({ visibility }) => visibility === 'public')
      .map(({ id }) => id)
      .reverse(),
  );
});

rule('SES-5', 'q is found in the name, in any case, as a substring', async ({ nobody }) => {
  const mark = unique();
  const names = [`${mark} Grüße ÄÖ`, `${mark} 100%`, `${mark} a_b`, `${mark} back\\slash`, `${mark} Ωmega`];
  for (const name of names) await nobody.ok('createSession', { body: { name } });
  const found = async (text: string): Promise<string[]> =>
    (await nobody.ok('listSessions', { query: { q: text } })).items.map(({ name }) => name);
  equal((await found(mark.toUpperCase())).length, names.length);
  deepEqual(await found(`${mark} grüsse`), []);
  deepEqual(await found(`${mark} GRÜ`), [names[0]]);
  deepEqual(await found(`${mark} grüße äö`), [names[0]]);
  deepEqual(await found(`${mark} 1%`), []);
  deepEqual(await found(`${mark} 100%`), [names[1]]);
  deepEqual(await found(`${mark} a_`), [names[2]]);
  deepEqual(await found(`${mark} _`), []);
  deepEqual(await found(`${mark} back\\s`), [names[3]]);
  deepEqual(await found(`${mark} ωMEGA`), [names[4]]);
});

rule('SES-5', 'the list is filtered by status and by agent, all of them together', async ({ nobody }) => {
  const agentId = unique();
  const partnerId = unique();
  const sessions = [];
  for (const status of ['waiting', 'active', 'paused', 'completed']) {
    const body = { agentId, name: `${status} one` };
    const { session, agentToken } = await nobody.ok('createSession', { body });
    const creator = nobody.in(session.id).as(agentToken);
    if (status === 'active') {
      await creator.ok('joinSession', { body: { inviteCode: session.inviteCode, agentId: partnerId } });
    } else if (status !== 'waiting') await creator.ok('updateSession', { body: { status } });
    sessions.push({ status, id: session.id });
  }
  for (const { status, id } of sessions) {
    const { items } = await nobody.ok('listSessions', { query: { agentId, status, q: 'ONE' } });
    deepEqual(fieldsOf(items, 'id', 'status'), [[id, status]]);
  }
  const { items } = await nobody.ok('listSessions', { query: { agentId: partnerId } });
  const told = sessions.filter(({ status }) => status === 'active').map(({ id }) => id);
  deepEqual(fieldsOf(items, 'id'), told);
  deepEqual((await nobody.ok('listSessions', { query: { agentId, q: 'two' } })).items, []);
});
