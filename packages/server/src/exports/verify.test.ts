import { canonicalJson, type Event, type Note, type SessionExport } from '@pairspace/protocol';
import { checkExport, parseDocument, VerificationFailed, verifyExport, verifySite } from '@pairspace/protocol/verify';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/** The number of random alterations. */
const alterations = Number(process.env['PAIRSPACE_ALTERATIONS'] ?? 300);

let app: TestApp;
let fixture: SessionFixture;
let whole: SessionExport;
let site: Record<string, string>;

beforeAll(async () => {
  app = await startTestApp();
  fixture = await aSession(app, { metadata: { 10: 'ten', 9: [0.1, 1e21] } });
  const { creator, partner, observer } = fixture;
  const first = await creator('POST', '/messages', { body: { content: 'Hi @bob "\u{1f600}"\u2028' } });
  await partner('POST', '/messages', {
    body: { content: 'Hello', replyTo: first.data['id'], metadata: { a: [null] } },
  });
  const note = await creator<Note>('POST', '/notes', { body: { title: 'Plan', content: '# One' } });
  await observer('PUT', `/notes/${note.data.id}`, { body: { expectedVersion: 1, content: '# Two' } });
  const lost = await creator<Note>('POST', '/notes', { body: {} });
  await creator('DELETE', `/notes/${lost.data.id}`);
  await creator('POST', '/files', { body: { path: 'a.txt', content: 'old' } });
  await creator('POST', '/files', { body: { path: 'a.txt', content: 'new' } });
  const picture = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\xff', 'latin1').toString('base64');
  await creator('POST', '/files', { body: { path: 'p.png', content: picture, encoding: 'base64' } });
  await partner('POST', '/files', { body: { path: 'c', content: '' } });
  await partner('DELETE', '/files/c');
  await creator('POST', '/tasks', { body: { title: 'A task', claim: true } });
  await partner('POST', '/tasks', { body: { title: 'Another', dependsOn: ['1'] } });
  await partner('POST', '/asks', { body: { kind: 'approval', title: 'May I?' } });
  whole = (await fixture.creator<SessionExport>('GET', '/export')).data;
  site = (await fixture.creator<Record<string, string>>('GET', '/export/site')).data;
});
afterAll(() => app[Symbol.asyncDispose]());

const filesOf = (map: Readonly<Record<string, string>>) => ({
  paths: Object.keys(map),
  read: (path: string) => Promise.resolve(Buffer.from(map[path] ?? '')),
});

/** The failure of the verification for an altered copy. */
const failureOf = (alter: (copy: SessionExport) => void): VerificationFailed => {
  const copy = structuredClone(whole);
  alter(copy);
  try {
    verifyExport(copy);
  } catch (error) {
    if (error instanceof VerificationFailed) return error;
    throw error;
  }
  throw new Error('the altered export was not found out');
};

const indexOf = (name: Event['event']): number => whole.events.findIndex(({ event }) => event === name);

