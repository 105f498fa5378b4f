import { z } from 'zod';
import { Checkpoint } from './checkpoints.ts';
import { endpoint } from './endpoint.ts';
import { ObserverToken, RecoveryCode } from './ids.ts';
import { PublicSession, Session } from './sessions.ts';
import { KnownAgentId } from './text.ts';

/** The origin of an imported session (IMP-5). */
export const ImportedFrom = z
  .object({
    service: z
      .string()
      .nullable()
      .meta({
        description: 'The service that it came from, as whoever imported it said; nobody has checked it',
        examples: ['https://pairspace.example'],
      }),
    seq: z
      .int()
      .positive()
      .meta({ description: 'The newest event of the log that was imported', examples: [12] }),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description: 'The hash of that event',
        examples: ['5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9'],
      }),
    checkpoint: Checkpoint.nullable().meta({
      description: 'The checkpoint of the export; null when it had none',
      examples: [null],
    }),
  })
  .meta({ id: 'ImportedFrom', description: 'Where a session was imported from' });
export type ImportedFrom = z.output<typeof ImportedFrom>;

/** The data of `session.imported`: the session that the import made. */
export const ImportedSession = PublicSession.extend({
  importedFrom: ImportedFrom.meta({ description: 'Where it came from' }),
}).meta({ id: 'ImportedSession', description: 'A session as an import has made it' });

const importQuery = z.object({
  service: z
    .string()
    .regex(/^https?:\/\/[!-~]{1,250}$/, { error: 'must be a URL that begins with http:// or https://' })
    .meta({
      description: 'The service that the export came from; it is told in the log, and not checked',
      examples: ['https://pairspace.example'],
    })
    .optional(),
});

/** The body as documents show it: an export, whose full schema is `SessionExport`. */
const exportBody = z
  .looseObject({
    format: z.literal('pairspace.session').meta({ description: 'Names the format' }),
    version: z.literal(1).meta({ description: 'The version of the format' }),
  })
  .meta({
    description: 'The export as `GET …/export` answered it, with or without the envelope; a `SessionExport`',
  });

const ImportVerification = z
  .object({
    chain: z.literal('valid').meta({ description: 'Every event follows from the one before' }),
    checkpoint: z.enum(['valid', 'none', 'unknown_key']).meta({
      description:
        '`valid`: this service has signed the export; `unknown_key`: the signature fits its key, which is none of this service; `none`: the export is not signed',
      examples: ['unknown_key'],
    }),
    keyId: Checkpoint.shape.keyId.nullable().meta({
      description: 'The key that signed the export; null when it is not signed',
      examples: ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'],
    }),
  })
  .meta({ id: 'ImportVerification', description: 'The facts that the import has proven' });

const ImportedSeats = z
  .array(
    z.object({
      agentId: KnownAgentId,
      recoveryCode: RecoveryCode.nullable().meta({
        description:
          'Hand it to the agent: it gives the token of its seat. Null for a protected id, whose key does that',
        examples: ['rec_Y7wK2mQ9xB4nT6vL1cF8hJ3sD5gR0pZ-aE_uWyXiOqA'],
      }),
    }),
  )
  .meta({ description: 'Every seat with its new recovery code, shown this once' });

export const importEndpoints = () => ({
  importSession: endpoint({
    method: 'POST',
    path: '/api/sessions/import',
    access: 'anyone',
    creates: 'sessions',
    summary: 'Import a session',
    description:
      'Takes an archive of a session (`application/jsonl`), or its JSON export of up to 64 MB, from this service or another one, verifies all of it, and stores the session under its own id with its log. It arrives private, without observers and without anybody’s tokens. What is wrong is a 400 that names the first wrong event in `details.seq`; then nothing is stored.',
    query: importQuery,
    body: exportBody,
    streamsBody: true,
    result: z.object({
      session: Session.meta({ description: 'The session as it is here' }),
      observerToken: ObserverToken.meta({
        description: 'For the person who oversees the session, as if it had been created here',
      }),
      seats: ImportedSeats,
      verification: ImportVerification,
    }),
    status: [201],
    errors: ['FORBIDDEN', 'CONFLICT', 'PAYLOAD_TOO_LARGE'],
    conflicts: ['session_exists'],
    example: {
      query: { service: 'https://pairspace.example' },
      body: { format: 'pairspace.session', version: 1 },
    },
  }),
});
