import { type BodyGiven, type Endpoints, type Lease, ServiceError, utf8Bytes } from '@pairspace/protocol';
import { UnexpectedAnswer } from '../answer.ts';
import type { Pause } from '../pause.ts';
import { persist } from '../persist.ts';
import { firstCharacters } from './first-characters.ts';
import { leaseOf, type WorkerCalls } from './worker-calls.ts';

type Upload = BodyGiven<Endpoints['uploadJobOutput']>;

/** A file that a job made, or the reason why the file cannot be uploaded. */
export type OutputFile = { path: string } & (
  { content: string; encoding?: Upload['encoding'] } | { error: string; bytes?: number | undefined }
);

interface Reporting {
  pause: Pause;
  /** Whether to try again after an outage. */
  goesOn: (error: unknown) => boolean;
}

const uploadsAtOnce = 8;
const mostErrorCharacters = 300;

/**
 * Uploads the files that a job made. If the service refuses a file, the record of the job names the file and the
 * reason; the other files are kept.
 */
export const uploadOutputs = async (
  calls: WorkerCalls,
  lease: Lease,
  outputs: readonly OutputFile[],
  reporting: Reporting,
): Promise<void> => {
  for (let from = 0; from < outputs.length; from += uploadsAtOnce) {
    const together = outputs.slice(from, from + uploadsAtOnce);
    await Promise.all(together.map((output) => uploadOutput(calls, lease, output, reporting)));
  }
};

const uploadOutput = async (
  calls: WorkerCalls,
  lease: Lease,
  output: OutputFile,
  { pause, goesOn }: Reporting,
): Promise<void> => {
  const upload = (file: OutputFile): Promise<unknown> =>
    persist((options) => calls.uploadJobOutput({ ...leaseOf(lease), ...file }, options), {
      pause,
      goesOn: (error) => goesOn(error) && (error instanceof UnexpectedAnswer || !isRefusal(error)),
    });
  try {
    await upload({ ...output, path: pathInWork(output) });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const bytes = 'content' in output ? bytesOf(output.content, output.encoding) : output.bytes;
    const named = { path: shownPath(output), error: firstCharacters(error.message, mostErrorCharacters), bytes };
    // A second refusal means that the job has reached its limit of outputs, so the record leaves the file out.
    await upload(named).catch((again: unknown) => {
      if (!isRefusal(again)) throw again;
    });
  }
};

/**
 * Whether the service, or a proxy before it, refuses this upload for good. A lost lease is another kind of refusal. An
 * error page of a proxy gets here after the time for such pages.
 */
const isRefusal = (error: unknown): error is ServiceError | UnexpectedAnswer => {
  if (error instanceof UnexpectedAnswer) return true;
  if (!(error instanceof ServiceError)) return false;
  const reason = error.details?.['reason'];
  return error.status === 400 || error.status === 413 || reason === 'limit_reached' || reason === 'storage_full';
};

const bytesOf = (content: string, encoding: Upload['encoding']): number =>
  encoding === 'base64' ? Math.floor((content.length * 3) / 4) : utf8Bytes(content);

const pathInWork = ({ path }: OutputFile): string => path.replace(/^\/work\//, '');

const longestPathBytes = 512;
const mostBytesOfCharacter = 4;

/**
 * The path of an output in the record of the job. A path that no file of a session can have becomes a similar, valid
 * path.
 */
const shownPath = (output: OutputFile): string => {
  const path = pathInWork(output);
  const characters = Array.from(path);
  const isLong = utf8Bytes(path) > longestPathBytes;
  const segments = characters
    .slice(0, isLong ? longestPathBytes / mostBytesOfCharacter : characters.length)
    .join('')
    .replaceAll(/[\p{Cc}\p{Cs}\\]/gu, '\ufffd')
    .split('/')
    .filter((segment) => !['', '.', '..'].includes(segment));
  return segments.length === 0 ? '\ufffd' : segments.join('/');
};
