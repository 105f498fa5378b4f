import { canonicalJson } from '@pairspace/protocol';
import { createHash } from 'node:crypto';
import { bodyOf, type StoredBody } from '../contents/keep-content.ts';
import { eventJson } from '../events/event-hash.ts';
import { scanLogPages } from '../events/scan-log.ts';
import type { EventRow } from '../events/event-row.ts';
import type { Queries } from '../storage/storage.ts';
import { checkpointAt } from './document-signer.ts';
import { eachOf, jobsOf, pageOf } from './sections.ts';
import type { Bundle } from './session-bundle.ts';

/** A line holds so many UTF-16 units of the output of a job, which escapes may make six times as long. */
const outputUnits = 1024 * 1024;

/** The whole session as an archive, line by line (ARC-1). */
export async function* sessionArchive(bundle: Bundle): AsyncGenerator<string> {
  const { db, sessionId, sections, signer, exportedAt } = bundle;
  const { lastSeq: seq } = await sections.session(db, sessionId);
  const hash = createHash('sha256');
  for await (const json of linesBefore(bundle, seq)) {
    const line = `${json}\n`;
    hash.update(line);
    yield line;
  }
  const checkpoint = await checkpointAt(db, { sessionId, seq, exportedAt }, signer);
  yield `${canonicalJson({ checkpoint, ...signer.seal({ sessionId, seq, digest: hash.digest('hex') }) })}\n`;
}

async function* linesBefore({ db, sessionId, sections, exportedAt }: Bundle, seq: number): AsyncGenerator<string> {
  yield canonicalJson({ format: 'pairspace.archive', version: 1, sessionId, seq, exportedAt });
  const told = new Set<string>();
  for await (const page of scanLogPages(db, sessionId, seq)) {
    for (const row of page) {
      yield `{"event":${eventJson(sessionId, row)}}`;
      const content = row.event === 'file.updated' ? await contentOf(db, sessionId, row, told) : undefined;
      if (content) yield canonicalJson({ content });
    }
  }
  const { pool, agentUsage } = await sections.compute.summary(db, sessionId);
  if (pool) yield recordOf('pool', pool);
  for (const usage of agentUsage) yield recordOf('agentUsage', usage);
  for await (const job of jobsOf(sections, db, sessionId)) yield* jobLines(job);
  for await (const presence of eachOf((page) => sections.lists.presence(db, sessionId, page), pageOf.small)) {
    yield recordOf('presence', presence);
  }
}

const recordOf = (kind: string, record: object): string => canonicalJson({ record: { kind, ...record } });

/** The content of a version of a file, if it is kept and was not told yet. */
const contentOf = async (db: Queries, sessionId: string, { seq, data }: EventRow, told: Set<string>) => {
  const { contentHash: hash } = JSON.parse(data) as { contentHash: string };
  if (told.has(hash)) return undefined;
  const row = await db.get<StoredBody>`
    select body as content, data from file_content
    join content_body on content_body.session_id = content_of and hash = content_hash
    where file_content.session_id = ${sessionId} and seq = ${seq}
  `;
  if (!row) return undefined;
  told.add(hash);
  const body = bodyOf(row);
  return typeof body === 'string'
    ? { hash, encoding: 'utf8', text: body }
    : { hash, encoding: 'base64', text: body.toString('base64') };
};

/** A job, and then its output in parts. */
function* jobLines({ stdout, stderr, ...job }: Readonly<Record<string, unknown>>): Generator<string> {
  yield recordOf('job', job);
  for (const [stream, whole] of Object.entries({ stdout, stderr })) {
    let rest = typeof whole === 'string' ? whole : '';
    while (rest !== '') {
      // A part does not end within a character.
      const isCut = /[\ud800-\udbff]/.test(rest.charAt(outputUnits - 1));
      const text = rest.slice(0, isCut ? outputUnits - 1 : outputUnits);
      yield recordOf('output', { jobId: job['id'], stream, text });
      rest = rest.slice(text.length);
    }
  }
}
