import type { Note, SessionExport } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { forgetPeak, residentMb } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, serviceFile, startService } from '@pairspace/testkit/service';
import { parseArgs } from 'node:util';
import { Verdict } from './lib/verdict.ts';

/**
 * The memory that an export takes: a large session in every form of export, each in a new process, while messages are
 * posted. The proof compares the peak during the export with the memory of the same process when it had worked and was
 * idle.
 *
 *   node --conditions=pairspace-source proofs/export-memory.ts [--mb 200] [--server FILE] [--folder FOLDER]
 */
const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '200' },
    server: { type: 'string', default: serviceFile },
    folder: { type: 'string', default: `${import.meta.dirname}/../data` },
  },
});
const sessionMb = Number(values.mb);
const mostHeld = 'an export holds no more over idle than its form may';
const goesOn = 'messages are posted meanwhile';
const whole = 'what came is whole';

const line = 'const answer: number = 42; // some **words** that take some room\n';
const text = (bytes: number): string => line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);

/** A third each in messages, versions of notes, and files. */
const fill = async ({ url, token }: OpenSession): Promise<void> => {
  for (let mb = 0; mb < sessionMb; mb += 3) {
    for (let part = 0; part < 10; part++) await call(`${url}/messages`, { token, body: { content: text(100_000) } });
    const note = { title: `Note ${String(mb)}`, content: text(500_000) };
    const { id } = await call<Note>(`${url}/notes`, { token, body: note });
    const edit = { expectedVersion: 1, content: text(500_001) };
    await call(`${url}/notes/${id}`, { token, method: 'PUT', body: edit });
    await call(`${url}/files`, { token, body: { path: `${String(mb)}.ts`, content: text(1_000_000) } });
  }
};

/** Typical work, so that the process has the memory of an idle service rather than of a fresh process. */
const workAsUsual = async ({ url, token }: OpenSession): Promise<void> => {
  for (let round = 0; round < 100; round++) {
    const posts = Array.from({ length: 16 }, () => call(`${url}/messages`, { token, body: { content: text(1000) } }));
    await Promise.all([...posts, call(`${url}/messages?limit=20`), call(`${url}/events?since=0&limit=20`)]);
  }
};

/** Waits until the index of searches is at the end of the log: it is filled by a thread of the same process. */
const untilIndexed = async ({ url, token }: OpenSession): Promise<void> => {
  const { lastSeq } = await call<{ lastSeq: number }>(url, { token });
  const indexedSeq = async (): Promise<number> =>
    (await call<{ indexedSeq: number | null }>(`${url}/search?q=answer&limit=1`, { token })).indexedSeq ?? 0;
  while ((await indexedSeq()) < lastSeq);
};

/** Posts until `end` is called, which returns the number of accepted messages. */
const postMeanwhile = ({ url, token }: OpenSession) => {
  const stop = new AbortController();
  const posted = (async () => {
    let taken = 0;
    for (; !stop.signal.aborted; taken++) await call(`${url}/messages`, { token, body: { content: 'meanwhile' } });
    return taken;
  })();
  return {
    end: () => {
      stop.abort();
      return posted;
    },
  };
};

const endings: Record<string, (answer: Buffer) => boolean> = {
  'application/json': (answer) => {
    const { data } = JSON.parse(answer.toString()) as { data: SessionExport };
    return data.events.every(({ seq }, index) => seq === index + 1) && data.events.length === data.seq;
  },
  'application/zip': (answer) => answer.subarray(-22).readUInt32LE() === 0x06054b50,
  'text/html': (answer) => answer.subarray(-20).toString().endsWith('</html>\n'),
};

const verdict = new Verdict();
await using scratch = await scratchFolder(values.folder);
const start = () => startService({ folder: scratch.path, file: values.server });
const session = await (async () => {
  await using service = await start();
  const made = await createSession(service.url);
  await fill(made);
  return made;
})();

/** Pages are rendered on a separate thread with its own heap. */
for (const [path, accept, allowedMb] of [
  ['export', 'application/json', 150],
  ['export/site', 'application/zip', 300],
  ['export/site', 'text/html', 300],
] as const) {
  await using service = await start();
  const url = `${service.url}/api/sessions/${session.id}`;
  await workAsUsual({ ...session, url });
  await untilIndexed({ ...session, url });
  forgetPeak(service.pid);
  const idle = residentMb(service.pid).now;
  const posting = postMeanwhile({ ...session, url });
  const began = performance.now();
  const response = await fetch(`${url}/${path}`, { headers: { accept } });
  const answer = Buffer.from(await response.arrayBuffer());
  const seconds = (performance.now() - began) / 1000;
  const posted = await posting.end();
  const over = residentMb(service.pid).peak - idle;
  console.log(
    `${accept}: ${(answer.length / 2 ** 20).toFixed(0)} MB in ${seconds.toFixed(1)} s; idle ${idle.toFixed(0)} MB, ` +
      `${over.toFixed(0)} MB more at most; ${String(posted)} messages posted meanwhile`,
  );
  verdict.expect(mostHeld, over < allowedMb, () => `${accept}: ${over.toFixed(0)} MB, not ${String(allowedMb)}`);
  verdict.expect(goesOn, posted > 5, () => `${accept}: ${String(posted)}`);
  verdict.expect(whole, response.ok && endings[accept]?.(answer) === true, () => accept);
}

verdict.publish([mostHeld, goesOn, whole]);
