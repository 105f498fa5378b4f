import { randomUUID } from 'node:crypto';
import { fdatasync, mkdirSync, openSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * The minimal server for the same requests in one Node process, as a reference for the service's speed. It has no
 * framework, no access rules, no validation, no events and no log. Writes are answered after a sync that covers them.
 *
 *   node bench/lib/ceiling-server.ts PORT FOLDER
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
  create table token (token text primary key, session_id text, role text);
  create table note (id text primary key, version integer);
  create table note_version (note_id text, version integer, content text, at integer, primary key (note_id, version));
`);
const insert = db.prepare('insert into message values (?, ?, ?, ?, ?, ?)');
const insertSession = db.prepare('insert into session values (?, ?, ?, ?)');
const insertToken = db.prepare('insert into token values (?, ?, ?)');
const insertNote = db.prepare('insert into note values (?, 1)');
const versionOf = db.prepare('select version from note where id = ?');
const advance = db.prepare('update note set version = ? where id = ?');
const insertVersion = db.prepare('insert into note_version values (?, ?, ?, ?)');
const newest = db.prepare('select * from message where session_id = ? order by seq desc limit 50');
// The write-ahead log exists after the first write.
const wal = openSync(`${file}-wal`, 'r+');

interface RequestBody {
  content?: string;
  expectedVersion?: number;
}

/** Runs inside the commit; returns the payload of the answer, or undefined for a conflict. */
type Write = () => unknown;

let unanswered: { response: ServerResponse; write: Write }[] = [];
let committing = false;
let lastSeq = 0;

const send = (response: ServerResponse, data: unknown): void => {
  const body = JSON.stringify({ data });
  response.writeHead(data === undefined ? 409 : 200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
};

const commit = (): void => {
  const batch = unanswered;
  unanswered = [];
  db.exec('begin');
  const answers = batch.map(({ response, write }) => ({ response, data: write() }));
  db.exec('commit');
  fdatasync(wal, (error) => {
    if (error) throw error;
    for (const { response, data } of answers) send(response, data);
    if (unanswered.length > 0) commit();
    else committing = false;
  });
};

const newSession: Write = () => {
  const session = { id: randomUUID(), name: 'Untitled session', status: 'waiting', at: Date.now() };
  const tokens = { agentToken: randomUUID(), observerToken: randomUUID() };
  insertSession.run(session.id, session.name, session.status, session.at);
  insertToken.run(tokens.agentToken, session.id, 'agent');
  insertToken.run(tokens.observerToken, session.id, 'observer');
  return { session, ...tokens };
};

const newMessage = (sessionId: string, content: string): unknown => {
  const message = { id: randomUUID(), sessionId, seq: ++lastSeq, content, msgType: 'chat', at: Date.now() };
  insert.run(message.id, sessionId, message.seq, content, message.msgType, message.at);
  return message;
};

const newNote: Write = () => {
  const id = randomUUID();
  insertNote.run(id);
  return { id };
};

const nextVersion = (id: string, content: string, expectedVersion: number | undefined): unknown => {
  const version = Number(versionOf.get(id)?.['version']);
  if (version !== expectedVersion) return undefined;
  const note = { id, version: version + 1, content, at: Date.now() };
  advance.run(note.version, id);
  insertVersion.run(id, note.version, content, note.at);
  return note;
};

const writeOf = (url: string, { content = '', expectedVersion }: RequestBody): Write => {
  const [, , , sessionId = '', part, noteId] = url.split('/');
  if (sessionId === '') return newSession;
  if (part === 'messages') return () => newMessage(sessionId, content);
  return noteId === undefined ? newNote : () => nextVersion(noteId, content, expectedVersion);
};

createServer((request, response) => {
  const { method, url = '' } = request;
  if (method === 'GET') {
    send(response, { items: newest.all(url.split('/')[3] ?? '') });
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    unanswered.push({ response, write: writeOf(url, JSON.parse(Buffer.concat(chunks).toString()) as RequestBody) });
    if (committing) return;
    committing = true;
    setImmediate(commit);
  });
}).listen(Number(port), '127.0.0.1');
