import { call, request } from '@pairspace/testkit/call';
import { freePort } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, serviceFile, startService } from '@pairspace/testkit/service';
import type { Note } from '@pairspace/protocol';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** The functions and files of the project that ran. */
export interface Trace {
  functions: number;
  files: number;
}

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

/** The coverage of a process that listens for a debugger: which functions ran since it was asked the last time. */
class CoverageReader implements Disposable {
  readonly #socket: WebSocket;
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open(port: number): Promise<CoverageReader> {
    const [target] = (await (await fetch(`http://127.0.0.1:${String(port)}/json`)).json()) as [
      { webSocketDebuggerUrl: string },
    ];
    const socket = new WebSocket(target.webSocketDebuggerUrl);
    await once(socket, 'open');
    const reader = new CoverageReader(socket);
    await reader.#ask('Profiler.enable');
    await reader.#ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    return reader;
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }

  async take(): Promise<Set<string>> {
    const { result } = await this.#ask<Coverage>('Profiler.takePreciseCoverage');
    const ran = new Set<string>();
    for (const { url, functions } of result) {
      if (!url.includes('/packages/')) continue;
      for (const { functionName, ranges } of functions) {
        if (functionName !== '' && (ranges[0]?.count ?? 0) > 0) ran.add(`${url} ${functionName}`);
      }
    }
    return ran;
  }

  async #ask<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#lastId;
    this.#socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [event] = (await once(this.#socket, 'message')) as [MessageEvent<string>];
      const answer = JSON.parse(event.data) as { id?: number; result: Result };
      if (answer.id === id) return answer.result;
    }
  }
}

/** The debugger greets on the standard error. */
const silent = openSync('/dev/null', 'w');
const settleMs = 100;
const tries = 7;
const warmUps = 60;

const traceOf = (names: readonly string[]): Trace => ({
  functions: names.length,
  files: new Set(names.map((name) => name.split(' ')[0])).size,
});

/** The names that are in enough of the tries: background work runs in some. */
const inSome = (tries: readonly Set<string>[], share: number): string[] =>
  [...new Set(tries.flatMap((ran) => [...ran]))].filter(
    (name) => tries.filter((ran) => ran.has(name)).length >= share * tries.length,
  );

const aReceiver = async (): Promise<{ url: string } & AsyncDisposable> => {
  const server = createServer((incoming, response) => {
    incoming.resume();
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

type Works = Record<string, () => Promise<unknown>>;

/** The requests that are traced, in a session that nobody follows and in one with a follower and a webhook. */
const requestsTo = async (serviceUrl: string, receiverUrl: string): Promise<Works> => {
  const bare = await createSession(serviceUrl);
  const followed = await createSession(serviceUrl);
  const { url, token } = bare;
  const { noteId } = await call<Note>(`${url}/notes`, { token, body: { title: 'Plan' } });
  await call(`${serviceUrl}/api/webhooks`, {
    token: followed.token,
    body: { url: receiverUrl, events: ['message.created'], sessionId: followed.id },
  });
  const stream = await fetch(`${followed.url}/stream`);
  void stream.body?.pipeTo(new WritableStream()).catch(() => undefined);
  let version = 1;
  const post = (to: typeof bare) =>
    call(`${to.url}/messages`, { token: to.token, body: { content: 'Line 3 is wrong.' } });
  return {
    'POST of a message': () => post(bare),
    'POST of a message, followed': () => post(followed),
    'PUT of a note': () =>
      call(`${url}/notes/${noteId}`, { method: 'PUT', token, body: { expectedVersion: version++, content: 'a' } }),
    'GET of 50 messages': () => request(`${url}/messages`, { token }),
  };
};

/** Traces requests through a warm service, by the coverage of V8. */
export const traceRequests = async (): Promise<Record<string, Trace>> => {
  await using scratch = await scratchFolder(tmpdir());
  await using receiver = await aReceiver();
  const port = await freePort();
  const env = { NODE_OPTIONS: `--inspect=127.0.0.1:${String(port)} --inspect-publish-uid=http` };
  await using service = await startService({ folder: scratch.path, file: serviceFile, env, output: silent });
  using coverage = await CoverageReader.open(port);
  const trace = async (work: () => Promise<unknown>, share: number): Promise<Trace> => {
    const found: Set<string>[] = [];
    for (let time = 1; time <= tries; time++) {
      await pause(settleMs);
      await coverage.take();
      await work();
      await pause(settleMs);
      found.push(await coverage.take());
    }
    return traceOf(inSome(found, share));
  };
  const traces: Record<string, Trace> = {};
  for (const [name, work] of Object.entries(await requestsTo(service.url, receiver.url))) {
    for (let time = 1; time <= warmUps; time++) await work();
    traces[name] = await trace(work, 1);
  }
  traces['an idle second'] = await trace(() => pause(1000), 1 / 2);
  return traces;
};
