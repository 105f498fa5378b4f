import { hash, randomUUID } from 'node:crypto';
import { fdatasync, mkdirSync, openSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * The minimal server for the same work in one Node process, as a reference for the service's speed. It has no
 * framework, no access rules, no validation but the content's type, no events and no log.
 *
 *   node bench/ceiling.ts PORT FOLDER
 *
 * POST …/messages stores a row and answers after a sync that covers it, GET …/messages answers the newest 50 rows. POST
 * /api/sessions stores a row and two tokens. PUT …/notes/… compares the version, and stores the next one as a row.
 */
const [port, folder = '.'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const file = join(folder, 'ceiling.sqlite');
const db = new DatabaseSync(file);
db.exec(`
  pragma journal_mode = wal;
  pragma synchronous = normal;
  create table message (id text primary key, session_id text, seq integer, content text, msg_type text, at integer);
  create unique index message_in_order on message (session_id, seq);
  create table session (id text primary key, name text, status text, at integer);
  create table token (hash text primary key, session_id text, role text);
  create table note (id text primary key, version integer);
  create table note_version (note_id text, version integer, content text, at integer, primary key (note_id, version));
`);
const insert = db.prepare('insert into message values (?, ?, ?, ?, ?, ?)');
const insertSession = db.prepare('insert into session values (?, ?, ?, ?)');
const insertToken = db.prepare('insert into token values (?, ?, ?)');
const insertNote = db.prepare('insert into note values (?, 1) on conflict do nothing');
const versionOf = db.prepare('select version from note where id = ?');
const advance = db.prepare('update note set version = ? where id = ?');
const insertVersion = db.prepare('insert into note_version values (?, ?, ?, ?)');
const newest = db.prepare('select * from message where session_id = ? order by seq desc limit 50');
// The write-ahead log exists after the first write.
const wal = openSync(`${file}-wal`, 'r+');

interface RequestBody {
  content?: unknown;
  msgType?: string;
  expectedVersion?: number;
}

/** Runs inside the commit; returns the status and the payload of the answer. */
type Write = () => { status: number; data?: unknown };

interface Unanswered {
  response: ServerResponse;
  write: Write;
}

let unanswered: Unanswered[] = [];
let committing = false;
let lastSeq = 0;

const send = (response: ServerResponse, status: number, data?: unknown): void => {
  const body = JSON.stringify({ ok: status < 400, data });
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
};

const commit = (): void => {
  const batch = unanswered;
  unanswered = [];
  db.exec('begin');
  const answers = batch.map(({ response, write }) => ({ response, ...write() }));
  db.exec('commit');
  fdatasync(wal, (error) => {
    if (error) throw error;
    for (const { response, status, data } of answers) send(response, status, data);
    if (unanswered.length > 0) commit();
    else committing = false;
  });
};

const newSession: Write = () => {
  const session = { id: randomUUID(), name: 'Untitled session', status: 'waiting', at: Date.now() };
  const tokens = { agentToken: randomUUID(), observerToken: randomUUID() };
  insertSession.run(session.id, session.name, session.status, session.at);
  insertToken.run(hash('sha256', tokens.agentToken), session.id, 'agent');
  insertToken.run(hash('sha256', tokens.observerToken), session.id, 'observer');
  return { status: 201, data: { session, ...tokens } };
};

const newMessage =
  (sessionId: string, content: string, msgType: string): Write =>
  () => {
    const message = { id: randomUUID(), sessionId, seq: ++lastSeq, content, msgType, at: Date.now() };
    insert.run(message.id, sessionId, message.seq, content, msgType, message.at);
    return { status: 201, data: message };
  };

const nextVersion =
  (id: string, content: string, expectedVersion: number | undefined): Write =>
  () => {
    insertNote.run(id);
    const version = Number(versionOf.get(id)?.['version']);
    if (version !== expectedVersion) return { status: 409, data: { version } };
    const note = { id, version: version + 1, content, at: Date.now() };
    advance.run(note.version, id);
    insertVersion.run(id, note.version, content, note.at);
    return { status: 200, data: note };
  };

const writeOf = (method: string | undefined, url: string, sent: RequestBody): Write | undefined => {
  const [, , , sessionId = '', , noteId = ''] = url.split('/');
  if (method === 'POST' && sessionId === '') return newSession;
  const { content, msgType = 'chat', expectedVersion } = sent;
  if (typeof content !== 'string') return undefined;
  return method === 'PUT' ? nextVersion(noteId, content, expectedVersion) : newMessage(sessionId, content, msgType);
};

createServer((request, response) => {
  const { method, url = '' } = request;
  if (method === 'GET') {
    send(response, 200, { items: newest.all(url.split('/')[3] ?? '') });
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.headers.authorization !== 'Bearer ceiling') {
      send(response, 401);
      return;
    }
    const write = writeOf(method, url, JSON.parse(Buffer.concat(chunks).toString()) as RequestBody);
    if (!write) {
      send(response, 400);
      return;
    }
    unanswered.push({ response, write });
    if (committing) return;
    committing = true;
    setImmediate(commit);
  });
}).listen(Number(port), '127.0.0.1');
