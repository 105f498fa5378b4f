import type { Event, SessionExport } from '@pairspace/protocol';
import { verifyExport } from '@pairspace/protocol/verify';
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { anExport, exported, exportRule, rehashed } from '../an-export.ts';
import type { Caller } from '../caller.ts';
import type { Refusal } from '../check-answer.ts';
import { fieldsOf, rule } from '../kit.ts';

rule('IMP-1', 'an export is imported as it was downloaded, with or without its envelope', async (context) => {
  for (const wrap of [(document: unknown) => document, (document: unknown) => ({ ok: true, data: document })]) {
    const { id, document } = await anExport(context);
    const body = wrap(document);
    const { session, observerToken, seats, verification } = await context.nobody.ok('importSession', { body });
    deepEqual([session.id, session.name, session.agents], [id, document.session.name, document.agents]);
    deepEqual(fieldsOf(seats, 'agentId'), ['ada', 'bob']);
    deepEqual(verification, { chain: 'valid', checkpoint: 'valid', keyId: document.manifest.keyId });
    await context.nobody.in(id).as(observerToken).ok('getSession');
  }
});

exportRule('IMP-3', 'the answer says who has signed the export', async ({ document, nobody }) => {
  const { verification } = await nobody.ok('importSession', { body: rehashed(document) });
  deepEqual(verification, { chain: 'valid', checkpoint: 'none', keyId: null });
});

exportRule('IMP-4', 'a session that is here is not imported', async ({ document, nobody, stranger }) => {
  const { observerToken } = await nobody.ok('importSession', { body: document });
  const { details } = await nobody.refused('CONFLICT', 'importSession', { body: document });
  equal(details['reason'], 'session_exists');
  await stranger.as(observerToken).ok('deleteSession');
  await nobody.ok('importSession', { body: document });
});

exportRule('IMP-5', 'the log is kept, and one event follows', async ({ document, nobody, stranger }) => {
  const query = { service: 'https://old.example' };
  const { observerToken, session } = await nobody.ok('importSession', { query, body: document });
  const { events } = await exported(stranger.as(observerToken));
  const last = events.pop();
  deepEqual(events, document.events);
  deepEqual([last?.event, last?.actor.kind, session.lastSeq], ['session.imported', 'system', events.length + 1]);
  const { importedFrom } = last?.data as { importedFrom: unknown };
  const { checkpoint } = document;
  deepEqual(importedFrom, { service: query.service, seq: events.length, hash: checkpoint.hash, checkpoint });
  await stranger.as(observerToken).ok('getState');
});

rule('IMP-6', 'it is private, has no observers, and no old token works', async (context) => {
  const { nobody } = context;
  const fixture = await anExport(context, { visibility: 'public' });
  const { id, document, inviteCode } = fixture;
  const { observerToken, session } = await nobody.ok('importSession', { body: document });
  deepEqual([session.visibility, session.observerCount], ['private', 0]);
  await nobody.in(id).refused('UNAUTHORIZED', 'getSession');
  for (const name of ['creator', 'partner', 'observer', 'invited', 'worker'] as const) {
    await fixture[name].refused('UNAUTHORIZED', 'getSession');
  }
  await nobody.in(id).refused('FORBIDDEN', 'joinSession', { body: { inviteCode, agentId: 'eve' } });
  const overseer = nobody.in(id).as(observerToken);
  deepEqual((await overseer.ok('listObservers')).items, []);
  const state = await overseer.ok('getState');
  deepEqual([state.session.visibility, state.session.observerCount], ['private', 0]);
  const past = await overseer.ok('getState', { query: { seq: document.seq } });
  deepEqual([past.session.visibility, past.session.observerCount], ['public', document.session.observerCount]);
});

