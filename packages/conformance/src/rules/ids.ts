import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { fullSessionRule, rule, sessionRule } from '../rule.ts';
import { fieldsOf, range, together } from '../tools.ts';

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
  deepEqual(
    fieldsOf(byId, 'createdAt'),
    items.map(({ createdAt }) => createdAt),
  );
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
