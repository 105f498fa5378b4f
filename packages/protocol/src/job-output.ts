import { z } from 'zod';
import { JobId, SessionId } from './ids.ts';

export const OutputStream = z
  .enum(['stdout', 'stderr'])
  .meta({ description: 'The stream of the program', examples: ['stdout'] });
export type OutputStream = z.output<typeof OutputStream>;

/** The number of code points, which the contract calls characters. */
export const countCharacters = (text: string): number => {
  let characters = text.length;
  for (let unit = 0; unit < text.length; unit++) {
    const isPair = (text.codePointAt(unit) ?? 0) > 0xffff;
    if (isPair) characters--;
    if (isPair) unit++;
  }
  return characters;
};

const Characters = z.int().nonnegative();

/** The position of a part of a job's output. */
export const outputPlace = {
  stream: OutputStream,
  since: Characters.meta({ description: 'How many characters of the stream are before the text', examples: [0] }),
};

/** The answer of `GET …/output` (LIVE-1). */
export const ReadOutput = z
  .object({
    jobId: JobId,
    ...outputPlace,
    next: Characters.meta({ description: 'The next `since`', examples: [12] }),
    text: z.string().meta({ description: 'The output from `since` on', examples: ['step 1 of 3\n'] }),
    ended: z.boolean().meta({ description: 'Whether nothing more will come', examples: [false] }),
  })
  .meta({ id: 'ReadOutput', description: 'A piece of what a job wrote' });

const frameHead = {
  id: JobId.meta({ description: 'The job' }),
  sessionId: SessionId,
  jobId: JobId.meta({ description: 'The same as `id`' }),
};

/** The data of a `job.output` frame (LIVE-2). */
export const JobOutputPiece = z
  .object({
    ...frameHead,
    ...outputPlace,
    text: z.string().meta({ description: 'At most the first 16 KB of what is new', examples: ['step 1 of 3\n'] }),
  })
  .meta({ id: 'JobOutputPiece', description: 'New output of a running job' });

const fraction = z
  .number()
  .min(0)
  .max(1)
  .meta({ description: 'How much is done, from 0 to 1', examples: [0.4] });

/** The progress of a job, as the job reports it (LIVE-5). */
export const JobProgress = z
  .object({
    fraction,
    message: z
      .string()
      .nullable()
      .meta({ description: 'The present step', examples: ['step 2 of 5'] }),
  })
  .meta({ id: 'JobProgress', description: 'How far a job is' });
export type JobProgress = z.output<typeof JobProgress>;

/** The data of a `job.progress` frame (LIVE-5). */
export const JobProgressPiece = z
  .object({ ...frameHead, ...JobProgress.shape })
  .meta({ id: 'JobProgressPiece', description: 'How far a job is now' });
