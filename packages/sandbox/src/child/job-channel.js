import { compileGlobs } from './glob.js';
import { decodeFile, encodeFile, encodeFrame, frameTypes, readFrame, writeAll } from './frames.js';

const jobsIn = 3;
const framesOut = 4;
const maxPartBytes = 65_536;
/** The parent accepts no longer message. */
const maxMessageLength = 1_000;
/** Enough units for the 1,000 characters that the parent keeps of the message of a progress. */
const maxProgressLength = 2_000;
/** The number of reports that are sent at once. Of later reports, the newest is sent after each pause. */
const progressesToldAtOnce = 10_000;
const progressPauseMs = 10;

/**
 * @typedef {{ code: string, codeEncoding: 'base64' | 'wat' | null, codePath: string, args: string[],
 *   env: Record<string, string>, stdin: string, seed: string, outputs: string[], fileCount: number,
 *   limits: { memoryBytes: number, diskBytes: number, maxFiles: number } }} JobFrame
 * @typedef {JobFrame & { files: { path: string, content: Buffer }[] }} Job
 * @typedef {{ exitCode: number, reason: 'exit' | 'memory' | 'disk' | 'sandbox_violation', message: string | null,
 *   memoryBytes: number, diskBytes: number }} Ending
 */

/** @param {'stdout' | 'stderr'} stream @param {Uint8Array} bytes */
export const writeOutput = (stream, bytes) => {
  for (let at = 0; at < bytes.length; at += maxPartBytes) {
    writeAll(framesOut, encodeFrame(frameTypes[stream], bytes.subarray(at, at + maxPartBytes)));
  }
};

/** @param {string} text */
export const writeError = (text) => {
  writeOutput('stderr', Buffer.from(text));
};

/** @typedef {{ fraction: number, message: string | null }} Progress */
/**
 * The latest report of progress, if it was not sent yet.
 * @type {Progress | undefined}
 */
let untoldProgress;
let progressCount = 0;
let progressToldAt = 0;

/**
 * Reports the progress of a job. The parent is sure to get the newest report before the job ends.
 * @param {Progress} progress
 */
export const writeProgress = ({ fraction, message }) => {
  untoldProgress = { fraction, message: message && message.slice(0, maxProgressLength) };
  if (++progressCount <= progressesToldAtOnce || performance.now() - progressToldAt >= progressPauseMs) tellProgress();
};

const tellProgress = () => {
  if (!untoldProgress) return;
  writeAll(framesOut, encodeFrame(frameTypes.progress, Buffer.from(JSON.stringify(untoldProgress))));
  untoldProgress = undefined;
  progressToldAt = performance.now();
};

/** @type {Job | undefined} */
let job;
let cpuAtStart = process.cpuUsage();

/** Waits for a job. A warm child blocks here. */
export const receiveJob = () => {
  writeAll(framesOut, encodeFrame(frameTypes.ready, Buffer.from(JSON.stringify({ cpu: process.cpuUsage() }))));
  const { payload } = readFrame(jobsIn);
  /** @type {JobFrame} */
  const frame = JSON.parse(payload.toString());
  const files = Array.from({ length: frame.fileCount }, () => decodeFile(readFrame(jobsIn).payload));
  writeAll(framesOut, encodeFrame(frameTypes.begun));
  cpuAtStart = process.cpuUsage();
  job = { ...frame, files };
  return job;
};

/**
 * Reports the end of the job and waits to be killed: the guest runs no further code.
 * @param {Ending} ending
 * @param {Iterable<{ path: string, content: Uint8Array }>} files what /work holds
 * @returns {never}
 */
export const endJob = (ending, files) => {
  const given = new Map(job?.files.map((file) => [file.path, file.content]));
  const isWanted = compileGlobs(job?.outputs ?? []);
  for (const { path, content } of files) {
    if (!isWanted(path)) continue;
    const before = given.get(path);
    if (before && Buffer.compare(before, content) === 0) continue;
    writeAll(framesOut, encodeFile(path, content));
  }
  tellProgress();
  const { user, system } = process.cpuUsage(cpuAtStart);
  const message = ending.message?.slice(0, maxMessageLength) ?? null;
  const result = { ...ending, message, cpuMs: (user + system) / 1000 };
  writeAll(framesOut, encodeFrame(frameTypes.result, Buffer.from(JSON.stringify(result))));
  for (;;) readFrame(jobsIn);
};

const snapshotPartBytes = 1024 * 1024;

/**
 * Sends the snapshot for later children in parts, in the place of a job's files.
 * @param {Uint8Array} content
 * @returns {never}
 */
export const endWithSnapshot = (content) => {
  receiveJob();
  const parts = Array.from({ length: Math.ceil(content.length / snapshotPartBytes) }, (_, index) => ({
    path: 'snapshot',
    content: content.subarray(index * snapshotPartBytes, (index + 1) * snapshotPartBytes),
  }));
  endJob({ exitCode: 0, reason: 'exit', message: null, memoryBytes: 0, diskBytes: 0 }, parts);
};
