import { type JobOutcome, type RunningJob, runWorker } from '@pairspace/client';
import {
  defaultLimits,
  isSandboxType,
  type Lease,
  type SandboxType,
  sandboxTypes,
  utf8Bytes,
} from '@pairspace/protocol';
import { openSandbox, type Sandbox } from '@pairspace/sandbox';
import { runInSandbox } from '@pairspace/server/run-in-sandbox';
import { availableParallelism, hostname } from 'node:os';
import { needed, readOptions } from './read-options.ts';
import { UsageError } from './usage-error.ts';

export const run = async (args: string[]): Promise<void> => {
  const options = readOptions(args, ['url', 'token', 'session', 'slots', 'name', 'types', 'cache', 'wheels']);
  const baseUrl = needed('url', options.url);
  const token = needed('token', options.token ?? process.env['PAIRSPACE_TOKEN']);
  const slots = slotsOf(options.slots);
  const wanted = typesOf(options.types);
  const stopped = stoppedBySignal();
  await using sandbox = await openSandbox({
    runtimes: wanted,
    // No service accepts a larger file than a session may have.
    maxOutputFileBytes: defaultLimits.fileBytes,
    ...(options.cache === undefined ? {} : { cacheFolder: options.cache }),
    ...(options.wheels === undefined ? {} : { wheelsFolder: options.wheels }),
    onEvent: (event) => {
      if (event.type === 'runtime_untested') {
        const seconds = Math.round((event.retryAt - Date.now()) / 1000);
        console.error(`${event.runtime} runs nothing and is tested again in ${String(seconds)} s: ${event.reason}`);
      } else if (event.type === 'runtime_refused') {
        console.error(`${event.runtime} failed its self-test and runs nothing: ${event.failures.join('; ')}`);
      }
    },
  });
  await sandbox.test(stopped);
  if (stopped.aborted) return;
  assertUsable(sandbox, wanted);
  const types = () => availableOf(sandbox, wanted);
  console.log(`Takes ${types().join(', ') || 'no'} jobs of ${baseUrl}, ${String(slots)} at once.`);
  await runWorker({
    baseUrl,
    token,
    types,
    slots,
    sessionId: options.session,
    worker: options.name ?? hostname(),
    signal: stopped,
    run: (lease, running) => runJob(sandbox, lease, running),
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
  return wanted.filter((type) => available.has(type));
};

/** Refuses to work where no runtime is available or will be. */
const assertUsable = ({ runtimes }: Sandbox, wanted: SandboxType[]): void => {
  const isUsable = runtimes.some((one) => wanted.includes(one.name) && (one.available || one.retryAt !== null));
  if (!isUsable) throw new Error(`None of ${wanted.join(', ')} passed its self-test here: there is no job to take.`);
};

/** The greatest size of each output in a report, as JSON. Longer output is cut, because the service limits the body. */
const mostBytes = 600_000;

const beginningOf = (text: string): string => {
  const excess = utf8Bytes(JSON.stringify(text)) / mostBytes;
  return excess <= 1 ? text : beginningOf(text.slice(0, Math.floor(text.length / excess)).toWellFormed());
};

const shortened = <Report extends { stdout?: string | undefined; stderr?: string | undefined }>({
  stdout = '',
  stderr = '',
  ...report
}: Report) => {
  const [out, err] = [beginningOf(stdout), beginningOf(stderr)];
  return {
    ...report,
    stdout: out,
    stderr: err,
    ...(out !== stdout && { stdoutTruncated: true }),
    ...(err !== stderr && { stderrTruncated: true }),
  };
};

const runJob = async (sandbox: Sandbox, lease: Lease, running: RunningJob): Promise<JobOutcome> => {
  const outcome = await runInSandbox(sandbox, lease, running);
  if ('completed' in outcome) return { completed: shortened(outcome.completed) };
  return 'failed' in outcome ? { failed: shortened(outcome.failed) } : outcome;
};
