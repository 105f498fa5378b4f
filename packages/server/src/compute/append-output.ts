import { conflict, countCharacters, type OutputStream, rateLimited, utf8Bytes } from '@pairspace/protocol';
import { systemActor } from '../access/caller.ts';
import { announce } from '../events/announce.ts';
import { invariant } from '../lib/invariant.ts';
import type { Transaction } from '../storage/storage.ts';
import type { JobKey } from './job-store.ts';
import { type LeaseKey, lockLeased } from './leases.ts';
import { countOutput, outputTopic } from './output-store.ts';

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

/** Stores a part of a job's output for the holder of the lease, and sends the part to live streams (LIVE-2, LIVE-1). */
export const appendOutput = async (
  tx: Transaction,
  key: LeaseKey,
  { stream, since, text }: OutputPart,
): Promise<{ next: number; full: boolean }> => {
  await lockLeased(tx, key);
  const held = await sumsOf(tx, key);
  const next = await countOutput(tx, key, stream);
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
    values (${key.sessionId}, ${key.id}, ${stream}, ${since}, ${chars}, ${utf8Bytes(kept)}, ${kept}, ${tx.now})
  `;
  tx.notify(outputTopic(key.id));
  const frame = {
    id: key.id,
    sessionId: key.sessionId,
    jobId: key.id,
    stream,
    since,
    text: firstBytes(kept, frameBytes),
  };
  announce(tx, { sessionId: key.sessionId, event: 'job.output', actor: systemActor }, frame);
  return { next: since + chars, full: room - utf8Bytes(kept) < leastRoom };
};

interface Sums {
  bytes: number;
  parts: number;
  /** The number of parts in the last second. */
  recent: number;
}

const sumsOf = async (tx: Transaction, { sessionId, id }: JobKey): Promise<Sums> => {
  const row = await tx.get<Sums>`
    select cast(coalesce(sum(bytes), 0) as bigint) as bytes, count(*) as parts,
      coalesce(sum(case when created_at > ${tx.now - 1000} then 1 else 0 end), 0) as recent
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
