import type { Note, SessionExport } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { forgetPeak, residentMb } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import type { Verdict } from './verdict.ts';

export const exportChecks = {
  held: 'an export of a large session holds no more over idle than its form may',
  whole: 'an export of a large session is whole',
} as const;

const text = (bytes: number): string => 'const answer = 42; // some **words**\n'.repeat(bytes / 36).slice(0, bytes);

/** A third each in messages, versions of notes, and files. */
const fill = async ({ url, token }: OpenSession, megabytes: number): Promise<void> => {
  for (let mb = 0; mb < megabytes; mb += 3) {
    for (let part = 0; part < 10; part++) await call(`${url}/messages`, { token, body: { content: text(100_000) } });
    const note = { title: `Note ${String(mb)}`, content: text(500_000) };
    const { id } = await call<Note>(`${url}/notes`, { token, body: note });
    const edit = { expectedVersion: 1, content: text(500_001) };
    await call(`${url}/notes/${id}`, { token, method: 'PUT', body: edit });
    await call(`${url}/files`, { token, body: { path: `${String(mb)}.ts`, content: text(1_000_000) } });
  }
};

/** Typical work, and an index of searches that has followed: the memory of an idle service, not of a fresh process. */
const workAsUsual = async ({ url, token }: OpenSession): Promise<void> => {
  for (let round = 0; round < 100; round++) {
    const posts = Array.from({ length: 16 }, () => call(`${url}/messages`, { token, body: { content: text(1000) } }));
    await Promise.all([...posts, call(`${url}/messages?limit=20`), call(`${url}/events?since=0&limit=20`)]);
  }
  const { lastSeq } = await call<{ lastSeq: number }>(url, { token });
  while ((await call<{ indexedSeq: number }>(`${url}/search?q=answer&limit=1`, { token })).indexedSeq < lastSeq);
};

/** The memory over idle that each form may hold: pages are rendered on a thread with its own heap. */
const forms: readonly [path: string, accept: string, allowedMb: number, isWhole: (answer: Buffer) => boolean][] = [
  ['export', 'application/json', 150, (answer) => isWholeLog(JSON.parse(answer.toString()) as { data: SessionExport })],
  ['export/site', 'application/zip', 300, (answer) => answer.subarray(-22).readUInt32LE() === 0x06054b50],
  ['export/site', 'text/html', 300, (answer) => answer.subarray(-20).toString().endsWith('</html>\n')],
];
const isWholeLog = ({ data }: { data: SessionExport }): boolean =>
  data.events.every(({ seq }, index) => seq === index + 1) && data.events.length === data.seq;

/** Compares the peak during an export with the memory of the same process when it had worked and was idle. */
export const measureExports = async (
  { folder, server, megabytes }: { folder: string; server: string; megabytes: number },
  verdict: Verdict,
): Promise<void> => {
  await using scratch = await scratchFolder(folder);
  const start = () => startService({ folder: scratch.path, file: server });
  const filling = await start();
  const session = await createSession(filling.url);
  await fill(session, megabytes);
  await filling[Symbol.asyncDispose]();
  for (const [path, accept, allowedMb, isWhole] of forms) {
    await using service = await start();
    const there = { ...session, url: `${service.url}/api/sessions/${session.id}` };
    await workAsUsual(there);
    forgetPeak(service.pid);
    const idleMb = residentMb(service.pid).now;
    const response = await fetch(`${there.url}/${path}`, { headers: { accept } });
    const answer = Buffer.from(await response.arrayBuffer());
    const overMb = residentMb(service.pid).peak - idleMb;
    const told = (): string =>
      `${accept}: ${String(answer.length >> 20)} MB, ${overMb.toFixed(0)} MB over idle at most`;
    console.log(told());
    verdict.expect(exportChecks.held, overMb < allowedMb, told);
    verdict.expect(exportChecks.whole, response.ok && isWhole(answer), told);
  }
};
