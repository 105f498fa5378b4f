import { conflict, type Endpoints, type FileEncoding, type ResultOf, ServiceError } from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import { type ContentRef, encodedContent, keepContent } from '../contents/keep-content.ts';
import { releaseContents } from '../contents/release-contents.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import { type JobKey, type LeaseKey, lockLeased } from './job-store.ts';

/** An output of a worker: its content, or the reason why there is none. */
export interface Output {
  path: string;
  content?: string | undefined;
  encoding: FileEncoding;
  error?: string | undefined;
  bytes?: number | undefined;
}

/** An uploaded output file, which is kept until the job ends. */
export interface Upload {
  path: string;
  bytes: number;
  encoding: FileEncoding;
  /** The place of its content; null where there is an `error`. */
  of: string | null;
  hash: string | null;
  /** Why the file will not be written; null if it will. */
  error: string | null;
}

const bytesPerMb = 1024 * 1024;

/** Keeps an output file until the end of its job, for the worker that holds the lease (JOB-45, JOB-49). */
export const uploadOutput = async (
  tx: Transaction,
  key: LeaseKey,
  { path, content: said, encoding, error: saidError, bytes: saidBytes = 0 }: Output,
): Promise<ResultOf<Endpoints['uploadJobOutput']>> => {
  const { job, session } = await lockLeased(tx, key);
  const { maxFiles, diskMb } = job.summary.limits;
  const beside = await sumUploads(tx, key, path);
  const error = saidError ?? null;
  const content = error === null && said !== undefined ? encodedContent(said, encoding) : undefined;
  const bytes = content?.bytes ?? saidBytes;
  if (beside.files >= maxFiles) {
    throw conflict('limit_reached', `The job may bring back ${String(maxFiles)} files, its limits.maxFiles.`);
  }
  if (content && beside.bytes + bytes > diskMb * bytesPerMb) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', 'The job may bring back no more bytes than its limits.diskMb.', {
      details: { limitBytes: diskMb * bytesPerMb },
    });
  }
  const noRoom = content && whyNoRoom(tx, session.storedBytes + beside.sessionBytes, bytes);
  if (noRoom) throw noRoom;
  const ref = content ? keepContent(tx, key.sessionId, content) : { of: null, hash: null };
  await forgetUploads(tx, key, path);
  await tx.run`
    insert into job_upload (session_id, job_id, path, bytes, encoding, content_of, content_hash, error)
    values (${key.sessionId}, ${key.id}, ${path}, ${bytes}, ${encoding}, ${ref.of}, ${ref.hash}, ${error})
  `;
  return { jobId: key.id, path, bytes, error, contentHash: ref.hash };
};

interface Sums {
  /** The uploads of the job. */
  files: number;
  bytes: number;
  /** The uploads of all jobs of the session. */
  sessionBytes: number;
}

/** The sums of all uploads but the one of this job at this path. */
const sumUploads = async (db: Queries, { sessionId, id }: JobKey, path: string): Promise<Sums> =>
  (await db.get<Sums>`
    select cast(coalesce(sum(of_job), 0) as bigint) as files, cast(coalesce(sum(of_job * size), 0) as bigint) as bytes,
      cast(coalesce(sum(size), 0) as bigint) as "sessionBytes"
    from (
      select case when job_id = ${id} then 1 else 0 end as of_job, case when content_of is null then 0 else bytes end as size
      from job_upload where session_id = ${sessionId} and not (job_id = ${id} and path = ${path})
    ) kept
  `) ?? { files: 0, bytes: 0, sessionBytes: 0 };

export const listUploads = (db: Queries, { sessionId, id }: JobKey): Promise<Upload[]> =>
  db.all<Upload>`
    select path, bytes, encoding, content_of as "of", content_hash as hash, error from job_upload
    where session_id = ${sessionId} and job_id = ${id} order by path
  `;

/** Deletes the uploads of a job, at one path or at all paths. A content that a file uses stays. */
export const forgetUploads = async (
  tx: Transaction,
  { sessionId, id }: JobKey,
  path: string | null = null,
): Promise<void> => {
  const kept = await tx.all<ContentRef | { of: null }>`
    delete from job_upload
    where session_id = ${sessionId} and job_id = ${id} and (cast(${path} as text) is null or path = ${path})
    returning content_of as "of", content_hash as hash
  `;
  await releaseContents(
    tx,
    kept.filter((ref) => ref.of !== null),
  );
};
