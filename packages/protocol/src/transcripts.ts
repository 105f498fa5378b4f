import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SessionId } from './ids.ts';
import { Timestamp } from './text.ts';

export const TranscriptFormat = z
  .enum(['text', 'markdown', 'html'])
  .meta({ description: '`text` has one event a line; `markdown` and `html` are for people' });
export type TranscriptFormat = z.output<typeof TranscriptFormat>;

/** Values of `Accept` that ask for the text itself (TRN-1). */
export const transcriptTypes = {
  text: 'text/plain',
  markdown: 'text/markdown',
  html: 'text/html',
} as const satisfies Record<TranscriptFormat, string>;

export const Transcript = z
  .object({
    sessionId: SessionId,
    format: TranscriptFormat,
    content: z.string().meta({
      description: 'The transcript itself',
      examples: ['1 2026-11-02T09:30:00.000Z session.created agent:ada "Ada" created the session\n'],
    }),
    seq: z
      .int()
      .positive()
      .meta({ description: 'The last event in it', examples: [4] }),
    generatedAt: Timestamp.meta({ description: 'When it was made' }),
    stale: z.boolean().meta({ description: 'Whether the session has moved on since', examples: [false] }),
    messageCount: z
      .int()
      .nonnegative()
      .meta({ description: 'How many messages it holds', examples: [1] }),
  })
  .meta({ id: 'Transcript', description: 'The log of a session as text' });
export type Transcript = z.output<typeof Transcript>;

const path = '/api/sessions/:sessionId/transcript';
const query = z.object({
  format: TranscriptFormat.meta({
    description: 'The format: `text`, `markdown` or `html`; by default that of `Accept`, otherwise `text`',
  }).optional(),
});
const alsoAs = Object.values(transcriptTypes);

export const transcriptEndpoints = () => ({
  getTranscript: endpoint({
    method: 'GET',
    path,
    access: 'reader',
    summary: 'Read the transcript',
    description:
      'Returns the transcript as it was last made, or makes it if it never was. `Accept` for a format asks for the text itself.',
    query,
    result: Transcript,
    status: [200],
    alsoAs,
    example: { query: { format: 'markdown' } },
  }),
  makeTranscript: endpoint({
    method: 'POST',
    path,
    access: 'agent',
    summary: 'Make the transcript anew',
    description: 'Makes the transcript anew, up to the present end of the log, of a completed session too.',
    query,
    result: Transcript,
    status: [200],
    alsoAs,
  }),
});
