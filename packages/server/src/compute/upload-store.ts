import type { FileEncoding } from '@pairspace/protocol';
import type { ContentRef } from '../contents/keep-content.ts';
import { releaseContents } from '../contents/release-contents.ts';
import type { Queries, Transaction } from '../storage/storage.ts';
import type { JobKey, JobRow } from './job-store.ts';

/** A file that a job brings back, as it is kept until the job ends. */
export interface Upload {
  path: string;
  bytes: number;
  encoding: FileEncoding;
  /** Null where there is an `error`. */
  ref: ContentRef | null;
  /** Why it will not be written. */
  error: string | null;
}

/** Keeps an upload in place of what was at its path. */
export const saveUpload = async (
  tx: Transaction,
  { sessionId, id }: JobKey,
  { path, bytes, encoding, ref, error }: Upload,
): Promise<void> => {
  await forget(
    tx,
    await tx.all<ReleasedRow>`
      delete from job_upload where session_id = ${sessionId} and job_id = ${id} and path = ${path}
      returning content_of as "of", content_hash as hash
    `,
  );
  await tx.run`
    insert into job_upload (session_id, job_id, path, bytes, encoding, content_of, content_hash, error)
    values (${sessionId}, ${id}, ${path}, ${bytes}, ${encoding}, ${ref?.of ?? null}, ${ref?.hash ?? null}, ${error})
  `;
};

export const listUploads = async (db: Queries, { sessionId, id }: JobKey): Promise<Upload[]> => {
  const rows = await db.all<Omit<Upload, 'ref'> & { of: string | null; hash: string | null }>`
    select path, bytes, encoding, content_of as "of", content_hash as hash, error from job_upload
    where session_id = ${sessionId} and job_id = ${id} order by path
  `;
  return rows.map(({ of, hash, ...row }) => ({ ...row, ref: of === null || hash === null ? null : { of, hash } }));
};

interface Sums {
  files: number;
  bytes: number;
}

/** What a job has uploaded beside this path. */
export const sumUploads = async (db: Queries, { sessionId, id }: JobKey, path: string): Promise<Sums> =>
  (await db.get<Sums>`
    select count(*) as files,
      cast(coalesce(sum(case when content_of is null then 0 else bytes end), 0) as bigint) as bytes
    from job_upload where session_id = ${sessionId} and job_id = ${id} and path <> ${path}
  `) ?? { files: 0, bytes: 0 };

/** How many bytes wait in a session for the end of its jobs. */
export const sumSessionUploads = async (db: Queries, sessionId: string): Promise<number> => {
  const row = await db.get<{ bytes: number }>`
    select cast(coalesce(sum(bytes), 0) as bigint) as bytes from job_upload
    where session_id = ${sessionId} and content_of is not null
  `;
  return row?.bytes ?? 0;
};

/** Lets go of the uploads of a job that runs no more; a content that a file uses stays. */
export const forgetUploads = async (tx: Transaction, { session_id: sessionId, id }: JobRow): Promise<void> => {
  await forget(
    tx,
    await tx.all<ReleasedRow>`
      delete from job_upload where session_id = ${sessionId} and job_id = ${id}
      returning content_of as "of", content_hash as hash
    `,
  );
};

interface ReleasedRow {
  of: string | null;
  hash: string | null;
}

const forget = (tx: Transaction, rows: readonly ReleasedRow[]): Promise<void> =>
  releaseContents(
    tx,
    rows.flatMap(({ of, hash }) => (of === null || hash === null ? [] : [{ of, hash }])),
  );
