import type { Note, SessionExport } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { forgetPeak, residentMb } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import type { Verdict } from './verdict.ts';

export const exportChecks = {
  held: 'an export holds no more over idle than its form may',
  whole: 'an export of a large session is whole',
} as const;

const line = 'const answer: number = 42; // some **words** that take some room\n';
const text = (bytes: number): string => line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);

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

/** The forms of an export, and the memory over idle that each may hold: pages are rendered on a thread with its own heap. */
const forms: readonly { path: string; accept: string; allowedMb: number; isWhole: (answer: Buffer) => boolean }[] = [
  {
    path: 'export',
    accept: 'application/json',
    allowedMb: 150,
    isWhole(answer) {
      const { data } = JSON.parse(answer.toString()) as { data: SessionExport };
      return data.events.every(({ seq }, index) => seq === index + 1) && data.events.length === data.seq;
    },
  },
  {
    path: 'export/site',
    accept: 'application/zip',
    allowedMb: 300,
    isWhole: (answer) => answer.subarray(-22).readUInt32LE() === 0x06054b50,
  },
  {
    path: 'export/site',
    accept: 'text/html',
    allowedMb: 300,
    isWhole: (answer) => answer.subarray(-20).toString().endsWith('</html>\n'),
  },
];

interface Measuring {
  folder: string;
  server: string;
  megabytes: number;
  verdict: Verdict;
}

/** Compares the peak during an export with the memory of the same process when it had worked and was idle. */
export const measureExports = async ({ folder, server, megabytes, verdict }: Measuring): Promise<void> => {
  await using scratch = await scratchFolder(folder);
  const start = () => startService({ folder: scratch.path, file: server });
  const session = await (async () => {
    await using service = await start();
    const made = await createSession(service.url);
    await fill(made, megabytes);
    return made;
  })();
  for (const { path, accept, allowedMb, isWhole } of forms) {
    await using service = await start();
    const there = { ...session, url: `${service.url}/api/sessions/${session.id}` };
    await workAsUsual(there);
    await untilIndexed(there);
    forgetPeak(service.pid);
    const idle = residentMb(service.pid).now;
    const response = await fetch(`${there.url}/${path}`, { headers: { accept } });
    const answer = Buffer.from(await response.arrayBuffer());
    const overMb = residentMb(service.pid).peak - idle;
    const told = (): string =>
      `${accept}: ${String(answer.length >> 20)} MB, ${overMb.toFixed(0)} MB over idle at most`;
    console.log(told());
    verdict.expect(exportChecks.held, overMb < allowedMb, told);
    verdict.expect(exportChecks.whole, response.ok && isWhole(answer), told);
  }
};
