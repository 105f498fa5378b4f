const kib = 1024;
const mib = 1024 * kib;

/** Limits that one service enforces (LIM-1). Bytes are bytes of UTF-8; characters are code points. */
export interface Limits {
  nameCharacters: number;
  messageBytes: number;
  noteBytes: number;
  fileBytes: number;
  pathBytes: number;
  metadataBytes: number;
  descriptionBytes: number;
  commentBytes: number;
  notesPerSession: number;
  filesPerSession: number;
  /** Tasks of one session that have not ended. */
  openTasksPerSession: number;
  tasksPerSession: number;
  /** Dependencies between the tasks of one session. */
  taskDependencies: number;
  /** Paths that are held by the tasks in work of one session. */
  heldPaths: number;
  /** Versions of a file that keep their content (TIME-1). */
  fileVersions: number;
  streamsPerProcess: number;
  streamsPerSession: number;
  /** Open streams of one client address. */
  streamsPerAddress: number;
  waitsPerProcess: number;
  waitsPerSession: number;
  waitsPerAddress: number;
  connectionsPerAddress: number;
  bodyBytes: number;
  /** Requests that one process handles at once. Waits and live streams have limits of their own (ERR-10). */
  requestsAtOnce: number;
  /** The size of one session: its log, versions, files and job records (CAP-1). */
  sessionBytes: number;
  /** The number of JSON values in one body, but for an import (NET-4). */
  bodyValues: number;
  /** The largest `maxAgents` (SES-3). */
  seats: number;
  /** Observers of one session that came uninvited (walk-ins). */
  observers: number;
  webhooksPerSession: number;
  /** Webhooks that one client address has registered without a token, on an exposed service (HOOK-32). */
  openWebhooks: number;
  /** Webhooks that were registered without a token, in the whole service. */
  openWebhooksInAll: number;
  jobCodeBytes: number;
  jobStdinBytes: number;
  jobResultBytes: number;
  /** The largest values that a job may ask for (JOB-5). */
  jobWallMs: number;
  jobCpuMs: number;
  jobMemoryMb: number;
  jobDiskMb: number;
  jobMaxFiles: number;
  jobOutputBytes: number;
  poolCredits: number;
  queuedJobsPerPool: number;
}

export const defaultLimits: Readonly<Limits> = {
  nameCharacters: 200,
  messageBytes: 100 * kib,
  noteBytes: mib,
  fileBytes: mib,
  pathBytes: 512,
  metadataBytes: 16 * kib,
  descriptionBytes: 4 * kib,
  commentBytes: 2 * kib,
  notesPerSession: 1000,
  filesPerSession: 1000,
  openTasksPerSession: 1000,
  tasksPerSession: 10_000,
  taskDependencies: 50_000,
  heldPaths: 2000,
  fileVersions: 100,
  streamsPerProcess: 5000,
  streamsPerSession: 1000,
  streamsPerAddress: 100,
  waitsPerProcess: 5000,
  waitsPerSession: 1000,
  waitsPerAddress: 200,
  connectionsPerAddress: 200,
  bodyBytes: 1.5 * mib,
  requestsAtOnce: 1000,
  sessionBytes: 200 * mib,
  bodyValues: 10_000,
  seats: 16,
  observers: 1000,
  webhooksPerSession: 10,
  openWebhooks: 5,
  openWebhooksInAll: 100,
  jobCodeBytes: 256 * kib,
  jobStdinBytes: 256 * kib,
  jobResultBytes: 256 * kib,
  jobWallMs: 300_000,
  jobCpuMs: 120_000,
  jobMemoryMb: 1024,
  jobDiskMb: 256,
  jobMaxFiles: 5000,
  jobOutputBytes: 8 * mib,
  poolCredits: 1_000_000_000,
  queuedJobsPerPool: 10_000,
};

/** The largest `wait` (WAIT-1). */
export const maxWaitSeconds = 50;

/** The largest and the default number of items in a page (API-17). */
export const pageLimits = { max: 200, default: 50 } as const;

/** The bounds and the default of a brief's `maxChars` (BRF-1). */
export const briefCharacters = { least: 500, most: 50_000, usual: 6000 } as const;

/** A page stops growing when its content passes this many bytes (API-20). */
export const pageBytes = mib;
