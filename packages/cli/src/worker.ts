import { type JobOutcome, type OutputPart, type RunningJob, runWorker } from '@pairspace/client';
import {
  defaultLimits,
  isSandboxType,
  type Lease,
  type SandboxType,
  sandboxTypes,
  sandboxWorkOf,
  withoutCode,
} from '@pairspace/protocol';
import { type JobProgress, openSandbox, type Sandbox, type SandboxOutcome } from '@pairspace/sandbox';
import { availableParallelism, hostname } from 'node:os';
import { needed, readOptions } from './read-options.ts';
import { hearSelfTest } from './self-test.ts';
import { UsageError } from './usage-error.ts';

export const run = async (args: string[]): Promise<void> => {
  const options = readOptions(args, ['url', 'token', 'session', 'slots', 'name', 'types', 'cache', 'wheels']);
  const baseUrl = needed('url', options.url);
  const token = needed('token', options.token ?? process.env['PAIRSPACE_TOKEN']);
  const slots = slotsOf(options.slots);
  const wanted = typesOf(options.types);
  const stopped = stoppedBySignal();
  const selfTest = hearSelfTest(wanted, stopped);
  await using sandbox = await openSandbox({
    runtimes: wanted,
    // No service accepts a larger file than a session may have.
    maxOutputFileBytes: defaultLimits.fileBytes,
    ...(options.cache === undefined ? {} : { cacheFolder: options.cache }),
    ...(options.wheels === undefined ? {} : { wheelsFolder: options.wheels }),
    onEvent: (event) => {
      selfTest.onEvent(event);
      if (event.type === 'runtime_refused') {
        console.error(`${event.runtime} failed its self-test and runs nothing: ${event.failures.join('; ')}`);
      }
    },
  });
  await selfTest.over;
  if (stopped.aborted) return;
  const types = availableOf(sandbox, wanted);
  console.log(`Takes ${types.join(', ')} jobs of ${baseUrl}, ${String(slots)} at once.`);
  await runWorker({
    baseUrl,
    token,
    types,
    slots,
    sessionId: options.session,
    worker: options.name ?? hostname(),
    signal: stopped,
    run: (lease, running) => runInSandbox(sandbox, lease, running),
    onError: (error) => {
      console.error((error as Error).message);
    },
  });
};

const stoppedBySignal = (): AbortSignal => {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop.abort();
    });
  }
  return stop.signal;
};

const slotsOf = (text: string | undefined): number => {
  if (text === undefined) return availableParallelism();
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError('--slots must be a whole number from 1 to 9999.');
  return Number(text);
};

const typesOf = (text: string | undefined): SandboxType[] => {
  const types = text === undefined ? [...sandboxTypes] : text.split(',');
  if (types.every(isSandboxType)) return types;
  throw new UsageError(`--types takes ${sandboxTypes.join(', ')}.`);
};

const availableOf = ({ runtimes }: Sandbox, wanted: SandboxType[]): SandboxType[] => {
  const available = new Set<string>(runtimes.filter((runtime) => runtime.available).map(({ name }) => name));
  const types = wanted.filter((type) => available.has(type));
  if (types.length === 0)
    throw new Error(`None of ${wanted.join(', ')} passed its self-test here: there is no job to take.`);
  return types;
};

const runInSandbox = async (sandbox: Sandbox, lease: Lease, running: RunningJob): Promise<JobOutcome> => {
  const work = sandboxWorkOf(lease);
  if (!work) return { failed: withoutCode };
  const sendOutput = async (parts: readonly OutputPart[]): Promise<void> => {
    for (const part of parts) await running.sendOutput(part);
  };
  const sendProgress = (progress: JobProgress): Promise<void> => {
    running.setProgress(progress);
    return Promise.resolve();
  };
  const outcome = await sandbox.run(work, { signal: running.signal, sendOutput, sendProgress });
  const { failure } = outcome;
  if (failure === null) return { completed: { ...toldOf(outcome), outputs: outputsOf(outcome) } };
  if (failure.reason === 'cancelled') return { released: true };
  if (failure.reason === 'lost') return { lost: failure.message };
  return { failed: { ...toldOf(outcome), reason: failure.reason, message: failure.message } };
};

const toldOf = ({ exitCode, stdout, stderr, stdoutTruncated, stderrTruncated, usage }: SandboxOutcome) => ({
  ...(exitCode === null ? {} : { exitCode }),
  stdout: stdout.toWellFormed().replaceAll('\0', '\ufffd'),
  stderr: stderr.toWellFormed().replaceAll('\0', '\ufffd'),
  stdoutTruncated,
  stderrTruncated,
  usage,
});

const outputsOf = ({
  outputs,
}: SandboxOutcome): { path: string; content: string; encoding?: 'utf-8' | 'base64' | undefined }[] =>
  outputs.flatMap(({ path, content, encoding }) => (content === null ? [] : [{ path, content, encoding }]));
