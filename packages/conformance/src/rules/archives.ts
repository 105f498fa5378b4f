import { canonicalJson } from '@pairspace/protocol';
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { anExport, exported } from '../an-export.ts';
import type { Caller } from '../caller.ts';
import type { Refusal } from '../check-answer.ts';
import type { HttpClient } from '../http-client.ts';
import { fieldsOf, rule } from '../kit.ts';

/** An archive of a session, as its text. */
const archiveOf = async (caller: Caller, http: HttpClient): Promise<string> => {
  const { status, headers, text } = await http.send(caller.request('exportSession', { query: { format: 'jsonl' } }));
  deepEqual([status, headers['content-type']], [200, 'application/jsonl']);
  return text;
};

type Line = Readonly<Record<string, Record<string, unknown>>>;

const sendArchive = { headers: { 'content-type': 'application/jsonl' } };

rule('ARC-1', 'an archive has each event, the contents of files, records, and a seal', async (context) => {
  const { http } = context;
  const { creator, id } = await context.aFullSession();
  const bytes = Buffer.from([0, 255, 137, 80]).toString('base64');
  for (const path of ['a.png', 'b.png']) {
    await creator.ok('writeFile', { body: { path, content: bytes, encoding: 'base64' } });
  }
  const text = await archiveOf(creator, http);
  const lines = text.trimEnd().split('\n');
  const values = lines.map((line) => JSON.parse(line) as Line);
  deepEqual(
    values.map((value) => canonicalJson(value)),
    lines,
  );
  const document = await exported(creator);
  const { format, version, sessionId, seq } = values[0] ?? {};
  deepEqual([format, version, sessionId, seq], ['pairspace.archive', 1, id, document.seq]);
  const of = (name: string) => values.flatMap((value) => (value[name] && !value['seal'] ? [value[name]] : []));
  deepEqual(of('event'), document.events);
  const hashes = [...new Set(document.files.map(({ contentHash }) => contentHash))];
  deepEqual(fieldsOf(of('content'), 'hash').sort(), hashes.sort());
  deepEqual(
    fieldsOf(
      of('content').filter(({ encoding }) => encoding === 'base64'),
      'text',
    ),
    [bytes],
  );
  const kinds = new Set(fieldsOf(of('record'), 'kind'));
  for (const kind of ['pool', 'agentUsage', 'job', 'presence']) ok(kinds.has(kind), kind);
  const digest = createHash('sha256').update(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1));
  equal(values.at(-1)?.['digest'], digest.digest('hex'));
  await creator.refused('VALIDATION_ERROR', 'exportSession', { query: { format: 'xml' } });
});

rule('ARC-2', 'an archive is imported whole, and refused with another line', async (context) => {
  const { nobody, http } = context;
  await anExport(context);
  const { creator, id, file } = await context.aFullSession();
  await creator.ok('writeFile', { body: { path: file.path, content: 'Next' } });
  await creator.ok('deleteNote', { params: { noteId: (await creator.ok('createNote')).id } });
  const text = await archiveOf(creator, http);
  const document = await exported(creator);
  await creator.ok('deleteSession');
  const lines = text.split(/(?<=\n)/);
  const refused = async (bytes: string): Promise<Refusal> =>
    nobody.refused('VALIDATION_ERROR', 'importSession', { ...sendArchive, bytes });
  const contents = lines.flatMap((line, at) => (line.startsWith('{"content"') ? [at] : []));
  for (const at of [0, 1, ...contents, lines.length - 2, lines.length - 1]) {
    for (const wrong of [lines.toSpliced(at, 1), lines.toSpliced(at, 0, lines[at] ?? '')]) {
      match((await refused(wrong.join(''))).message, /^The export is not imported\. \S.*\.$/);
    }
  }
  const changed = await refused(text.replace('"title":"', '"title":"Another '));
  equal(changed.details['seq'], document.events.find(({ data }) => 'title' in data)?.seq);
  for (const bytes of ['', '{}\n', `${text}{}\n`, `${text}\n`, text.slice(0, -1), JSON.stringify(document)]) {
    await refused(bytes);
  }
  const { observerToken, verification } = await nobody.ok('importSession', { ...sendArchive, bytes: text });
  equal(verification.checkpoint, 'valid');
  const overseer = nobody.in(id).as(observerToken);
  const again = await exported(overseer);
  deepEqual(again.events.slice(0, -1), document.events);
  deepEqual([again.messages, again.notes, again.files], [document.messages, document.notes, document.files]);
  equal((await overseer.ok('getFile', { params: { path: file.path }, query: { version: 1 } })).content, 'First');
  await archiveOf(overseer, http);
});
