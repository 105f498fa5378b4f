import { countCharacters, type Endpoints, type OutputStream, type ResultOf } from '@pairspace/protocol';
import type { Queries } from '../storage/storage.ts';
import { countOutput, listParts } from './output-store.ts';
import { type JobKey, readJob } from './job-store.ts';
import { hasEnded } from './states.ts';

/** The greatest number of characters in one answer; the next answer has the rest. */
const mostCharacters = 65_536;

/** The output of a job so far, from a character on; after the job's end, the output in its record (LIVE-1). */
export const readOutput = async (
  db: Queries,
  key: JobKey,
  { stream, since = 0 }: { stream: OutputStream; since?: number | undefined },
): Promise<ResultOf<Endpoints['readJobOutput']>> => {
  const parts = await listParts(db, key, { stream, since });
  const [first] = parts;
  // Output that was restarted may end before `since`.
  const beginOfParts = first ? first.since : Math.min(since, await countOutput(db, key, stream));
  // The job is read after the parts, because the transaction that ends the job deletes the parts.
  const job = await readJob(db, key);
  const isOver = hasEnded(job.summary.status);
  const text = isOver ? job[stream] : parts.map((part) => part.text).join('');
  const begin = isOver ? 0 : beginOfParts;
  const length = countCharacters(text);
  const from = Math.min(since - begin, length);
  const to = Math.min(from + mostCharacters, length);
  return {
    jobId: key.id,
    stream,
    since: begin + from,
    next: begin + to,
    text: sliceCharacters(text, { from, to, length }),
    ended: isOver && to === length,
  };
};

/** If each character is one UTF-16 unit, as in nearly all output, the text is sliced directly. */
const sliceCharacters = (text: string, { from, to, length }: { from: number; to: number; length: number }): string => {
  if (text.length === length) return text.slice(from, to);
  let unit = 0;
  let begin = 0;
  for (let place = 0; place < to; place++) {
    if (place === from) begin = unit;
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  }
  return from >= to ? '' : text.slice(begin, unit);
};
