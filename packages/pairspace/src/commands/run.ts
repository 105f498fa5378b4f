import { type Client, ServiceError } from '@pairspace/client';
import { inQuotes, type Job, type JobProgress } from '@pairspace/protocol';
import { command, type CommandEnvironment } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { creditsIn, oneOf } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { contentOf } from '../work/content-of.ts';
import { programOf } from '../work/program-of.ts';
import { tellEnd, tellOutput } from '../work/tell-job.ts';
import { openSeat } from '../work/open-seat.ts';

export const run = command({
  summary: 'run a program in the sandbox of the service, and print what it prints',
  words: '<program> [argument …]',
  wordCount: [1, Infinity],
  options: {
    type: { value: 'type', help: 'javascript, python or wasm, where the name of the program does not tell' },
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
  async run(around) {
    const { given, terminal, signal } = around;
    const [path = '', ...args] = around.words;
    const program = await programOf(path, oneOf('--type', given.type, ['javascript', 'python', 'wasm']));
    const { type, ...code } = program;
    const stdin = given.stdin === undefined ? undefined : await inputFrom(given.stdin, terminal);
    const cost = creditsIn(given.credits);
    const { client, sessionId } = await openSeat(around, 'agent');
    const input = { ...code, stdin, args, files: given.files, outputs: given.outputs };
    const submitted = await submit(client, { sessionId, type, input, cost }, signal);
    if (given.detach) {
      terminal.print(given.json ? jsonLine(submitted) : line`${submitted.id}`);
      terminal.note(line`  → look at it: pairspace job show ${submitted.id} --wait 50`);
      return exitCodes.done;
    }
    const job = await untilEnd({ client, sessionId, jobId: submitted.id }, { terminal, signal }, given.json === true);
    if (given.json) terminal.print(jsonLine(job));
    else tellEnd(job, terminal);
    return job.status === 'completed' ? exitCodes.done : exitCodes.jobFailed;
  },
});

/** Submits a job. A session without a pool gets the default one first. */
const submit = async (client: Client, job: Parameters<Client['submitJob']>[0], signal: AbortSignal): Promise<Job> => {
  try {
    return await client.submitJob(job, { signal });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details?.['reason'] !== 'no_pool') throw error;
    await client.configurePool({ sessionId: job.sessionId }, { signal });
    return client.submitJob(job, { signal });
  }
};

const inputFrom = (file: string, terminal: CommandEnvironment['terminal']): Promise<string> =>
  contentOf({ word: '-', file: file === '-' ? undefined : file, what: 'the input', empty: true }, { terminal });

interface Submitted {
  client: Client;
  sessionId: string;
  jobId: string;
}

const untilEnd = async (
  { client, sessionId, jobId }: Submitted,
  { terminal, signal }: Pick<CommandEnvironment, 'terminal' | 'signal'>,
  isQuiet: boolean,
): Promise<Job> => {
  const first = await client.getJob({ sessionId, jobId, wait: 1 }, { signal });
  if (first.status === 'pending' || first.status === 'running') {
    const place = first.queuePosition === null ? '' : line`, ${first.queuePosition} in the queue`;
    terminal.note(`${line`Job ${jobId} is ${first.status}`}${place} …`);
  }
  for await (const news of client.followJob({ sessionId, jobId, signal })) {
    if (news.kind === 'end') return news.job;
    if (isQuiet) continue;
    if (news.kind === 'progress') tellProgress(news.progress, terminal);
    else tellOutput(news, terminal);
  }
  throw new Error('The service did not say how the job ended.');
};

type Terminal = CommandEnvironment['terminal'];

const tellProgress = ({ fraction, message }: JobProgress, terminal: Terminal): void => {
  terminal.note(`${line`${Math.round(fraction * 100)} %`}${message === null ? '' : ` ${inQuotes(message)}`}`);
};
