import { z } from 'zod';
import { Actor } from './actor.ts';
import { endpoint } from './endpoint.ts';
import { SessionId } from './ids.ts';
import { instant } from './instant.ts';
import { pageOf, pageQuery } from './page.ts';
import { Timestamp } from './text.ts';
import { Warned } from './warnings.ts';

/** The kinds of entries that a search finds. */
export const SearchKind = z
  .enum(['message', 'note', 'file', 'task', 'job', 'ask'])
  .meta({ description: 'The kind of the entry', examples: ['note'] });
export type SearchKind = z.output<typeof SearchKind>;

/** The bounds of a query (SRCH-2). */
export const searchLimits = { queryUnits: 200, snippetUnits: 240, terms: 20 } as const;

const noNul = /^[^\0]*$/;

const query = {
  q: z
    .string()
    .min(1)
    .max(searchLimits.queryUnits)
    .regex(noNul, { error: 'must have no NUL' })
    .meta({
      description:
        'Up to 20 terms, all of which an entry must have: a word, `"a phrase"`, `prefix*`, or `-not` for what it must not have. Case and diacritics make no difference. Signs alone are left out.',
      examples: ['"leap seconds" pars* -draft'],
    }),
  kind: SearchKind.meta({ description: 'Only entries of this kind', examples: ['note'] }).optional(),
  author: z
    .string()
    .min(1)
    .max(128)
    .regex(noNul, { error: 'must have no NUL' })
    .meta({ description: 'Only entries of this agent, or of the observer with this id', examples: ['ada'] })
    .optional(),
  since: instant()
    .meta({
      description: 'Only entries of this time or later: an instant with its offset, or a date (its midnight, UTC)',
      examples: ['2026-11-01T00:00:00Z'],
    })
    .optional(),
  before: instant()
    .meta({ description: 'Only entries from before this time', examples: ['2026-12-01'] })
    .optional(),
  ...pageQuery,
};

const mark = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);

export const SearchHit = z
  .object({
    sessionId: SessionId,
    sessionName: z.string().meta({ description: 'The name of the session', examples: ['Date parser'] }),
    kind: SearchKind,
    id: z.string().meta({ description: 'The id of the entry', examples: ['note_01JF3Z8Q6V8K2M4N6P8R0T2W4Y'] }),
    seq: z
      .int()
      .positive()
      .meta({ description: 'The event of its newest change', examples: [12] }),
    title: z
      .string()
      .nullable()
      .meta({ description: 'The title, or the path of a file; null for a message', examples: ['Plan'] }),
    snippet: z
      .object({
        text: z.string().meta({ description: 'A part of the entry', examples: ['Leap seconds are out of scope.'] }),
        marks: z.array(mark).meta({
          description: 'The words in it that the query named, as the begin and the end in UTF-16 units',
          examples: [[[0, 4]]],
        }),
      })
      .meta({ description: 'The place of a match' }),
    author: Actor.meta({ description: 'The author of the newest version' }),
    at: Timestamp.meta({ description: 'When it was written' }),
  })
  .meta({ id: 'SearchHit', description: 'An entry that a search has found' });
export type SearchHit = z.output<typeof SearchHit>;

const SearchPage = pageOf(SearchHit).extend({
  indexedSeq: z
    .int()
    .nonnegative()
    .nullable()
    .meta({ description: 'The event up to which the session is indexed; null for several sessions', examples: [12] }),
  partial: z.boolean().meta({
    description: 'True when the time of the search was over before all entries were looked at',
    examples: [false],
  }),
  ...Warned.shape,
});

const searched = {
  method: 'GET',
  result: SearchPage,
  status: [200],
  example: { query: { q: '"leap seconds" pars* -draft' } },
} as const;

export const searchEndpoints = () => ({
  searchSession: endpoint({
    ...searched,
    path: '/api/sessions/:sessionId/search',
    access: 'reader',
    summary: 'Search a session',
    description:
      'Finds messages, notes, files, tasks, jobs and asks by their words. Entries with a term in title or path come first, then the newest.',
    query: z.object(query),
  }),
  search: endpoint({
    ...searched,
    path: '/api/search',
    access: 'anyone',
    summary: 'Search public sessions',
    description: 'Finds entries of all public sessions by their words, in the same order.',
    query: z.object(query),
  }),
  searchMySessions: endpoint({
    ...searched,
    path: '/api/me/search',
    access: 'agentKey',
    summary: 'Search your sessions',
    description: 'Finds entries of all sessions in which you have a seat, private ones too, in the same order.',
    query: z.object(query),
  }),
});
