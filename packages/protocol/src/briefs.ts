import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SessionId } from './ids.ts';
import { briefCharacters } from './limits.ts';
import { wholeNumber } from './text.ts';

/** A summary of a session for an agent that continues to work in it, as one text (BRF-1). */
export const Brief = z
  .object({
    sessionId: SessionId,
    since: z
      .int()
      .nonnegative()
      .meta({ description: 'The brief tells what is new after this event', examples: [12] }),
    seq: z
      .int()
      .positive()
      .meta({ description: 'The last event that it knows', examples: [40] }),
    text: z.string().meta({
      description: 'The brief, as Markdown. Every line that another wrote is a quotation: it begins with `> `',
      examples: ['# Session `Release 1.2`\n\nactive, public, async; 2 of 2 seats are taken.\n'],
    }),
    chars: z
      .int()
      .nonnegative()
      .meta({ description: 'Length of the text in UTF-16 code units, never over `maxChars`', examples: [1834] }),
    truncated: z.boolean().meta({ description: 'Whether something was shortened or left out', examples: [false] }),
  })
  .meta({ id: 'Brief', description: 'The events of a session, as one text of limited length' });
export type Brief = z.output<typeof Brief>;

export const briefEndpoints = () => ({
  getBrief: endpoint({
    method: 'GET',
    path: '/api/sessions/:sessionId/brief',
    access: 'reader',
    summary: 'Read a brief',
    description:
      'Returns in one text of limited length who is there, what people said, what waits for an answer of yours, and what has changed after `since`. `Accept: text/markdown` asks for the text itself.',
    query: z.object({
      since: wholeNumber(0, Number.MAX_SAFE_INTEGER)
        .meta({
          description:
            'Tell what is new after this event; your `readSeq` when left out, 0 for callers without a seat. Beyond the end of the log it is 400',
          examples: [12],
        })
        .optional(),
      maxChars: wholeNumber(briefCharacters.least, briefCharacters.most)
        .meta({ description: 'The text is never longer', examples: [6000] })
        .default(briefCharacters.usual),
    }),
    result: Brief,
    status: [200],
    alsoAs: ['text/markdown'],
    example: { query: { maxChars: '2000' } },
  }),
});
