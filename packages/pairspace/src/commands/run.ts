import type { Client } from '@pairspace/client';
import type { Job, JobProgress } from '@pairspace/protocol';
import { command, type Surroundings } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { oneOf } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line, peerText } from '../terminal/peer-text.ts';
import { UsageError } from '../usage-error.ts';
import { contentOf } from '../work/content-of.ts';
import { programOf } from '../work/program-of.ts';
import { sitDown } from '../work/sit-down.ts';

export const run = command({
  summary: 'run a program in the sandbox of the service, and print what it prints',
  words: '<program>',
  wordCount: [1, 1],
  options: {
    type: { value: 'type', help: 'javascript, python or wasm, where the name of the program does not tell' },
    files: {
      value: 'pattern',
      many: true,
      help: 'session files that it may read, such as data/*.csv; may be repeated',
    },
    outputs: { value: 'pattern', many: true, help: 'files that it writes and the session keeps; may be repeated' },
    stdin: { value: 'file', help: 'its standard input: a file of this machine, or -' },
    credits: { value: 'n', help: 'give the session a budget of n credits first (1 credit: 1 s of processor)' },
    detach: { help: 'print the id of the job and do not wait' },
  },
  about: ['Words after -- are its arguments. The exit code is 9 when the job does not complete.'],
  examples: ['pairspace run count.py --files "data/*.csv" --outputs out.txt -- --verbose'],
  async run({ given, words, rest, terminal, signal, ...others }) {
    const program = await programOf(words[0] ?? '', oneOf('--type', given.type, ['javascript', 'python', 'wasm']));
    const { type, ...code } = program;
    const stdin = given.stdin === undefined ? undefined : await inputFrom(given.stdin, terminal);
    const credits = creditsIn(given.credits);
    const { client, sessionId } = await sitDown({ given, words, rest, terminal, signal, ...others }, 'agent');
    if (credits !== undefined) await client.configurePool({ sessionId, totalCredits: credits }, { signal });
    const input = { ...code, stdin, args: [...rest], files: given.files, outputs: given.outputs };
    const submitted = await client.submitJob({ sessionId, type, input }, { signal });
    if (given.detach) {
      terminal.print(given.json ? jsonLine(submitted) : line`${submitted.id}`);
      return exitCodes.done;
    }
    const job = await untilEnd({ client, sessionId, jobId: submitted.id }, { terminal, signal }, given.json === true);
    if (given.json) terminal.print(jsonLine(job));
    else tellEnd(job, terminal);
    return job.status === 'completed' ? exitCodes.done : exitCodes.jobFailed;
  },
});

const inputFrom = (file: string, terminal: Surroundings['terminal']): Promise<string> =>
  contentOf({ word: '-', file: file === '-' ? undefined : file, what: 'the input' }, { terminal });

const creditsIn = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new UsageError('--credits must be a number.');
};

interface Submitted {
  client: Client;
  sessionId: string;
  jobId: string;
}

const untilEnd = async (
  { client, sessionId, jobId }: Submitted,
  { terminal, signal }: Pick<Surroundings, 'terminal' | 'signal'>,
  isQuiet: boolean,
): Promise<Job> => {
  const first = await client.getJob({ sessionId, jobId, wait: 1 }, { signal });
  if (first.status === 'pending' || first.status === 'running') {
    const place = first.queuePosition === null ? '' : `, ${String(first.queuePosition)} in the queue`;
    terminal.note(line`Job ${jobId} is ${first.status}${place} …`);
  }
  for await (const news of client.followJob({ sessionId, jobId, signal })) {
    if (news.kind === 'end') return news.job;
    if (isQuiet) continue;
    if (news.kind === 'progress') tellProgress(news.progress, terminal);
    else tellOutput(news, terminal);
  }
  throw new Error('The service did not say how the job ended.');
};

type Terminal = Surroundings['terminal'];

const tellOutput = ({ stream, text }: { stream: string; text: string }, terminal: Terminal): void => {
  if (stream === 'stdout') terminal.write(terminal.outputIsTerminal ? peerText(text) : text);
  else terminal.note((terminal.errorIsTerminal ? peerText(text) : text).replace(/\n$/, ''));
};

const tellProgress = ({ fraction, message }: JobProgress, terminal: Terminal): void => {
  terminal.note(line`${Math.round(fraction * 100)} %${message === null ? '' : ` ${message}`}`);
};

const tellEnd = (job: Job, terminal: Terminal): void => {
  if (job.truncated) terminal.note('The output was cut at the limit of the job.');
  for (const { path, written, error } of job.outputs) {
    terminal.note(written ? line`Kept ${path}.` : line`Did not keep ${path}: ${error ?? 'no reason was given'}`);
  }
  for (const warning of job.warnings) terminal.note(line`${warning}`);
  if (job.error) terminal.note(line`Job ${job.id} ${job.status}: ${job.error.message} (${job.error.reason})`);
};
