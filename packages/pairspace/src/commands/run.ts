import type { Client } from '@pairspace/client';
import { type Job, maxWaitSeconds } from '@pairspace/protocol';
import { command, type Surroundings } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { oneOf } from '../parse-command-line.ts';
import { peerText } from '../terminal/peer-text.ts';
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
      terminal.print(given.json ? JSON.stringify(submitted) : submitted.id);
      return exitCodes.done;
    }
    const job = await untilEnd({ client, sessionId, jobId: submitted.id }, { terminal, signal });
    if (given.json) terminal.print(JSON.stringify(job));
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
): Promise<Job> => {
  let told = '';
  for (;;) {
    const job = await client.getJob({ sessionId, jobId, wait: told === '' ? 1 : maxWaitSeconds }, { signal });
    if (job.status !== 'pending' && job.status !== 'running') return job;
    const place = job.queuePosition === null ? '' : `, ${String(job.queuePosition)} in the queue`;
    const state = `${job.status}${place}`;
    if (state !== told) terminal.note(`Job ${jobId} is ${state} …`);
    told = state;
  }
};

const tellEnd = (job: Job, terminal: Surroundings['terminal']): void => {
  const shown = (text: string) => (terminal.outputIsTerminal ? peerText(text) : text);
  terminal.write(shown(job.stdout));
  if (job.stderr !== '') terminal.note(shown(job.stderr).replace(/\n$/, ''));
  if (job.truncated) terminal.note('The output was cut at the limit of the job.');
  for (const { path, written, error } of job.outputs) {
    terminal.note(written ? `Kept ${path}.` : `Did not keep ${path}: ${error ?? 'no reason was given'}`);
  }
  if (job.error) terminal.note(`Job ${job.id} ${job.status}: ${job.error.message} (${job.error.reason})`);
};
