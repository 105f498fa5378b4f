import { readFile } from 'node:fs/promises';
import { ServiceError } from '@pairspace/client';
import { inQuotes, type Job, type JobSummary, jobTypeWords, type SandboxType, someone } from '@pairspace/protocol';
import { choice, command, plain } from '../command.ts';
import { exitCodes, UsageError } from '../errors.ts';
import { inColumns, rowsOf, jsonLine, line, peerText } from '../terminal/text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { contentFrom, readText } from '../work/content-of.ts';
import { type AtWork, openSeat, openSeatOrWatch } from '../work/open-seat.ts';

/** The greatest number of characters shown of a sentence about a job. The sentence may quote the program. */
const mostWords = 400;

const creditsIn = (text: string | undefined): number | undefined => {
  if (text === undefined || /^\d+(?:\.\d+)?$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError('--credits must be a number.');
};

const typesOfNames: readonly (readonly [SandboxType, RegExp])[] = [
  ['javascript', /\.m?js$/i],
  ['python', /\.py$/i],
  ['wasm', /\.wa(?:sm|t)$/i],
];

/** Reads a program from a file. The type follows from the name of the file, unless `said` gives it. */
const programOf = async (path: string, said: SandboxType | undefined) => {
  const type = said ?? typesOfNames.find(([, ending]) => ending.test(path))?.[0];
  if (type === undefined) {
    throw new UsageError(`The name of ${path} does not tell its type. Give --type javascript, python or wasm.`);
  }
  if (type !== 'wasm') return { type, code: await readText(path) };
  if (/\.wat$/i.test(path)) return { type, code: await readText(path), codeEncoding: 'wat' as const };
  return { type, code: (await readFile(path)).toString('base64'), codeEncoding: 'base64' as const };
};

const jobRow = ({ id, type, status, submittedBy, createdAt, label }: JobSummary): string[] => [
  id,
  status,
  jobTypeWords(type),
  someone(submittedBy.agentId, submittedBy.agentName),
  createdAt,
  label === null ? '' : inQuotes(label, 200),
];

const tellOutput = ({ stream, text }: { stream: string; text: string }, terminal: Terminal): void => {
  if (stream === 'stdout') terminal.write(terminal.outputIsTerminal ? peerText(text) : text);
  else terminal.error((terminal.errorIsTerminal ? peerText(text) : text).replace(/\n$/, ''));
};

const tellEnd = (job: Job, terminal: Terminal): void => {
  if (job.truncated) terminal.note('The output was cut at the limit of the job.');
  for (const { path, written, error } of job.outputs) {
    const name = inQuotes(path);
    const why = inQuotes(error ?? 'no reason was given', mostWords);
    terminal.note(written ? `Kept ${name}.` : `Did not keep ${name}: ${why}`);
  }
  for (const warning of job.warnings) terminal.note(`Warning: ${inQuotes(warning, mostWords)}`);
  if (job.error) {
    const { message, reason } = job.error;
    terminal.error(line`Job ${job.id} ${job.status} (${reason}): ${inQuotes(message, mostWords)}`);
  }
};

/** Follows a job to its end. With `isQuiet` its output is not told. */
const untilEnd = async (
  { client, sessionId, call }: AtWork,
  jobId: string,
  { terminal, signal, isQuiet }: { terminal: Terminal; signal: AbortSignal; isQuiet: boolean },
): Promise<Job> => {
  const first = await call('getJob', { jobId, wait: 1 });
  if (first.status === 'pending' || first.status === 'running') {
    const place = first.queuePosition === null ? '' : line`, ${first.queuePosition} in the queue`;
    terminal.note(`${line`Job ${jobId} is ${first.status}`}${place} …`);
  }
  for await (const news of client.followJob({ sessionId, jobId, signal })) {
    if (news.kind === 'end') return news.job;
    if (isQuiet) continue;
    if (news.kind === 'progress') {
      const { fraction, message } = news.progress;
      terminal.note(`${line`${Math.round(fraction * 100)} %`}${message === null ? '' : ` ${inQuotes(message)}`}`);
    } else tellOutput(news, terminal);
  }
  throw new Error('The service did not say how the job ended.');
};

export const jobs = {
  run: command({
    summary: 'run a program in the sandbox of the service, and print what it prints',
    words: '<program> [argument …]',
    options: {
      type: choice('type', ['javascript', 'python', 'wasm'], ', where the name of the program does not tell'),
      files: {
        value: 'pattern',
        many: true,
        help: 'session files that it may read, such as data/*.csv; may be repeated',
      },
      outputs: { value: 'pattern', many: true, help: 'files that it writes and the session keeps; may be repeated' },
      stdin: { value: 'file', help: 'its standard input: a file of this machine, or -' },
      credits: { value: 'n', help: 'what this run may cost at most; 1 credit is 1 s of processor' },
      detach: { help: 'print the id of the job and do not wait' },
    },
    about: [
      'Further words are its arguments; those that begin with a hyphen stand after --. The exit code is 9 when the job does not complete.',
      'A session without a pool gets one of 1000 credits with its first program: pairspace pool.',
    ],
    examples: ['pairspace run count.py --files "data/*.csv" --outputs out.txt -- --verbose'],
    async run(run) {
      const { given, terminal, signal } = run;
      const [path = '', ...args] = run.words;
      const { files, outputs } = given;
      const { type, ...code } = await programOf(path, given.type);
      const stdin = await contentFrom(given.stdin, { what: 'the input', empty: true }, run);
      const cost = creditsIn(given.credits);
      const at = await openSeat(run, 'agent');
      const submit = () => at.call('submitJob', { type, input: { ...code, stdin, args, files, outputs }, cost });
      const submitted = await submit().catch(async (error: unknown) => {
        if (!(error instanceof ServiceError) || error.details?.['reason'] !== 'no_pool') throw error;
        await at.call('configurePool', {});
        return submit();
      });
      if (given.detach) {
        terminal.print(given.json ? jsonLine(submitted) : line`${submitted.id}`);
        terminal.note(line`  → look at it: pairspace job show ${submitted.id} --wait 50`);
        return exitCodes.done;
      }
      const job = await untilEnd(at, submitted.id, { terminal, signal, isQuiet: given.json === true });
      if (given.json) terminal.print(jsonLine(job));
      else tellEnd(job, terminal);
      return job.status === 'completed' ? exitCodes.done : exitCodes.jobFailed;
    },
  }),
  'job list': plain({
    summary: 'list the jobs of the session, the newest first',
    options: {
      status: choice('status', ['pending', 'running', 'completed', 'failed', 'cancelled'], ' ones alone'),
    },
    call: async (run) => (await openSeatOrWatch(run)).all('listJobs', { status: run.given.status }),
    show: (listed) => rowsOf(listed, jobRow),
    none: 'There are none. Run a program: pairspace run <program>',
  }),
  'job show': plain({
    summary: 'print what a job has printed; how it stands goes to standard error',
    words: '<job>',
    options: { wait: { value: 'n', whole: [0, 50], help: 'wait up to n seconds for its end, 0 to 50' } },
    about: ['The exit code is 9 when the job has ended and not completed, and 8 when it has not ended.'],
    examples: ['pairspace job show job_1kqz5vb8000r1s4v7y0c3e6g9jwt --wait 50'],
    async call(run) {
      const { call } = await openSeatOrWatch(run);
      return call('getJob', { jobId: run.words[0] ?? '', wait: run.given.wait });
    },
    show(job, { terminal }) {
      for (const row of inColumns([jobRow(job)])) terminal.note(row);
      for (const stream of ['stdout', 'stderr'] as const) {
        if (job[stream] !== '') tellOutput({ stream, text: job[stream] }, terminal);
      }
      tellEnd(job, terminal);
      return [];
    },
    exit({ status }) {
      if (status === 'pending' || status === 'running') return exitCodes.nothing;
      return status === 'completed' ? exitCodes.done : exitCodes.jobFailed;
    },
  }),
  'job cancel': plain({
    summary: 'cancel a job that has not ended',
    words: '<job>',
    call: async (run) => (await openSeat(run, 'agent')).call('cancelJob', { jobId: run.words[0] ?? '' }),
    show: ({ id, status }) => line`Job ${id} is ${status}.`,
  }),
  pool: plain({
    summary: 'show the credits of the session, or set them: what is left, and who used them',
    options: {
      credits: { value: 'n', help: 'set the pool of all agents to n credits; 1 credit is 1 s of processor' },
      shrink: { help: 'with --credits: n may be less than the pool has' },
    },
    examples: ['pairspace pool --credits 5000'],
    async call(run) {
      const { credits, shrink } = run.given;
      const totalCredits = creditsIn(credits);
      if (shrink && totalCredits === undefined) throw new UsageError('--shrink belongs to --credits.');
      const { call } = await openSeatOrWatch(run);
      const found = await call('getCompute', {});
      if (totalCredits === undefined) return found;
      const now = found.pool?.totalCredits ?? 0;
      if (totalCredits < now && !shrink) {
        throw new UsageError(`The pool has ${String(now)} credits, for all agents. To take some away, say --shrink.`);
      }
      await call('configurePool', { totalCredits });
      return call('getCompute', {});
    },
    show({ pool, queue, agentUsage }) {
      const rows = agentUsage.map((one) => [one.agentId, line`${one.credits} used, jobs so far: ${one.jobs}`]);
      return [
        pool
          ? line`${pool.remainingCredits} of ${pool.totalCredits} credits are left, ${pool.reservedCredits} are reserved (${pool.provider}).`
          : 'The session has no pool yet: the first pairspace run <program> makes one.',
        line`${queue.running} running, ${queue.pending} waiting.`,
        ...inColumns(rows).map((row) => `  ${row}`),
      ];
    },
  }),
};
