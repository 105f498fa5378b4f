import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { decodeFile, frameTypes } from './child/frames.js';
import { SandboxChild } from './child-process.ts';
import { childFolder, engineNames, guestFolder } from './engines.ts';
import { engineFlags, type Confinement } from './confinement.ts';
import { encodeJob } from './job-frames.ts';
import type { SandboxEvent, SandboxJob, SandboxOptions } from './sandbox.ts';

/** Runtimes whose engine can start from the memory of a booted engine. */
export type SnapshotRuntime = 'javascript' | 'python';

const maxPartBytes = 2 * 1024 * 1024;
/** A snapshot that was unused for this time belongs to a replaced version. */
const unusedMs = 30 * 24 * 60 * 60 * 1000;

/** Files that determine the content of a snapshot; its name depends on them. */
const ingredients: Record<SnapshotRuntime, readonly string[]> = {
  javascript: [
    'javascript-engine.js',
    'javascript-host.js',
    'javascript-preparation.js',
    'javascript-prelude.js',
    'javascript-random.js',
    'wasm-memory.js',
  ],
  python: ['python-preparation.js', 'python-prelude.js'],
};

const snapshotJob = (runtime: SnapshotRuntime): SandboxJob => ({
  runtime,
  code: '',
  args: [],
  env: {},
  stdin: '',
  files: [],
  outputs: ['**'],
  limits: { wallMs: 60_000, cpuMs: 60_000, memoryMb: 256, diskMb: 64, maxFiles: 10, outputBytes: 65_536 },
});

interface SnapshotOptions extends Pick<SandboxOptions, 'cacheFolder'> {
  /** Ends running work when it aborts. */
  closing?: AbortSignal;
}

/** Writes the snapshot in parts as they arrive, so that the service never holds tens of megabytes. */
const takeSnapshot = async (
  runtime: SnapshotRuntime,
  confinement: Confinement,
  file: string,
  closing: AbortSignal | undefined,
): Promise<void> => {
  await using child = await SandboxChild.boot({ runtime, makesSnapshot: true }, confinement, closing);
  const end = () => {
    child.kill();
  };
  closing?.addEventListener('abort', end);
  using listening = new DisposableStack();
  listening.defer(() => closing?.removeEventListener('abort', end));
  await using output = await fs.open(file, 'w', 0o600);
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const refuse = (what: string) => {
    reject(new Error(`no snapshot of ${runtime}: ${what}`));
  };
  let written = Promise.resolve();
  child.start(
    encodeJob(snapshotJob(runtime)),
    { maxBytes: maxPartBytes },
    ({ type, payload }) => {
      if (type === frameTypes.file) {
        written = written.then(() => output.appendFile(decodeFile(payload).content));
        written.catch(reject);
      } else if (type === frameTypes.result)
        void written.then(() => {
          resolve(undefined);
        }, reject);
    },
    refuse,
  );
  void child.closed.then(({ exitCode, signal, lastWords }) => {
    refuse(`${String(exitCode ?? signal)} ${lastWords}`);
  });
  await promise;
};

const boots = async (
  runtime: SnapshotRuntime,
  confinement: Confinement,
  snapshotFile: string,
  closing: AbortSignal | undefined,
): Promise<boolean> => {
  try {
    await using child = await SandboxChild.boot({ runtime, snapshotFile }, confinement, closing);
    return !child.isClosed;
  } catch {
    return false;
  }
};

const nameSnapshot = async (runtime: SnapshotRuntime): Promise<string> => {
  const machine = [engineNames[runtime], process.version, process.arch, ...engineFlags[runtime]];
  const hash = createHash('sha256').update(machine.join('\n'));
  const guests = path.join(guestFolder, runtime);
  const guestFiles = (await fs.readdir(guests)).sort().map((name) => path.join(guests, name));
  const files = [...ingredients[runtime].map((name) => path.join(childFolder, name)), ...guestFiles];
  for (const file of files) hash.update(await fs.readFile(file));
  return `${runtime}-${hash.digest('hex').slice(0, 16)}.snapshot`;
};

/** Records that a process used this snapshot. In a read-only folder no snapshot is ever removed. */
const noteUse = (file: string): Promise<void> => {
  const now = new Date();
  return fs.utimes(file, now, now).catch(() => undefined);
};

/**
 * Removes snapshots that were unused for long. Each version of an engine has its own, so those of old versions stay
 * behind.
 */
const removeUnused = async (runtime: SnapshotRuntime, folder: string): Promise<void> => {
  for (const name of await fs.readdir(folder)) {
    const file = path.join(folder, name);
    if (!name.startsWith(`${runtime}-`) || Date.now() - (await fs.stat(file)).mtimeMs < unusedMs) continue;
    await fs.rm(file, { force: true });
  }
};

/**
 * The file with the memory of a booted engine, from which children start in a fraction of the time. Undefined without a
 * folder, or if snapshots do not work; children then boot in full. Snapshots that were unused for 30 days are removed.
 */
export const prepareSnapshot = async (
  runtime: SnapshotRuntime,
  confinement: Confinement,
  { cacheFolder, closing }: SnapshotOptions,
  onEvent: (event: SandboxEvent) => void,
): Promise<string | undefined> => {
  if (cacheFolder === undefined) return undefined;
  try {
    const file = path.join(cacheFolder, await nameSnapshot(runtime));
    if (await boots(runtime, confinement, file, closing)) {
      await noteUse(file);
      return file;
    }
    await fs.mkdir(cacheFolder, { recursive: true });
    const unfinished = `${file}.${String(process.pid)}`;
    await using leftover = new AsyncDisposableStack();
    leftover.defer(() => fs.rm(unfinished, { force: true }));
    await takeSnapshot(runtime, confinement, unfinished, closing);
    if (await boots(runtime, confinement, unfinished, closing)) {
      await fs.rename(unfinished, file);
      // A snapshot that cannot be removed only takes disk space.
      await removeUnused(runtime, cacheFolder).catch(() => undefined);
      return file;
    }
  } catch (error) {
    if (closing?.aborted) return undefined;
    onEvent({ type: 'boot_failed', runtime, message: error instanceof Error ? error.message : String(error) });
  }
  return undefined;
};
