import { cases } from '@pairspace/testkit/cases';
import { defaultLimits, type Note, type SessionExport } from '@pairspace/protocol';
import { lookInside } from '@pairspace/testkit/look-inside';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aSession } from '../../testing/a-session.ts';
import { hostilePath, hostileText } from '../../testing/hostile-text.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type ExportForm, exportReader, type ReadPart } from './read-export.ts';

/** Forgeries that a service gets too; the others get the reader alone, which is quicker. */
const sentEvery = 25;

/** The export of a session with everything in it under hostile texts. */
const aHostileExport = async (app: TestApp): Promise<{ id: string; document: Buffer; archive: Buffer }> => {
  const { creator, partner, id, tokens } = await aSession(app, { visibility: 'private' });
  const texts = fc.sample(hostileText, { numRuns: 12, seed: 40 });
  for (const content of texts) await partner('POST', '/messages', { body: { content } });
  const note = await creator<Note>('POST', '/notes', { body: { title: 'Plan', content: texts[0] } });
  await partner('PUT', `/notes/${note.data.id}`, { body: { expectedVersion: 1, content: texts[1] } });
  for (const path of fc.sample(hostilePath, { numRuns: 4, seed: 40 })) {
    await creator('POST', '/files', { body: { path, content: texts[2] } });
  }
  const content = Buffer.from([0, 255, 137, 80, 10]).toString('base64');
  await creator('POST', '/files', { body: { path: 'a.png', content, encoding: 'base64' } });
  await creator('POST', '/tasks', { body: { title: 'T', description: texts[3], claim: true } });
  await creator('POST', '/tasks', { body: { title: 'U', dependsOn: ['1'] } });
  await creator('POST', '/asks', { body: { kind: 'approval', title: 'May I?', details: texts[4] } });
  await creator('POST', '/compute', { body: { provider: 'worker' } });
  await creator('POST', '/compute/jobs', { body: { type: 'python', input: { code: 'print(1)' } } });
  const exported = await creator<SessionExport>('GET', '/export');
  expect(exported.data.compute.jobs).toHaveLength(1);
  expect(exported.data.asks).toHaveLength(1);
  const archive = await fetch(`${app.url}/api/sessions/${id}/export?format=jsonl`, {
    headers: { authorization: `Bearer ${tokens.creator}` },
  });
  return { id, document: Buffer.from(JSON.stringify(exported.data)), archive: Buffer.from(await archive.bytes()) };
};

/** Reads a whole export and returns the last answer. */
const read = (bytes: Uint8Array, form: ExportForm): ReadPart => {
  const reader = exportReader();
  let answer = reader({ begin: { form, limits: defaultLimits, now: Date.now() } });
  if (!('refused' in answer)) answer = reader({ chunk: bytes });
  do if (!('refused' in answer)) answer = reader({ end: true });
  while ('isMore' in answer);
  return answer;
};

const refusalOf = (bytes: Uint8Array, form: ExportForm = 'bundle'): string | undefined => {
  const answer = read(bytes, form);
  return 'refused' in answer ? answer.refused.message : undefined;
};

const sentence = /^[A-Z][^\n]*\.$/s;

test('[IMP-2] [ARC-2] an export in which one byte was changed is refused with a sentence, and nothing of it is stored', async () => {
  await using here = await startTestApp();
  await using there = await startTestApp();
  const { id, document, archive } = await aHostileExport(here);
  const send = (bytes: Uint8Array, form: ExportForm) =>
    fetch(`${there.url}/api/sessions/import`, {
      method: 'POST',
      headers: { 'content-type': form === 'archive' ? 'application/jsonl' : 'application/json' },
      body: Uint8Array.from(bytes),
    });
  for (const [form, whole] of [
    ['bundle', document],
    ['archive', archive],
  ] as const) {
    expect(refusalOf(whole, form)).toBeUndefined();
    const forgery = fc.record({ at: fc.nat(whole.length - 1), change: fc.integer({ min: 1, max: 255 }) });
    for (const [index, { at, change }] of fc.sample(forgery, { numRuns: cases(60) }).entries()) {
      const forged = Uint8Array.from(whole);
      forged[at] = (forged[at] ?? 0) ^ change;
      const told = `byte ${String(at)} of the ${form}, changed by ${String(change)}`;
      expect([told, refusalOf(forged, form)]).toEqual([told, expect.stringMatching(sentence)]);
      if (index % sentEvery > 0) continue;
      const response = await send(forged, form);
      expect([told, response.status]).toEqual([told, 400]);
      const { error } = (await response.json()) as { error: { message: string } };
      expect(error.message).toMatch(/^The export is not imported\. /);
    }
  }

  await using inside = await lookInside(there);
  for (const table of await inside.tables('session_id')) {
    if (table === 'deletion') continue;
    await expect
      .poll(() => inside.rows(`select count(*) as count from ${table} where session_id = '${id}'`))
      .toEqual([{ count: 0 }]);
  }
  expect((await send(archive, 'archive')).status).toBe(201);
});

test('[IMP-2] an export that was cut off, doubled or put in another order is refused at any place', async () => {
  await using here = await startTestApp();
  const { document, archive } = await aHostileExport(here);
  const text = document.toString();
  const { events, ...parts } = JSON.parse(text) as SessionExport;
  for (const { at, other } of fc.sample(
    fc.record({ at: fc.nat(events.length - 1), other: fc.nat(events.length - 1) }),
    cases(30),
  )) {
    const swapped = [...events];
    [swapped[at], swapped[other]] = [events[other] as never, events[at] as never];
    const doubled = events.toSpliced(at, 0, ...events.slice(at, at + 1));
    const without = events.toSpliced(at, 1);
    for (const list of [doubled, without, ...(at === other ? [] : [swapped])]) {
      expect(refusalOf(Buffer.from(JSON.stringify({ ...parts, events: list })))).toMatch(sentence);
    }
  }
  for (const length of fc.sample(fc.nat(document.length - 1), cases(30))) {
    expect(refusalOf(document.subarray(0, length))).toMatch(sentence);
  }
  expect(refusalOf(Buffer.concat([document, document]))).toMatch(sentence);
  const members = Object.entries(JSON.parse(text) as SessionExport);
  for (const index of members.keys()) {
    const doubled = [...members.slice(0, index + 1), ...members.slice(index)];
    const body = `{${doubled.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`;
    expect(refusalOf(Buffer.from(body))).toMatch(sentence);
  }

  const lines = archive.toString().split('\n').slice(0, -1);
  const ofLines = (list: readonly string[]): Buffer => Buffer.from(list.map((line) => `${line}\n`).join(''));
  expect(refusalOf(ofLines(lines), 'archive')).toBeUndefined();
  for (const at of fc.sample(fc.nat(lines.length - 1), cases(30))) {
    const [line = ''] = lines.slice(at);
    const moved = [...lines.toSpliced(at, 1), line];
    const others = [lines.toSpliced(at, 1), lines.toSpliced(at, 0, line), lines.slice(0, at), [...lines, line]];
    for (const list of at === lines.length - 1 ? others : [...others, moved]) {
      expect(refusalOf(ofLines(list), 'archive')).toMatch(sentence);
    }
  }
  expect(refusalOf(archive.subarray(0, -1), 'archive')).toMatch(sentence);
  expect(refusalOf(archive, 'bundle')).toMatch(sentence);
  expect(refusalOf(document, 'archive')).toMatch(sentence);
});
