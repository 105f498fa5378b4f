import { equal, match, ok } from 'node:assert/strict';
import type { Event, SessionExport } from '@pairspace/protocol';
import { anExport, rehashed } from '../an-export.ts';
import type { Caller } from '../caller.ts';
import type { Refusal } from '../check-answer.ts';
import { rule } from '../rule.ts';

/** The event of a name in an export. */
const eventOf = (document: SessionExport, name: Event['event']): Event => {
  const event = document.events.find((one) => one.event === name);
  ok(event, `the log has ${name}`);
  return event;
};

const refusedImport = (nobody: Caller, body: unknown): Promise<Refusal> =>
  nobody.refused('VALIDATION_ERROR', 'importSession', typeof body === 'string' ? { bytes: body } : { body });

rule('IMP-2', 'an export in which the log was changed names the first wrong event', async (context) => {
  const { nobody } = context;
  const { id, document } = await anExport(context);
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
  await nobody.in(id).refused('NOT_FOUND', 'getSession');
  await nobody.ok('importSession', { body: document });
});

rule('IMP-2', 'an export in which a part was changed names the part', async (context) => {
  const { nobody } = context;
  const { document } = await anExport(context);
  for (const name of ['presence', 'exportedAt', 'observers'] as const) {
    const { details } = await refusedImport(nobody, { ...document, [name]: name === 'exportedAt' ? 'now' : [] });
    if (document[name].length > 0) equal(details['member'], name);
  }
  const { message } = await refusedImport(nobody, { ...document, more: 1 });
  ok(message.includes('"more"'), message);
});

rule('IMP-2', 'what no service writes is refused, though its hashes are right', async (context) => {
  const { nobody } = context;
  const { document } = await anExport(context);
  const forged = (alter: (copy: SessionExport) => void): unknown => {
    const copy = structuredClone(document);
    alter(copy);
    return rehashed(copy);
  };
  const { seq } = eventOf(document, 'message.created');
  const alterations: ((event: Event, copy: SessionExport) => void)[] = [
    (event) => Object.assign(event, { event: 'message.pinned' }),
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
    const body = forged((copy) => {
      const event = copy.events[seq - 1];
      if (event) alter(event, copy);
      copy.messages = copy.events.filter((one) => one.event === 'message.created').map(({ data }) => data as never);
    });
    const { details, message } = await refusedImport(nobody, body);
    equal(details['seq'], seq, message);
  }
  await nobody.ok('importSession', { body: rehashed(document) });
});

rule('IMP-2', 'what is no export is refused with a sentence', async (context) => {
  const { nobody } = context;
  const { document } = await anExport(context);
  const text = JSON.stringify(document);
  const bodies = [
    '',
    'null',
    '[]',
    '"x"',
    '{}',
    '{"ok":true}',
    '{"ok":true,"data":[]}',
    '{"format":"other"}',
    text.replace('"version":1', '"version":2'),
    text.replace('"version":1', '"version":1,"version":1'),
    text.slice(0, -1),
    text.slice(0, text.length / 2),
    `${text}{}`,
    text.replace('"messages":[', `"messages":[${'['.repeat(100_000)}${']'.repeat(100_000)},`),
    text.replace('"messages":[', `"messages":[[${'1,'.repeat(1_000_001)}1],`),
    text.replace('"messages":[', `"messages":[${'9'.repeat(100_000)},`),
    text.replace('"messages":[', '"messages":[1e999,'),
    text.replace('"messages":[', '"messages":["\\u0000",'),
    text.replace('"messages":[', '"messages":["\\ud800",'),
    text.replace('"messages":[', '"messages":[{"__proto__":{"a":1}},'),
    text.replace('"messages":[', '"messages":[{"a":1,"a":2},'),
    text.replace('"messages":[', '"messages":[], "messages":['),
  ];
  for (const body of bodies) {
    const { message } = await refusedImport(nobody, body);
    match(message, /^The export is not imported\. \S.*\.$/);
  }
  const newer = await refusedImport(nobody, text.replace('"version":1', '"version":2'));
  match(newer.message, /version 2/);
  await nobody.ok('importSession', { bytes: text });
});
