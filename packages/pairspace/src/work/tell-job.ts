import { inQuotes, type Job, type JobSummary, jobTypeWords, someone } from '@pairspace/protocol';
import { line, peerText } from '../terminal/peer-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The greatest number of characters shown of a sentence about a job. The sentence may quote the program. */
const mostWords = 400;

/** Writes a piece of a program's output to the stream of the same name. */
export const tellOutput = ({ stream, text }: { stream: string; text: string }, terminal: Terminal): void => {
  if (stream === 'stdout') terminal.write(terminal.outputIsTerminal ? peerText(text) : text);
  else terminal.error((terminal.errorIsTerminal ? peerText(text) : text).replace(/\n$/, ''));
};

/** Says how a job ended, and which of its output files were kept. */
export const tellEnd = (job: Job, terminal: Terminal): void => {
  if (job.truncated) terminal.note('The output was cut at the limit of the job.');
  for (const { path, written, error } of job.outputs) {
    const name = inQuotes(path);
    terminal.note(
      written ? `Kept ${name}.` : `Did not keep ${name}: ${inQuotes(error ?? 'no reason was given', mostWords)}`,
    );
  }
  for (const warning of job.warnings) terminal.note(`Warning: ${inQuotes(warning, mostWords)}`);
  if (job.error) {
    const { message, reason } = job.error;
    terminal.error(line`Job ${job.id} ${job.status} (${reason}): ${inQuotes(message, mostWords)}`);
  }
};

/** A job on one line of a list. */
export const jobRow = ({ id, type, status, submittedBy, createdAt, label }: JobSummary): string[] => [
  id,
  status,
  jobTypeWords(type),
  someone(submittedBy.agentId, submittedBy.agentName),
  createdAt,
  label === null ? '' : inQuotes(label, 200),
];
