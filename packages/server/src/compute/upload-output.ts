import { conflict, type Endpoints, type FileEncoding, type ResultOf, ServiceError } from '@pairspace/protocol';
import { whyNoRoom } from '../access/capacity.ts';
import { getSessionHead } from '../access/session-head.ts';
import { encodedContent, keepContent } from '../contents/keep-content.ts';
import type { Transaction } from '../storage/storage.ts';
import { type LeaseKey, lockLeased } from './leases.ts';
import { saveUpload, sumUploads } from './upload-store.ts';

const bytesPerMb = 1024 * 1024;

/** An output of a worker: its content, or the reason why there is none. */
export interface Output {
  path: string;
  content?: string | undefined;
  encoding: FileEncoding;
  error?: string | undefined;
  bytes?: number | undefined;
}

/** Keeps an output file until the end of its job, for the worker that holds the lease (JOB-45, JOB-49). */
export const uploadOutput = async (
  tx: Transaction,
  key: LeaseKey,
  { path, content: said, encoding, error, bytes: saidBytes = 0 }: Output,
): Promise<ResultOf<Endpoints['uploadJobOutput']>> => {
  const { maxFiles, diskMb } = (await lockLeased(tx, key)).summary.limits;
  const { storedBytes } = await getSessionHead(tx, key.sessionId);
  const beside = await sumUploads(tx, key, path);
  const content = error === undefined && said !== undefined ? encodedContent(said, encoding) : undefined;
  const bytes = content?.bytes ?? saidBytes;
  if (beside.files >= maxFiles) {
    throw conflict('limit_reached', `The job may bring back ${String(maxFiles)} files, its limits.maxFiles.`);
  }
  if (content && beside.bytes + bytes > diskMb * bytesPerMb) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', 'The job may bring back no more bytes than its limits.diskMb.', {
      details: { limitBytes: diskMb * bytesPerMb },
    });
  }
  const noRoom = content && whyNoRoom(tx, storedBytes + beside.sessionBytes, bytes);
  if (noRoom) throw noRoom;
  const ref = content ? keepContent(tx, key.sessionId, content) : null;
  const upload = { path, bytes, error: error ?? null };
  await saveUpload(tx, key, { ...upload, encoding, ref });
  return { jobId: key.id, ...upload, contentHash: content?.hash ?? null };
};
