import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createCachingCompilerHost } from '@pairspace/testkit/compiler-host';
import { generateSource } from 'oazapfts';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startTestApp({ compute: 'on' });
  folder = await mkdtemp(join(tmpdir(), 'pairspace-generated-client-'));
  // The generated client imports the runtime of the generator.
  await symlink(resolve(import.meta.dirname, '../../../../../node_modules'), join(folder, 'node_modules'), 'dir');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app[Symbol.asyncDispose]();
});

/** A program over the functions that oazapfts makes. */
const workProgram = `
import { createSession, configurePool, defaults, getFile, getJob, submitJob, type Job, type SandboxJob, type WorkerJob } from './functions.ts';

export const work = async (baseUrl: string, jobs: { sandbox: SandboxJob[]; worker: WorkerJob }) => {
  defaults.baseUrl = baseUrl;
  const created = await createSession({ agentId: 'ada' });
  if (created.status !== 201) throw new Error(created.data.error.message);
  const { session, agentToken } = created.data.data;
  defaults.headers = { Authorization: 'Bearer ' + agentToken };
  await configurePool(session.id, {});
  const ended: Job[] = [];
  for (const job of jobs.sandbox) {
    const submitted = await submitJob(session.id, job);
    if (submitted.status !== 201) throw new Error(submitted.data.error.message);
    const { id } = submitted.data.data;
    let read = await getJob(session.id, id, { wait: 50 });
    while (read.status === 200 && ['pending', 'running'].includes(read.data.data.status)) {
      read = await getJob(session.id, id, { wait: 50 });
    }
    if (read.status !== 200) throw new Error(read.data.error.message);
    ended.push(read.data.data);
  }
  const queued = await submitJob(session.id, jobs.worker);
  if (queued.status !== 201) throw new Error(queued.data.error.message);
  const file = await getFile(session.id, 'out/plot.png');
  if (file.status !== 200) throw new Error(file.data.error.message);
  const { content, encoding, mediaType } = file.data.data;
  // @ts-expect-error a program is text
  const wrong: SandboxJob = { type: 'python', input: { code: 7 } };
  return {
    sessionId: session.id,
    agentToken,
    ended: ended.map(({ type, status, stdout }) => [type, status, stdout.trim(), wrong.type]),
    queued: queued.data.data.status,
    picture: { content, encoding, mediaType },
  };
};
`;

const plot = `import os, struct, zlib
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
os.mkdir("out")
with open("out/plot.png", "wb") as file:
    file.write(b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)))
    file.write(chunk(b"IDAT", zlib.compress(b"\\0\\x80")) + chunk(b"IEND", b""))
print("plotted")`;

/** Writes "hi" to its standard output. */
const greeting = `(module
  (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 8) "hi")
  (data (i32.const 0) "\\08\\00\\00\\00\\02\\00\\00\\00")
  (func (export "_start") (drop (call $write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 16)))))`;

interface Worked {
  sessionId: string;
  agentToken: string;
  ended: string[][];
  queued: string;
  picture: { content: string; encoding: string; mediaType: string };
}

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ESNext,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};
const host = createCachingCompilerHost(options);

const typeErrors = (file: string): string[] =>
  ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));

test(
  '[OPS-8] [JOB-8] [FILE-12] a client that oazapfts makes submits a job of each type and reads its picture',
  { timeout: 240_000 },
  async () => {
    const source = join(folder, 'openapi.json');
    await writeFile(source, await (await fetch(`${app.url}/api/openapi.json`)).text());
    await writeFile(join(folder, 'functions.ts'), await generateSource(source));
    const file = join(folder, 'work.ts');
    await writeFile(file, workProgram);
    expect(typeErrors(file)).toEqual([]);

    const { work } = (await import(file)) as { work: (baseUrl: string, jobs: unknown) => Promise<Worked> };
    const { sessionId, agentToken, picture, ...rest } = await work(app.url, {
      sandbox: [
        { type: 'javascript', input: { code: 'console.log(6 * 7)' } },
        { type: 'python', input: { code: plot, outputs: ['out/**'] } },
        { type: 'wasm', input: { code: greeting, codeEncoding: 'wat' } },
      ],
      worker: { type: 'llm.summarise', input: { text: 'A long text' } },
    });
    expect(rest).toEqual({
      ended: [
        ['javascript', 'completed', '42', 'python'],
        ['python', 'completed', 'plotted', 'python'],
        ['wasm', 'completed', 'hi', 'python'],
      ],
      queued: 'pending',
    });
    expect(picture).toMatchObject({ encoding: 'base64', mediaType: 'image/png' });
    const raw = await fetch(`${app.url}/api/sessions/${sessionId}/files/out/plot.png`, {
      headers: { accept: 'image/png', authorization: `Bearer ${agentToken}` },
    });
    expect(raw.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await raw.arrayBuffer()).toString('base64')).toBe(picture.content);
  },
);
