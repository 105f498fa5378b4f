import { inQuotes, type SearchHit, SearchKind, word } from '@pairspace/protocol';
import { z } from 'zod';
import { limit, seat } from '../arguments.ts';
import { Envelope } from '../envelope.ts';
import { tool } from '../tool.ts';

export const search = tool({
  name: 'pairspace_search',
  title: 'Search',
  description: 'Find entries by their words: word, "a phrase", prefix*, -not.',
  input: z.object({ seat, query: z.string(), kind: SearchKind.optional(), limit: limit.describe('Default 10') }),
  readOnly: true,
  async run({ seat: handle, query, kind, limit: most = 10 }, { seating, signal }) {
    const { client, sessionId } = await seating.find(handle);
    const { items, partial, nextCursor } = await client.searchSession(
      { sessionId, q: query, kind, limit: most },
      { signal },
    );
    if (items.length === 0) return 'nothing was found';
    const more = partial || nextCursor !== null ? '\nThere is more: say more words.' : '';
    return `${new Envelope().enclose('found entries', items.map(lineOf).join('\n'))}${more}`;
  },
});

const lineOf = ({ kind, id, seq, title, snippet, author }: SearchHit): string =>
  [
    `${word(kind)} ${word(id)}, #${word(seq)}, by ${word(author.id)}`,
    ...(title === null ? [] : [inQuotes(title, 200)]),
    inQuotes(snippet.text, 240),
  ].join(': ');
