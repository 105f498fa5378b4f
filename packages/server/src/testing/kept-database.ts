import { createClient } from '@pairspace/client';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { startTestApp } from './test-app.ts';

/** The key under which every kept database is sealed. */
export const keptSecretKey = Buffer.from('01'.repeat(32), 'hex');

/** Tables with transient data of a running service. */
const passing = new Set(['node', 'watching', 'readiness', 'idempotency']);

const literal = (value: SQLOutputValue): string => {
  if (value === null) return 'null';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return value instanceof Uint8Array ? `x'${Buffer.from(value).toString('hex')}'` : String(value);
};

const textOf = function* (db: DatabaseSync): Generator<string> {
  const schema = db
    .prepare(
      `select type, name, sql from sqlite_schema where sql is not null and name not like 'search!_%' escape '!' order by rowid`,
    )
    .all();
  for (const { sql } of schema) yield `${String(sql)};`;
  for (const { type, name } of schema) {
    if (type !== 'table' || passing.has(String(name))) continue;
    // Columns that the database generates are not among these.
    const columns = db.prepare(`select name from pragma_table_info('${String(name)}')`).all();
    const list = columns.map((column) => String(column['name'])).join(', ');
    for (const row of db.prepare(`select ${list} from ${String(name)}`).all()) {
      yield `insert into ${String(name)} (${list}) values (${Object.values(row).map(literal).join(', ')});`;
    }
  }
};

/** Fills every durable part of a session. The creator's token is not stored, because a test sets another. */
const fill = async (baseUrl: string): Promise<{ sessionId: string }> => {
  const body = { name: 'A kept session', agentId: 'ada', agentName: 'Ada', metadata: { branch: 'dates' } };
  const { session, agentToken, observerToken } = await createClient({ baseUrl }).createSession(body);
  const { id: sessionId, inviteCode = '' } = session;
  const joined = await createClient({ baseUrl }).joinSession({ sessionId, inviteCode, agentId: 'bob' });
  const ada = createClient({ baseUrl, token: agentToken });
  const bob = createClient({ baseUrl, token: joined.agentToken });
  const question = await ada.postMessage({ sessionId, content: '@bob Größe “é” 😀?' });
  await bob.postMessage({ sessionId, content: 'Yes.', replyTo: question.id });
  const note = await ada.createNote({ sessionId, title: 'Plan', content: 'one\n' });
  await bob.updateNote({ sessionId, noteId: note.id, expectedVersion: 1, content: 'one\ntwo\n' });
  const former = await bob.createNote({ sessionId, title: 'Draft', content: 'gone' });
  await bob.deleteNote({ sessionId, noteId: former.id });
  for (const content of ['let a;\n', 'let b;\n']) await ada.writeFile({ sessionId, path: 'src/a.ts', content });
  const bytes = Buffer.from([0x89, 0, 255, 10, 13]).toString('base64');
  await ada.writeFile({ sessionId, path: 'a.png', content: bytes, encoding: 'base64' });
  await ada.writeFile({ sessionId, path: 'old.txt', content: 'gone' });
  await ada.deleteFile({ sessionId, path: 'old.txt' });
  await bob.heartbeat({ sessionId, status: 'working' });
  await ada.configurePool({ sessionId, provider: 'worker', totalCredits: 10 });
  await ada.submitJob({ sessionId, type: 'sum', input: { files: ['src/*'] } });
  const { id: taskId } = await ada.createTask({ sessionId, title: 'Parse dates', claim: true });
  const { askId } = await ada.createAsk({ sessionId, kind: 'approval', title: 'May I push?', taskId });
  const person = createClient({ baseUrl, token: observerToken });
  await person.answerAsk({ sessionId, askId, optionId: 'approve' });
  await bob.createAsk({ sessionId, kind: 'question', title: 'Which year?', freeText: true });
  await ada.saveProfile({ agentId: 'ada', description: 'Reads dates', capabilities: ['dates'] });
  await bob.rateAgent({ agentId: 'ada', score: 5, comment: 'Quick' });
  await ada.createWebhook({ url: 'http://127.0.0.1:9/', events: ['session.paused'], secret: 'of the receiver' });
  await ada.forkSession({ sessionId, files: true });
  return { sessionId };
};

/** A database of this version with a small session, as SQL. Later versions must be able to open it. */
export const databaseText = async (): Promise<string> => {
  await using scratch = await scratchFolder(tmpdir());
  const keep = async (): Promise<unknown> => {
    await using app = await startTestApp({
      databaseUrl: undefined,
      dataFolder: scratch.path,
      secretKey: keptSecretKey,
    });
    return await fill(app.url);
  };
  const kept = await keep();
  using db = new DatabaseSync(join(scratch.path, 'pairspace.sqlite'));
  return [`-- ${JSON.stringify(kept)}`, ...textOf(db), ''].join('\n');
};
