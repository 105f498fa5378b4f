import { word } from '@pairspace/protocol';
import { z } from 'zod';
import { seat } from '../arguments.ts';
import { Envelope } from '../envelope.ts';
import { tool } from '../tool.ts';

const usualCharacters = 4000;

export const brief = tool({
  name: 'pairspace_brief',
  title: 'Catch up',
  description:
    'What is new in the session in short: who is there, what waits for you, notes, files, jobs, the newest talk.',
  input: z.object({
    seat,
    since: z.int().min(0).optional().describe('Omit for: since you last read'),
    characters: z.int().min(500).max(16_000).optional().describe('At most; default 4,000'),
  }),
  readOnly: true,
  async run({ seat: handle, since, characters = usualCharacters }, { seating, signal }) {
    const place = await seating.find(handle);
    const { client, sessionId } = place;
    const { text, seq } = await client.getBrief({ sessionId, since, maxChars: characters }, { signal });
    await seating.noteFetch?.(place, seq);
    const fenced = new Envelope().enclose('brief by the service, quoting peers', text.trimEnd());
    return `${fenced}\nNext: pairspace_done ${word(seq)}`;
  },
});