describe('an export', () => {
  test('[CHN-6] [CHN-8] is proven whole, also in its envelope, and says what was proven', async () => {
    const envelope = { ok: true, data: whole };
    const { keys } = (await app.request<{ keys: { kid: string }[] }>('GET', '/api/keys')).data;
    const { seq, hash } = whole.events.at(-1) ?? {};
    expect(verifyExport(envelope, { keys })).toMatchObject({
      kind: 'export',
      sessionId: fixture.id,
      seq,
      hash,
      signedAt: whole.checkpoint.signedAt,
    });
  });

  test('[CHN-8] an event that was changed, left out, doubled or moved is named', () => {
    const at = indexOf('note.created');
    const seq = at + 1;
    const { events } = whole;
    const changed = failureOf((copy) => Object.assign(copy.events[at]?.data ?? {}, { title: 'Another' }));
    expect([changed.reason, changed.seq]).toEqual(['hash', seq]);
    const missing = failureOf((copy) => copy.events.splice(at, 1));
    expect([missing.reason, missing.seq]).toEqual(['order', seq]);
    const doubled = failureOf((copy) => copy.events.splice(at, 0, ...events.slice(at - 1, at)));
    expect([doubled.reason, doubled.seq, doubled.message]).toEqual([
      'order',
      seq,
      `Event ${String(seq)} is not where it belongs: event ${String(seq - 1)} comes twice.`,
    ]);
    const moved = failureOf((copy) => copy.events.push(...copy.events.splice(at, 1)));
    expect([moved.reason, moved.seq]).toEqual(['order', seq]);
    const cut = failureOf((copy) => copy.events.pop());
    expect([cut.reason, cut.seq]).toEqual(['order', events.length]);
  });

  test('[CHN-8] what no service writes is a wrong event: a number out of range, nesting without end', () => {
    const at = indexOf('message.created');
    const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    for (const value of [Infinity, deep]) {
      const wrong = failureOf((copy) => Object.assign(copy.events[at]?.data ?? {}, { metadata: { value } }));
      expect([wrong.reason, wrong.seq]).toEqual(['hash', at + 1]);
      const member = failureOf((copy) => Object.assign(copy.session, { metadata: { value } }));
      expect(member.reason).toBe('member');
    }
  });

  test('[CHN-8] what nobody has signed is found out: beside the envelope, in the manifest, under a name that stands twice', () => {
    expect(() => verifyExport({ ok: true, data: whole, messages: [] })).toThrow('The envelope has a part "messages"');
    expect(failureOf(({ manifest }) => Object.assign(manifest, { note: 'x' })).member).toBe('note');
    const text = JSON.stringify(whole);
    expect(parseDocument(text)).toEqual(whole);
    for (const name of ['messages', 'm\\u0065ssages']) {
      const doubled = text.replace('"messages":', `"${name}": [{}], "messages":`);
      expect(() => parseDocument(doubled)).toThrow('The name "messages" stands twice');
    }
    expect(parseDocument('[{"a":"\\\\"},{"a":{"a":["a","a"]}}]')).toEqual([{ a: '\\' }, { a: { a: ['a', 'a'] } }]);
  });

  test('[CHN-8] contents that are not as the log has them are named with their event', () => {
    const message = failureOf((copy) => Object.assign(copy.messages[1] ?? {}, { content: 'Never said' }));
    expect([message.reason, message.seq]).toEqual(['message', whole.messages[1]?.seq]);
    const version = failureOf((copy) => Object.assign(copy.notes[0]?.history[1] ?? {}, { content: '# Other' }));
    expect([version.reason, version.seq]).toEqual(['note', indexOf('note.created') + 1]);
    expect(failureOf((copy) => copy.notes[0]?.history.pop()).reason).toBe('note');
    expect(failureOf((copy) => copy.notes.pop()).reason).toBe('note');
    const content = failureOf((copy) => Object.assign(copy.files[0] ?? {}, { content: 'neW' }));
    expect([content.reason, content.message]).toEqual([
      'file',
      'The content of the file "a.txt" does not have its hash.',
    ]);
    expect(failureOf((copy) => copy.files.pop()).reason).toBe('file');
    const task = failureOf((copy) => Object.assign(copy.tasks[0] ?? {}, { status: 'done' }));
    expect([task.reason, task.seq]).toEqual(['task', indexOf('task.claimed') + 1]);
    expect(failureOf((copy) => copy.tasks.pop()).reason).toBe('task');
    expect(failureOf((copy) => copy.tasks.push(...copy.tasks.slice(0, 1))).reason).toBe('task');
    expect(failureOf((copy) => Object.assign(copy.tasks[0] ?? {}, { leaseUntil: null })).member).toBe('tasks');
    const ask = failureOf((copy) => Object.assign(copy.asks[0] ?? {}, { status: 'answered' }));
    expect([ask.reason, ask.seq]).toEqual(['ask', indexOf('ask.created') + 1]);
    expect(failureOf((copy) => copy.asks.pop()).reason).toBe('ask');
    expect(failureOf((copy) => copy.asks.push(...copy.asks.slice(0, 1))).reason).toBe('ask');
    expect(failureOf((copy) => copy.messages.push(...copy.messages.slice(0, 1))).reason).toBe('message');
  });

  test('[CHN-8] checkpoint, signatures, key and all other parts are checked', () => {
    const { hash } = whole.events[0] ?? {};
    expect(failureOf((copy) => Object.assign(copy.checkpoint, { hash })).reason).toBe('checkpoint');
    const later = failureOf((copy) => Object.assign(copy.checkpoint, { signedAt: '2027-01-01T00:00:00.000Z' }));
    expect([later.reason, later.member]).toEqual(['signature', 'checkpoint']);
    const part = failureOf((copy) => Object.assign(copy.agents[0] ?? {}, { agentName: 'Eve' }));
    expect([part.reason, part.member]).toEqual(['member', 'agents']);
    const added = failureOf((copy) => Object.assign(copy, { note: 'added' }));
    expect([added.reason, added.member]).toEqual(['member', 'note']);
    expect(failureOf((copy) => Object.assign(copy.manifest.publicKey, { x: 'A'.repeat(43) })).reason).toBe('signature');
    expect(failureOf((copy) => Object.assign(copy, { checkpoint: null })).reason).toBe('format');
    const other = [{ kid: 'A'.repeat(43) }];
    expect(() => verifyExport(whole, { keys: other })).toThrow(expect.objectContaining({ reason: 'unknown_key' }));
  });

  test(`[CHN-8] every one of ${String(alterations)} random alterations of one byte is found out`, () => {
    const text = JSON.stringify(whole);
    const found: Record<string, number> = {};
    for (let tried = 0; tried < alterations;) {
      const altered = alteredAt(text, Math.floor(Math.random() * text.length));
      if (altered === undefined) continue;
      tried++;
      try {
        verifyExport(altered.document);
        expect.fail(`not found out: ${altered.around}`);
      } catch (error) {
        if (!(error instanceof VerificationFailed)) throw error;
        found[error.reason] = (found[error.reason] ?? 0) + 1;
      }
    }
    expect(Object.keys(found)).toEqual(expect.arrayContaining(['hash']));
  }, 600_000);

  /** The document with one character replaced; undefined if it is no longer JSON, or means the same. */
  const alteredAt = (text: string, place: number): { document: unknown; around: string } | undefined => {
    const characters = '0123456789abcdefXYZ-_"\\ {}[],:.';
    const character = characters[Math.floor(Math.random() * characters.length)] ?? 'x';
    const altered = text.slice(0, place) + character + text.slice(place + 1);
    try {
      const document: unknown = JSON.parse(altered);
      if (JSON.stringify(document) === text) return undefined;
      return { document, around: altered.slice(place - 60, place + 60) };
    } catch {
      return undefined;
    }
  };
});