exportRule('IMP-6', 'tasks in work are open, asks withdrawn, jobs cancelled', async (fixture) => {
  const { document, ownedTask, offeredTask, job, nobody, stranger } = fixture;
  const { observerToken, session } = await nobody.ok('importSession', { body: document });
  const overseer = stranger.as(observerToken);
  const task = await overseer.ok('getTask', { params: { taskId: ownedTask.id } });
  deepEqual([task.status, task.assignee, task.leaseUntil, task.ready], ['open', null, null, true]);
  equal((await overseer.ok('getTask', { params: { taskId: offeredTask.id } })).status, 'offered');
  const { jobs, tasks } = await overseer.ok('getState');
  deepEqual(jobs, { pending: 0, running: 0, ended: document.compute.jobs.length });
  equal(tasks.current.find(({ id: taskId }) => taskId === ownedTask.id)?.status, 'open');
  const before = await overseer.ok('getState', { query: { seq: session.lastSeq - 1 } });
  equal(before.tasks.current.find(({ id: taskId }) => taskId === ownedTask.id)?.status, 'working');
  ok(before.jobs.pending + before.jobs.running > 0);
  const open = document.asks.filter(({ status }) => status === 'open');
  for (const ask of open) {
    const withdrawn = await overseer.ok('getAsk', { params: { askId: ask.id } });
    deepEqual([withdrawn.status, withdrawn.seq], ['withdrawn', session.lastSeq]);
  }
  deepEqual([before.asks.open.length, open.length > 0], [open.length, true]);
  const cancelled = await overseer.ok('getJob', { params: { jobId: job.id } });
  deepEqual([cancelled.status, cancelled.error?.reason], ['cancelled', 'cancelled']);
});

exportRule('IMP-7', 'agents come back by new codes', async (fixture) => {
  const { document, recoveryCode, note, ownedTask, nobody, stranger } = fixture;
  const { seats } = await nobody.ok('importSession', { body: document });
  await stranger.refused('FORBIDDEN', 'recoverAgent', { body: { recoveryCode } });
  const codes = new Map(seats.map((seat) => [seat.agentId, seat.recoveryCode]));
  notEqual(codes.get('ada'), codes.get('bob'));
  const back = await stranger.ok('recoverAgent', { body: { recoveryCode: codes.get('bob') } });
  const bob = stranger.as(back.agentToken);
  deepEqual((await bob.ok('whoami')).agentId, 'bob');
  equal((await bob.ok('readInbox')).items.length, 0);
  await bob.ok('postMessage', { body: { content: 'I am back.', replyTo: document.messages[0]?.id } });
  const version = document.notes.find((one) => one.id === note.id)?.version ?? 0;
  await bob.ok('updateNote', { params: { noteId: note.id }, body: { expectedVersion: version, content: 'Third' } });
  await bob.ok('writeFile', { body: { path: 'a/b.png', content: 'text now' } });
  equal((await bob.ok('claimTask', { body: { taskId: ownedTask.id } })).task?.assignee?.agentId, 'bob');
  const { length } = (await bob.ok('listNoteVersions', { params: { noteId: note.id } })).items;
  equal(length, version + 1);
  verifyExport(await exported(bob));
});

exportRule('IMP-8', 'an agent that has not come back took no part', async ({ document, nobody, stranger }) => {
  const { observerToken, seats } = await nobody.ok('importSession', { body: document });
  await stranger.as(observerToken).ok('setVisibility', { body: { visibility: 'public' } });
  const code = seats.find(({ agentId }) => agentId === 'ada')?.recoveryCode;
  const { agentToken } = await stranger.ok('recoverAgent', { body: { recoveryCode: code } });
  const body = { score: 5 };
  const rating = await nobody.as(agentToken).ok('rateAgent', { params: { agentId: 'bob' }, body });
  equal(rating.verified, false, 'bob has not come back');
});

exportRule('IMP-12', 'an export of the imported is imported again', async ({ document, nobody, stranger }) => {
  let token = (await nobody.ok('importSession', { body: document })).observerToken;
  for (let times = 1; times <= 2; times++) {
    const overseer = stranger.as(token);
    const again = await exported(overseer);
    deepEqual(again.events.slice(0, document.events.length), document.events);
    deepEqual([again.messages, again.notes, again.files], [document.messages, document.notes, document.files]);
    equal(again.events.length, document.events.length + times);
    verifyExport(again);
    await overseer.ok('deleteSession');
    token = (await nobody.ok('importSession', { body: again })).observerToken;
  }
});

/** The event of a name in an export. */
const eventOf = (document: SessionExport, name: Event['event']): Event => {
  const event = document.events.find((one) => one.event === name);
  ok(event, `the log has ${name}`);
  return event;
};

const refusedImport = (nobody: Caller, body: unknown): Promise<Refusal> =>
  nobody.refused('VALIDATION_ERROR', 'importSession', typeof body === 'string' ? { bytes: body } : { body });

