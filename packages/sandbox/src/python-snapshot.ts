import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { decodeFile, frameTypes } from './child/frames.js';
import { pythonPreload } from './child/python-prelude.js';
import { SandboxChild } from './child-process.ts';
import { engineNames } from './engines.ts';
import type { Fence } from './fence.ts';
import { encodeJob } from './job-frames.ts';
import type { SandboxEvent, SandboxJob, SandboxOptions } from './sandbox.ts';

const maxSnapshotBytes = 64 * 1024 * 1024;

const snapshotJob: SandboxJob = {
  runtime: 'python',
  code: '',
  args: [],
  env: {},
  stdin: '',
  files: [],
  outputs: ['**'],
  limits: { wallMs: 60_000, cpuMs: 60_000, memoryMb: 256, diskMb: 64, maxFiles: 10, outputBytes: 65_536 },
};

const takeSnapshot = async (fence: Fence): Promise<Buffer> => {
  await using child = await SandboxChild.boot({ runtime: 'python', makesSnapshot: true }, fence);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const refuse = (what: string) => {
    reject(new Error(`no snapshot of Python: ${what}`));
  };
  let snapshot: Buffer | undefined;
  child.start(
    encodeJob(snapshotJob, new Map()),
    maxSnapshotBytes,
    ({ type, payload }) => {
      if (type === frameTypes.file) snapshot = decodeFile(payload).content;
      if (type === frameTypes.result && snapshot) resolve(snapshot);
    },
    refuse,
  );
  void child.closed.then(({ exitCode, signal, lastWords }) => {
    refuse(`${String(exitCode ?? signal)} ${lastWords}`);
  });
  return await promise;
};

const boots = async (fence: Fence, snapshotFile: string): Promise<boolean> => {
  try {
    await using child = await SandboxChild.boot({ runtime: 'python', snapshotFile }, fence);
    return !child.isClosed;
  } catch {
    return false;
  }
};

/**
 * The memory of a booted Python, from which children start in a third of the time. Undefined where there is no folder
 * for it, or where it does not work: Python then boots plainly.
 */
export const preparePythonSnapshot = async (
  fence: Fence,
  { cacheFolder, wheelsFolder }: SandboxOptions,
  onEvent: (event: SandboxEvent) => void,
): Promise<string | undefined> => {
  if (cacheFolder === undefined || wheelsFolder !== undefined) return undefined;
  const identity = [engineNames.python, process.version, process.arch, pythonPreload].join('\n');
  const name = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  const file = path.join(cacheFolder, `python-${name}.snapshot`);
  try {
    if (await boots(fence, file)) return file;
    await fs.mkdir(cacheFolder, { recursive: true });
    const unfinished = `${file}.${String(process.pid)}`;
    await fs.writeFile(unfinished, await takeSnapshot(fence), { mode: 0o600 });
    await fs.rename(unfinished, file);
    if (await boots(fence, file)) return file;
    await fs.rm(file, { force: true });
  } catch (error) {
    onEvent({
      type: 'boot_failed',
      runtime: 'python',
      message: error instanceof Error ? error.message : String(error),
    });
  }
  return undefined;
};
