import { z } from 'zod';
import { Checkpoint } from './checkpoints.ts';
import { endpoint } from './endpoint.ts';
import { Event } from './events.ts';
import { Manifest } from './manifests.ts';
import { exportedParts } from './session-parts.ts';
import { PublicSession, Seat } from './sessions.ts';
import { Timestamp } from './text.ts';

const anything = z.record(z.string(), z.unknown());

/** A whole session as it was at one moment (EXP-1). */
export const SessionExport = z
  .object({
    format: z.literal('pairspace.session').meta({ description: 'Names the format' }),
    version: z.literal(1).meta({ description: 'The version of the format' }),
    exportedAt: Timestamp.meta({ description: 'When the export was made' }),
    seq: z
      .int()
      .positive()
      .meta({
        description: 'The end of the log; everything in the export is as it was then',
        examples: [4],
      }),
    session: PublicSession,
    agents: z.array(Seat).meta({ description: 'Every agent with a seat' }),
    ...exportedParts,
    events: z.array(Event).meta({ description: 'The whole log, oldest first' }),
    checkpoint: Checkpoint.meta({ description: 'The newest event, signed' }),
    manifest: Manifest.meta({ description: 'The signed hashes of all other members but `events`' }),
  })
  .meta({
    id: 'SessionExport',
    title: 'Pairspace session export, version 1',
    description: 'A whole session as it was at one moment',
  });
export type SessionExport = z.output<typeof SessionExport>;

const makeSchema = () => z.toJSONSchema(SessionExport);
let schema: ReturnType<typeof makeSchema> | undefined;

/** The JSON Schema of an export (EXP-6); it is made once. */
export const sessionExportSchema = () => (schema ??= makeSchema());

const path = '/api/sessions/:sessionId/export';

const exportQuery = z.object({
  format: z
    .enum(['jsonl'])
    .optional()
    .meta({ description: '`jsonl` for an archive; one JSON document when left out', examples: ['jsonl'] }),
});

export const exportEndpoints = () => ({
  exportSession: endpoint({
    method: 'GET',
    path,
    access: 'reader',
    summary: 'Export a session',
    description:
      'Returns the whole session as one document, as it is at this moment. With `format=jsonl` it is an archive: JSON Lines, `application/jsonl`, of any size, which can be verified and imported line by line.',
    query: exportQuery,
    result: SessionExport,
    status: [200],
  }),
  exportSite: endpoint({
    method: 'GET',
    path: `${path}/site`,
    access: 'reader',
    summary: 'Export a session as a site',
    description: 'Returns a static site as a map of path to text. `Accept` asks for a ZIP or for one page.',
    result: z.record(z.string(), z.string()).meta({
      description: 'The files of the site, path to text',
      examples: [{ 'index.html': '<!doctype html>…', 'style.css': 'body { … }' }],
    }),
    status: [200],
    alsoAs: ['application/zip', 'text/html'],
  }),
  getExportSchema: endpoint({
    method: 'GET',
    path: '/api/schemas/session-export.json',
    access: 'anyone',
    summary: 'Read the schema of an export',
    description: 'Returns the JSON Schema of a session export. `Accept: application/schema+json` asks for it bare.',
    result: anything.meta({
      description: 'A JSON Schema, draft 2020-12',
      examples: [{ $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    }),
    status: [200],
    alsoAs: ['application/schema+json'],
  }),
});
