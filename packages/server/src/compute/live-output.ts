import {
  conflict,
  countCharacters,
  type Endpoints,
  type OutputStream,
  rateLimited,
  type ResultOf,
  utf8Bytes,
} from '@pairspace/protocol';
import { systemActor } from '../access/caller.ts';
import { announce } from '../events/announce.ts';
import { invariant } from '../lib/invariant.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { hasEnded, type JobKey, type LeaseKey, lockLeased, readJob } from './job-store.ts';

interface OutputPart {
  stream: OutputStream;
  /** The offset of the part in its stream, in characters. */
  since: number;
  text: string;
}

/** The limit for the stored output of a running job, both streams together (LIVE-1). */
const heldBytes = 262_144;
const heldParts = 10_000;
/** Room for fewer bytes counts as none, because a single character may take four bytes. */
const leastRoom = 4;
const partsEachSecond = 4;
const frameBytes = 16_384;
/** The greatest number of characters in one answer; the next answer has the rest. */
const mostCharacters = 65_536;

/** Notified when there is more of a job's output, and when the job has stopped running. */
export const outputTopic = (jobId: string): string => `output-${jobId}`;

/** Stores a part of a job's output for the holder of the lease, and sends the part to live streams (LIVE-2, LIVE-1). */
export const appendOutput = async (
  tx: Transaction,
  key: LeaseKey,
  { stream, since, text }: OutputPart,
): Promise<{ next: number; full: boolean }> => {
  await lockLeased(tx, key);
  const { sessionId, id } = key;
  const { next, ...held } = await sumsOf(tx, key, stream);
  const room = held.parts < heldParts ? heldBytes - held.bytes : 0;
  if (room < leastRoom) return { next, full: true };
  if (since !== next) {
    throw conflict('output_offset', `The next part of ${stream} begins at ${String(next)}.`, { next });
  }
  if (held.recent >= partsEachSecond) throw rateLimited('A job sends at most 4 parts of its output in a second.', 1);
  const kept = firstBytes(text, room);
  if (kept === '') return { next: since, full: false };
  const chars = countCharacters(kept);
  await tx.run`
    insert into job_output (session_id, job_id, stream, since, chars, bytes, body, created_at)
    values (${sessionId}, ${id}, ${stream}, ${since}, ${chars}, ${utf8Bytes(kept)}, ${kept}, ${tx.now})
  `;
  tx.notify(outputTopic(id));
  const frame = { id, sessionId, jobId: id, stream, since, text: firstBytes(kept, frameBytes) };
  announce(tx, { sessionId, event: 'job.output', actor: systemActor }, frame);
  return { next: since + chars, full: room - utf8Bytes(kept) < leastRoom };
};

interface Sums {
  bytes: number;
  parts: number;
  /** The number of parts in the last second. */
  recent: number;
  /** The place where the next part of the stream begins. */
  next: number;
}

const sumsOf = async (tx: Transaction, { sessionId, id }: JobKey, stream: OutputStream): Promise<Sums> => {
  const row = await tx.get<Sums>`
    select cast(coalesce(sum(bytes), 0) as bigint) as bytes, count(*) as parts,
      coalesce(sum(case when created_at > ${tx.now - 1000} then 1 else 0 end), 0) as recent,
      coalesce(max(case when stream = ${stream} then since + chars end), 0) as next
    from job_output where session_id = ${sessionId} and job_id = ${id}
  `;
  invariant(row, 'sums are always there');
  return row;
};

/** The beginning of a text, at most `bytes` of UTF-8, without cutting a character. */
const firstBytes = (text: string, bytes: number): string =>
  utf8Bytes(text) <= bytes
    ? text
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, bytes), { stream: true });

/** Deletes the output that was kept while the job ran. */
export const forgetOutput = async (tx: Transaction, { sessionId, id }: JobKey): Promise<void> => {
  await tx.run`delete from job_output where session_id = ${sessionId} and job_id = ${id}`;
  tx.notify(outputTopic(id));
};

/** The output of a job so far, from a character on; after the job's end, the output in its record (LIVE-1). */
export const readOutput = async (
  db: Queries,
  key: JobKey,
  { stream, since = 0 }: { stream: OutputStream; since?: number | undefined },
): Promise<ResultOf<Endpoints['readJobOutput']>> => {
  const parts = await listParts(db, key, stream, since);
  // The job is read after the parts, because the transaction that ends the job deletes the parts.
  const job = await readJob(db, key);
  const isOver = hasEnded(job.summary.status);
  const text = isOver ? job[stream] : parts.map((part) => part.text).join('');
  const begin = isOver ? 0 : (parts[0]?.since ?? 0);
  const length = countCharacters(text);
  const from = Math.min(since - begin, length);
  const to = Math.min(from + mostCharacters, length);
  return {
    jobId: key.id,
    stream,
    since: begin + from,
    next: begin + to,
    text: sliceCharacters(text, { from, to, length }),
    ended: isOver && to === length,
  };
};

/**
 * The parts from the one that holds the character `since`, or else from the last one, as many as one answer holds.
 * Output that was restarted may end before `since`.
 */
const listParts = (
  db: Queries,
  { sessionId, id }: JobKey,
  stream: OutputStream,
  since: number,
): Promise<{ since: number; text: string }[]> =>
  db.all<{ since: number; text: string }>`
    select since, body as text from (
      select since, body, sum(chars) over (order by since) - chars as before from job_output
      where session_id = ${sessionId} and job_id = ${id} and stream = ${stream} and since >= (
        select coalesce(max(since), 0) from job_output
        where session_id = ${sessionId} and job_id = ${id} and stream = ${stream} and since <= ${since}
      )
      order by since limit 1000
    ) parts where before < ${mostCharacters} order by since
  `;

/** If each character is one UTF-16 unit, as in nearly all output, the text is sliced directly. */
const sliceCharacters = (text: string, { from, to, length }: { from: number; to: number; length: number }): string => {
  if (text.length === length) return text.slice(from, to);
  let unit = 0;
  let begin = 0;
  for (let place = 0; place < to; place++) {
    if (place === from) begin = unit;
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  }
  return from >= to ? '' : text.slice(begin, unit);
};
