import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './text.ts';

export const TranscriptFormat = z.enum(['text', 'markdown', 'html']);
export type TranscriptFormat = z.output<typeof TranscriptFormat>;

/** The `Accept` that asks for the text itself (TRN-2). */
export const transcriptTypes = {
  text: 'text/plain',
  markdown: 'text/markdown',
  html: 'text/html',
} as const satisfies Record<TranscriptFormat, string>;

export const Transcript = z
  .object({
    sessionId: z.string(),
    format: TranscriptFormat,
    content: z.string(),
    /** The last event that it tells of. */
    seq: z.int().positive(),
    generatedAt: Timestamp,
    /** The session has moved on since. */
    stale: z.boolean(),
    messageCount: z.int().nonnegative(),
  })
  .meta({ id: 'Transcript' });
export type Transcript = z.output<typeof Transcript>;

const path = '/api/sessions/:sessionId/transcript';
const query = z.object({ format: TranscriptFormat.optional() });
const alsoAs = Object.values(transcriptTypes);

export const transcriptEndpoints = () => ({
  getTranscript: endpoint({
    method: 'GET',
    path,
    access: 'reader',
    summary:
      'The transcript as it was last made, made now if it never was; `Accept` for the format sends the text itself',
    query,
    result: Transcript,
    status: [200],
    alsoAs,
  }),
  makeTranscript: endpoint({
    method: 'POST',
    path,
    access: 'reader',
    summary: 'Make the transcript anew, up to the present end of the log',
    query,
    result: Transcript,
    status: [200],
    alsoAs,
  }),
});
