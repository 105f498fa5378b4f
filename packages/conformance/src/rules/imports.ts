import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { verifyExport } from '@pairspace/protocol/verify';
import { anExport, exported, rehashed } from '../an-export.ts';
import { rule } from '../rule.ts';
import { fieldsOf } from '../tools.ts';

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

rule('IMP-3', 'the answer says who has signed the export', async (context) => {
  const { document } = await anExport(context);
  const { verification } = await context.nobody.ok('importSession', { body: rehashed(document) });
  deepEqual(verification, { chain: 'valid', checkpoint: 'none', keyId: null });
});

rule('IMP-4', 'a session that is here is not imported; one that was deleted is', async (context) => {
  const { nobody } = context;
  const { id, document } = await anExport(context);
  const { observerToken } = await nobody.ok('importSession', { body: document });
  const { details } = await nobody.refused('CONFLICT', 'importSession', { body: document });
  equal(details['reason'], 'session_exists');
  await nobody.in(id).as(observerToken).ok('deleteSession');
  await nobody.ok('importSession', { body: document });
});

rule('IMP-5', 'the log is kept, and one event follows', async (context) => {
  const { nobody } = context;
  const { id, document } = await anExport(context);
  const query = { service: 'https://old.example' };
  const { observerToken, session } = await nobody.ok('importSession', { query, body: document });
  const { events } = await exported(nobody.in(id).as(observerToken));
  const last = events.pop();
  deepEqual(events, document.events);
  deepEqual([last?.event, last?.actor.kind, session.lastSeq], ['session.imported', 'system', events.length + 1]);
  const { importedFrom } = last?.data as { importedFrom: unknown };
  const { checkpoint } = document;
  deepEqual(importedFrom, { service: query.service, seq: events.length, hash: checkpoint.hash, checkpoint });
  await nobody.in(id).as(observerToken).ok('getState');
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

rule('IMP-6', 'tasks in work are open, open asks withdrawn, and jobs cancelled', async (context) => {
  const { nobody } = context;
  const { id, document, ownedTask, offeredTask, job } = await anExport(context);
  const { observerToken, session } = await nobody.ok('importSession', { body: document });
  const overseer = nobody.in(id).as(observerToken);
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

rule('IMP-7', 'agents come back by the new codes, and go on', async (context) => {
  const { nobody } = context;
  const { id, document, recoveryCode, note, ownedTask } = await anExport(context);
  const { seats } = await nobody.ok('importSession', { body: document });
  await nobody.in(id).refused('FORBIDDEN', 'recoverAgent', { body: { recoveryCode } });
  const codes = new Map(seats.map((seat) => [seat.agentId, seat.recoveryCode]));
  notEqual(codes.get('ada'), codes.get('bob'));
  const back = await nobody.in(id).ok('recoverAgent', { body: { recoveryCode: codes.get('bob') } });
  const bob = nobody.in(id).as(back.agentToken);
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

rule('IMP-8', 'an agent that has not come back took no part', async (context) => {
  const { nobody } = context;
  const { id, document } = await anExport(context);
  const { observerToken, seats } = await nobody.ok('importSession', { body: document });
  await nobody
    .in(id)
    .as(observerToken)
    .ok('setVisibility', { body: { visibility: 'public' } });
  const code = seats.find(({ agentId }) => agentId === 'ada')?.recoveryCode;
  const { agentToken } = await nobody.in(id).ok('recoverAgent', { body: { recoveryCode: code } });
  const body = { score: 5 };
  const rating = await nobody.as(agentToken).ok('rateAgent', { params: { agentId: 'bob' }, body });
  equal(rating.verified, false, 'bob has not come back');
});

rule('IMP-12', 'an export of the imported session is the same, and is imported again', async (context) => {
  const { nobody } = context;
  const { id, document } = await anExport(context);
  let token = (await nobody.ok('importSession', { body: document })).observerToken;
  for (let times = 1; times <= 2; times++) {
    const overseer = nobody.in(id).as(token);
    const again = await exported(overseer);
    deepEqual(again.events.slice(0, document.events.length), document.events);
    deepEqual([again.messages, again.notes, again.files], [document.messages, document.notes, document.files]);
    equal(again.events.length, document.events.length + times);
    verifyExport(again);
    await overseer.ok('deleteSession');
    token = (await nobody.ok('importSession', { body: again })).observerToken;
  }
});

rule('IMP-12', 'a fork is imported with what it carries', async (context) => {
  const { nobody, aFullSession } = context;
  await anExport(context);
  const { creator } = await aFullSession();
  const { session, agentToken } = await creator.ok('forkSession', { body: { files: true } });
  const fork = nobody.in(session.id).as(agentToken);
  const document = await exported(fork);
  ok(document.notes.length > 0 && document.files.length > 0 && document.tasks.length > 0);
  await fork.ok('deleteSession');
  const { observerToken } = await nobody.ok('importSession', { body: document });
  const again = await exported(fork.as(observerToken));
  deepEqual([again.notes, again.files, again.tasks], [document.notes, document.files, document.tasks]);
  equal(verifyExport(again).carried, verifyExport(document).carried);
});
