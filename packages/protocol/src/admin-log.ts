import { z } from 'zod';
import { Actor } from './actor.ts';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';
import { Timestamp, wholeNumber } from './text.ts';

/** The text whose SHA-256 takes the place of the previous hash for the first entry (ADM-4). */
export const adminLogStart = 'pairspace admin log';

export const AdminEntry = z
  .object({
    seq: z
      .int()
      .positive()
      .meta({ description: 'Counts the entries from 1', examples: [1] }),
    at: Timestamp.meta({ description: 'When it was done' }),
    actor: Actor.meta({ description: 'The operator, or the agent that changed its key' }),
    action: z.string().meta({ description: 'The act, by the name of its endpoint', examples: ['revokeCreateKey'] }),
    target: z.string().meta({
      description: 'The path of the request',
      examples: ['/api/create-keys/key_1kqz5vb8000p7r4t9y2b6d3g5kwn'],
    }),
    details: z.record(z.string(), z.unknown()).meta({
      description: 'Some values of the request, and the id of what it made',
      examples: [{ everything: 'true' }],
    }),
    hash: z.string().meta({
      description: 'SHA-256 of the hash before, a line feed, and the entry without `hash` as canonical JSON (RFC 8785)',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
  })
  .meta({ id: 'AdminEntry', description: 'An entry of the log of the administration' });
export type AdminEntry = z.output<typeof AdminEntry>;

export const adminLogEndpoints = () => ({
  listAdminLog: endpoint({
    method: 'GET',
    path: '/api/admin/log',
    access: 'operator',
    untold: true,
    summary: 'Read the log of the administration',
    description: 'What was done with the operator’s token and with keys, oldest first. Reading it is no entry.',
    query: z.object({
      since: wholeNumber(0, Number.MAX_SAFE_INTEGER)
        .meta({ description: 'Only entries after this `seq`; `nextCursor` is the next one', examples: [0] })
        .default(0),
      limit: pageQuery.limit,
    }),
    result: pageOf(AdminEntry),
    status: [200],
  }),
});
