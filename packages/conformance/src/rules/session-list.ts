import { deepEqual, equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rule } from '../rule.ts';
import { fieldsOf } from '../tools.ts';

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
  deepEqual(
    fieldsOf(items, 'id'),
    sessions.filter(({ status }) => status === 'active').map(({ id }) => id),
  );
  deepEqual((await nobody.ok('listSessions', { query: { agentId, q: 'two' } })).items, []);
});
