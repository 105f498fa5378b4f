import type { FileEncoding } from '@pairspace/protocol';
import type { ContentRef } from '../contents/keep-content.ts';
import { releaseContents } from '../contents/release-contents.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import type { JobKey } from './job-store.ts';

/** An uploaded output file, which is kept until the job ends. */
export interface Upload {
  path: string;
  bytes: number;
  encoding: FileEncoding;
  /** Null where there is an `error`. */
  ref: ContentRef | null;
  /** Why the file will not be written; null if it will. */
  error: string | null;
}

interface StoredRef {
  of: string | null;
  hash: string | null;
}

const refOf = ({ of, hash }: StoredRef): ContentRef | null => (of === null || hash === null ? null : { of, hash });

/** Stores an upload, in place of an earlier upload at the same path. */
export const saveUpload = async (
  tx: Transaction,
  key: JobKey,
  { path, bytes, encoding, ref, error }: Upload,
): Promise<void> => {
  await forgetUploads(tx, key, path);
  await tx.run`
    insert into job_upload (session_id, job_id, path, bytes, encoding, content_of, content_hash, error)
    values (${key.sessionId}, ${key.id}, ${path}, ${bytes}, ${encoding}, ${ref?.of ?? null}, ${ref?.hash ?? null},
      ${error})
  `;
};

/** Deletes the uploads of a job, at one path or at all paths. A content that a file uses stays. */
export const forgetUploads = async (
  tx: Transaction,
  { sessionId, id }: JobKey,
  path: string | null = null,
): Promise<void> => {
  const rows = await tx.all<StoredRef>`
    delete from job_upload
    where session_id = ${sessionId} and job_id = ${id} and (cast(${path} as text) is null or path = ${path})
    returning content_of as "of", content_hash as hash
  `;
  await releaseContents(
    tx,
    rows.map(refOf).filter((ref) => ref !== null),
  );
};

export const listUploads = async (db: Queries, { sessionId, id }: JobKey): Promise<Upload[]> => {
  const rows = await db.all<Omit<Upload, 'ref'> & StoredRef>`
    select path, bytes, encoding, content_of as "of", content_hash as hash, error from job_upload
    where session_id = ${sessionId} and job_id = ${id} order by path
  `;
  return rows.map(({ of, hash, ...row }) => ({ ...row, ref: refOf({ of, hash }) }));
};

interface Sums {
  /** The uploads of the job. */
  files: number;
  bytes: number;
  /** The uploads of all jobs of the session. */
  sessionBytes: number;
}

/** The sums of all uploads but the one of this job at this path. */
export const sumUploads = async (db: Queries, { sessionId, id }: JobKey, path: string): Promise<Sums> =>
  (await db.get<Sums>`
    select cast(coalesce(sum(of_job), 0) as bigint) as files, cast(coalesce(sum(of_job * size), 0) as bigint) as bytes,
      cast(coalesce(sum(size), 0) as bigint) as "sessionBytes"
    from (
      select case when job_id = ${id} then 1 else 0 end as of_job, case when content_of is null then 0 else bytes end as size
      from job_upload where session_id = ${sessionId} and not (job_id = ${id} and path = ${path})
    ) kept
  `) ?? { files: 0, bytes: 0, sessionBytes: 0 };
