import { inQuotes, type SearchHit, SearchKind, word } from '@pairspace/protocol';
import { z } from 'zod';
import { limit, offset, seat } from '../arguments.ts';
import { warningPieces } from '../tell-warnings.ts';
import { tool } from '../tool.ts';

/** The number of lines that always fit into an answer. */
const mostListed = 25;

export const search = tool({
  name: 'pairspace_search',
  title: 'Search',
  description: 'Find entries by their words: word, "a phrase", prefix*, -not.',
  input: z.object({
    seat,
    query: z.string(),
    kind: SearchKind.optional(),
    limit: limit.describe('Default 10'),
    offset,
  }),
  readOnly: true,
  async run({ seat: handle, query, kind, limit: most = 10, offset: from }, { seating, signal }) {
    const { client, sessionId } = await seating.find(handle);
    const { items, partial, nextCursor, warnings } = await client.searchSession(
      { sessionId, q: query, kind, limit: Math.min(most, mostListed), cursor: from },
      { signal },
    );
    const call = 'pairspace_search with this query';
    if (items.length === 0) return { pieces: ['nothing was found', ...warningPieces(warnings)], call };
    const more =
      nextCursor === null ? 'say more words' : `pairspace_search with this query, offset ${word(nextCursor)}`;
    return {
      pieces: [{ by: 'found entries', text: items.map(lineOf).join('\n') }, ...warningPieces(warnings)],
      call,
      next: partial || nextCursor !== null ? `There is more: ${more}` : undefined,
    };
  },
});

const lineOf = ({ kind, id, seq, title, snippet, author }: SearchHit): string =>
  [
    `${word(kind)} ${word(id)}, #${word(seq)}, by ${word(author.id)}`,
    ...(title === null ? [] : [inQuotes(title, 200)]),
    inQuotes(snippet.text, 240),
  ].join(': ');