describe('sessions of other kinds', () => {
  test('[CHN-6] a fork with notes and files verifies', async () => {
    const { data } = await fixture.creator('POST', '/fork', { body: { files: true } });
    const token = String(data['agentToken']);
    const { id } = data['session'] as { id: string };
    const path = `/api/sessions/${id}`;
    const exported = async () => (await app.request<SessionExport>('GET', `${path}/export`, { token })).data;
    expect(verifyExport(await exported())).toMatchObject({ notes: 1, files: 2, tasks: 2 });
    const [note] = (await exported()).notes;
    await app.request('PUT', `${path}/notes/${note?.id ?? ''}`, { token, body: { expectedVersion: 1, content: 'x' } });
    await app.request('POST', `${path}/files`, { token, body: { path: 'a.txt', content: 'x' } });
    const later = await exported();
    expect(verifyExport(later)).toMatchObject({ notes: 1, files: 2 });
    Object.assign(later.notes[0]?.history[1] ?? {}, { content: 'Never' });
    expect(() => verifyExport(later)).toThrow(VerificationFailed);
  });
});

describe('a site', () => {
  test('[CHN-6] [CHN-7] is proven whole', async () => {
    const proven = await verifySite(filesOf(site));
    expect(proven).toMatchObject({ kind: 'site', sessionId: fixture.id, seq: whole.seq });
    expect(proven.files).toBe(Object.keys(site).length - 1);
    expect(JSON.parse(site['log/1.json'] ?? '')).toEqual(whole.events);
    const page = await fetch(`${app.url}/api/sessions/${fixture.id}/export/site`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain(whole.checkpoint.hash);
  });

  test('[CHN-8] a page that was changed, added or left out is named, and so is a changed event', async () => {
    const check = (map: Record<string, string>) => verifySite(filesOf(map));
    const index = `${site['index.html'] ?? ''} `;
    await expect(check({ ...site, 'index.html': index })).rejects.toMatchObject({ member: 'index.html' });
    await expect(check({ ...site, 'more.html': '' })).rejects.toMatchObject({ member: 'more.html' });
    const { 'people.html': people, ...without } = site;
    expect(people).toContain('ada');
    await expect(check(without)).rejects.toMatchObject({ member: 'people.html' });
    const log = (site['log/1.json'] ?? '').replace('Hello', 'Hallo');
    const { seq } = whole.messages[1] ?? {};
    await expect(check({ ...site, 'log/1.json': log })).rejects.toMatchObject({ reason: 'hash', seq });
    await expect(check({})).rejects.toMatchObject({ reason: 'format', member: 'manifest.json' });
  });
});

test('[CHN-8] an event of a later version changes nothing of what the contents are compared with', () => {
  const copy = structuredClone(whole);
  const [pinned] = copy.notes;
  const at = copy.events.findIndex(({ event }) => event === 'message.created');
  let before = hash('sha256', copy.session.id);
  const events = copy.events.map((event, index) => {
    const later = index === at ? { event: 'note.pinned', data: { id: pinned?.id } } : {};
    const logged: Record<string, unknown> = { ...event, ...later };
    delete logged['hash'];
    before = hash('sha256', `${before}\n${canonicalJson(logged)}`);
    return { ...logged, hash: before };
  });
  const document = { ...copy, events, messages: copy.messages.slice(1), checkpoint: undefined, manifest: undefined };
  expect(checkExport(document).counts).toMatchObject({ messages: 1, notes: 1, files: 2, tasks: 2, asks: 1 });
});
