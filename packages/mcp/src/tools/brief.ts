import { word } from '@pairspace/protocol';
import { z } from 'zod';
import { seat } from '../arguments.ts';
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
    characters: z.int().min(500).max(15_000).optional().describe('At most; default 4,000'),
  }),
  readOnly: true,
  async run({ seat: handle, since, characters = usualCharacters }, { seating, signal }) {
    const place = await seating.find(handle);
    const { client, sessionId } = place;
    const [brief, you] = await Promise.all([
      client.getBrief({ sessionId, since, maxChars: characters }, { signal }),
      client.whoami({ sessionId }, { signal }),
    ]);
    const { text, seq, truncated } = brief;
    await seating.noteFetch?.(place, seq);
    return {
      pieces: [
        `You are \`${word(you.agentId)}\` (${word(you.role)})`,
        { by: 'brief by the service, quoting peers', text: text.trimEnd() },
      ],
      call: `pairspace_brief characters ${word(characters)}`,
      next: truncated
        ? 'Cut in places. Next: pairspace_inbox shows all that concerns you; pairspace_brief with more characters, or pairspace_read, shows more.'
        : `Next: pairspace_done ${word(seq)}`,
    };
  },
});