exportRule('IMP-2', 'a changed log is told by its first wrong event', async ({ document, nobody, stranger }) => {
  const changed = (alter: (copy: SessionExport) => void): SessionExport => {
    const copy = structuredClone(document);
    alter(copy);
    return copy;
  };
  const at = eventOf(document, 'note.created').seq;
  const wrong: [SessionExport, number][] = [
    [changed(({ events }) => Object.assign(events[at - 1]?.data ?? {}, { title: 'Another' })), at],
    [changed(({ events }) => events.splice(at - 1, 1)), at],
    [changed(({ events }) => events.splice(at, 0, ...events.slice(at - 1, at))), at + 1],
    [changed(({ events }) => events.push(...events.splice(at - 1, 1))), at],
    [changed(({ events }) => events.pop()), document.events.length],
    [changed(({ messages }) => Object.assign(messages[0] ?? {}, { content: 'x' })), document.messages[0]?.seq ?? 0],
  ];
  for (const [body, seq] of wrong) {
    const { message, details } = await refusedImport(nobody, body);
    equal(details['seq'], seq, message);
    match(message, /^The export is not imported\. \S.*\.$/);
  }
  await stranger.refused('NOT_FOUND', 'getSession');
  await nobody.ok('importSession', { body: document });
});

exportRule('IMP-2', 'an export in which a part was changed names the part', async ({ document, nobody }) => {
  for (const name of ['presence', 'exportedAt', 'observers'] as const) {
    const { details } = await refusedImport(nobody, { ...document, [name]: name === 'exportedAt' ? 'now' : [] });
    if (document[name].length > 0) equal(details['member'], name);
  }
  const { message } = await refusedImport(nobody, { ...document, more: 1 });
  ok(message.includes('"more"'), message);
});

exportRule('IMP-2', 'what no service writes is refused under right hashes', async ({ document, nobody, http }) => {
  const { seq } = eventOf(document, 'message.created');
  const forged = (alter: (event: Event) => void): unknown => {
    const copy = structuredClone(document);
    for (const event of copy.events.slice(seq - 1, seq)) alter(event);
    copy.messages = copy.events.filter((one) => one.event === 'message.created').map(({ data }) => data as never);
    return rehashed(copy);
  };
  const alterations: ((event: Event) => void)[] = [
    (event) => Object.assign(event, { event: 'pinned' }),
    (event) => Object.assign(event, { event: 'session.deleted' }),
    (event) => Object.assign(event, { data: { id: 'x' } }),
    (event) => Object.assign(event.actor, { id: 'not an id' }),
    (event) => Object.assign(event.actor, { kind: 'god' }),
    (event) => Object.assign(event, { timestamp: '2026-01-01T00:00:00.0Z' }),
    (event) => Object.assign(event, { more: true }),
    (event) => Object.assign(event.data, { seq: 1 }),
    (event) => Object.assign(event.data, { sessionId: 'ses_other' }),
    (event) => Object.assign(event.data, { id: "msg_'; drop table event; --" }),
  ];
  for (const alter of alterations) {
    const { details, message } = await refusedImport(nobody, forged(alter));
    equal(details['seq'], seq, message);
  }
  const body = forged((event) => Object.assign(event, { event: 'message.pinned' }));
  const { session, observerToken } = await nobody.ok('importSession', { body });
  const observer = nobody.in(session.id).as(observerToken);
  const { text } = await http.send(observer.request('exportSession', { query: { format: 'jsonl' } }));
  ok(text.includes('"event":"message.pinned"'), 'an event of a later version is kept');
});

exportRule('IMP-2', 'what is no export is refused with a sentence', async ({ document, nobody }) => {
  const text = JSON.stringify(document);
  const bodies = [
    '',
    '{}',
    '{"format":"other"}',
    text.replace('"version":1', '"version":2'),
    text.replace('"version":1', '"version":1,"version":1'),
    text.slice(0, -1),
    `${text}{}`,
    text.replace('"messages":[', `"messages":[${'['.repeat(100_000)}${']'.repeat(100_000)},`),
    text.replace('"messages":[', '"messages":[1e999,'),
    text.replace('"messages":[', '"messages":["\\u0000",'),
    text.replace('"messages":[', '"messages":["\\ud800",'),
    text.replace('"messages":[', '"messages":[{"__proto__":{"a":1}},'),
    text.replace('"messages":[', '"messages":[{"a":1,"a":2},'),
  ];
  for (const body of bodies) {
    const { message } = await refusedImport(nobody, body);
    match(message, /^The export is not imported\. \S.*\.$/);
  }
  const newer = await refusedImport(nobody, text.replace('"version":1', '"version":2'));
  match(newer.message, /version 2/);
  await nobody.ok('importSession', { bytes: text });
});
