import type { OutputStream } from '@pairspace/protocol';
import type { Queries, Transaction } from '../storage/storage.ts';
import type { JobKey } from './job-store.ts';

/** Notified when there is more of a job's output, and when the job has stopped running. */
export const outputTopic = (jobId: string): string => `output-${jobId}`;

/** Deletes the output that was kept while the job ran. */
export const forgetOutput = async (tx: Transaction, { sessionId, id }: JobKey): Promise<void> => {
  await tx.run`delete from job_output where session_id = ${sessionId} and job_id = ${id}`;
  tx.notify(outputTopic(id));
};

/** The number of characters of a stream. */
export const countOutput = async (db: Queries, { sessionId, id }: JobKey, stream: OutputStream): Promise<number> => {
  const row = await db.get<{ characters: number }>`
    select since + chars as characters from job_output
    where session_id = ${sessionId} and job_id = ${id} and stream = ${stream} order by since desc limit 1
  `;
  return row?.characters ?? 0;
};

/** The parts from `since` on, as many as one answer holds. */
export const listParts = (
  db: Queries,
  { sessionId, id }: JobKey,
  { stream, since }: { stream: OutputStream; since: number },
): Promise<{ since: number; text: string }[]> =>
  db.all<{ since: number; text: string }>`
    select since, body as text from (
      select since, body, sum(chars) over (order by since) - chars as before from job_output
      where session_id = ${sessionId} and job_id = ${id} and stream = ${stream} and since + chars > ${since}
      order by since limit 1000
    ) parts where before < 65536 order by since
  `;
