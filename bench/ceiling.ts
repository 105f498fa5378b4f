import { randomUUID } from 'node:crypto';
import { fdatasync, mkdirSync, openSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * The least that one Node process can do for the same work, which the service's speed is measured against: no
 * framework, no access rules, no validation but the content's type, no event, no log.
 *
 *   node bench/ceiling.ts PORT FOLDER
 *
 * POST …/messages stores a row and answers after a sync that covers it, GET …/messages answers the newest 50 rows.
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
`);
const insert = db.prepare('insert into message values (?, ?, ?, ?, ?, ?)');
const newest = db.prepare('select * from message where session_id = ? order by seq desc limit 50');
// The log exists from the first write on.
const wal = openSync(`${file}-wal`, 'r+');

interface StoredMessage {
  id: string;
  sessionId: string;
  seq: number;
  content: string;
  msgType: string;
  at: number;
}

interface Unanswered {
  response: ServerResponse;
  message: StoredMessage;
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
  for (const { message } of batch) {
    insert.run(message.id, message.sessionId, message.seq, message.content, message.msgType, message.at);
  }
  db.exec('commit');
  fdatasync(wal, (error) => {
    if (error) throw error;
    for (const { response, message } of batch) send(response, 201, message);
    if (unanswered.length > 0) commit();
    else committing = false;
  });
};

createServer((request, response) => {
  const sessionId = request.url?.split('/')[3] ?? '';
  if (request.method !== 'POST') {
    send(response, 200, { items: newest.all(sessionId) });
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.headers.authorization !== 'Bearer ceiling') {
      send(response, 401);
      return;
    }
    const { content, msgType = 'chat' } = JSON.parse(Buffer.concat(chunks).toString()) as Partial<StoredMessage>;
    if (typeof content !== 'string') {
      send(response, 400);
      return;
    }
    const message = { id: randomUUID(), sessionId, seq: ++lastSeq, content, msgType, at: Date.now() };
    unanswered.push({ response, message });
    if (committing) return;
    committing = true;
    setImmediate(commit);
  });
}).listen(Number(port), '127.0.0.1');
