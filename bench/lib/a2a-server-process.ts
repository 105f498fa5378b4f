import { TaskState, type Task } from '@a2a-js/sdk';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  JsonRpcTransportHandler,
  ServerCallContext,
  type TaskStore,
} from '@a2a-js/sdk/server';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * An agent on the A2A SDK whose tasks survive a loss of power: each task is a row in SQLite, synced before the answer.
 * Each message becomes a task of its own, which ends at once.
 *
 *   node bench/lib/a2a-server-process.ts PORT FOLDER
 */
const [port, folder = '.'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const db = new DatabaseSync(join(folder, 'tasks.sqlite'));
db.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table task (id text primary key, task text);
`);
const save = db.prepare('insert into task values (?, ?) on conflict (id) do update set task = excluded.task');
const load = db.prepare('select task from task where id = ?');

const tasks: TaskStore = {
  save(task) {
    save.run(task.id, JSON.stringify(task));
    return Promise.resolve();
  },
  load(id) {
    const row = load.get(id) as { task: string } | undefined;
    return Promise.resolve(row && (JSON.parse(row.task) as Task));
  },
  list: () => Promise.reject(new Error('Nothing here lists tasks.')),
};

const agent: AgentExecutor = {
  execute({ taskId, contextId, userMessage }, events) {
    const status = { state: TaskState.TASK_STATE_COMPLETED, message: undefined, timestamp: new Date().toISOString() };
    const task = { id: taskId, contextId, status, artifacts: [], history: [userMessage], metadata: undefined };
    events.publish(AgentEvent.task(task));
    events.finished();
    return Promise.resolve();
  },
  cancelTask: () => Promise.resolve(),
};

const card = {
  name: 'Peer',
  description: '',
  version: '1',
  supportedInterfaces: [
    { url: `http://127.0.0.1:${String(port)}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
  ],
  provider: undefined,
  capabilities: { extensions: [] },
  securitySchemes: {},
  securityRequirements: [],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
  signatures: [],
};
const rpc = new JsonRpcTransportHandler(new DefaultRequestHandler(card, tasks, agent));

createServer((request, response) => {
  const answer = async (): Promise<void> => {
    if (request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const context = new ServerCallContext({ requestedVersion: '1.0' });
    const body = JSON.stringify(await rpc.handle(await text(request), context));
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    response.writeHead(body.includes('"result"') ? 200 : 500, headers).end(body);
  };
  void answer();
}).listen(Number(port), '127.0.0.1');
