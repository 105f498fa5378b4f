import { z } from 'zod';
import { Checkpoint } from './checkpoints.ts';
import { endpoint } from './endpoint.ts';
import { Event } from './events.ts';
import { FileWithContent } from './files.ts';
import { Manifest } from './manifests.ts';
import { Message } from './messages.ts';
import { Note, NoteVersion } from './notes.ts';
import { Presence } from './presence.ts';
import { Observer, PublicSession, Seat } from './sessions.ts';
import { JobId } from './ids.ts';
import { KnownAgentId, Timestamp } from './text.ts';

/** A job in an export. Further fields are passed on unchanged. */
export const ExportedJob = z
  .looseObject({
    id: JobId,
    type: z
      .string()
      .meta({ description: 'A runtime of the sandbox, or a word that workers know', examples: ['python'] }),
    label: z
      .string()
      .nullable()
      .meta({ description: 'A name for people', examples: ['Count the fields'] }),
    status: z
      .enum(['pending', 'running', 'completed', 'failed', 'cancelled'])
      .meta({ description: '`pending` and `running` until it ends', examples: ['completed'] }),
    submittedBy: z
      .object({
        agentId: KnownAgentId,
        agentName: z.string().meta({ description: 'The name for people', examples: ['Ada'] }),
      })
      .meta({ description: 'The agent that submitted it' }),
    credits: z.number().meta({ description: 'Credits that were used', examples: [0.4] }),
    stdout: z
      .string()
      .nullable()
      .meta({ description: 'The output on stdout', examples: ['2\n'] }),
    stderr: z
      .string()
      .nullable()
      .meta({ description: 'The output on stderr', examples: [''] }),
    error: z
      .object({
        reason: z.string().meta({ description: 'Why, for programs', examples: ['timeout'] }),
        message: z.string().meta({ description: 'Why, for people', examples: ['It ran longer than 30 s.'] }),
      })
      .nullable()
      .meta({ description: 'Why it did not complete; null when it did, or has not ended', examples: [null] }),
    createdAt: Timestamp.meta({ description: 'When it was submitted' }),
    finishedAt: Timestamp.nullable().meta({
      description: 'When it ended; null while it has not',
      examples: ['2026-11-02T09:30:00.000Z'],
    }),
  })
  .meta({ id: 'ExportedJob', description: 'A job of the session; more fields may follow' });
export type ExportedJob = z.output<typeof ExportedJob>;

const anything = z.record(z.string(), z.unknown());

export const ExportedNote = Note.extend({
  history: z.array(NoteVersion).meta({ description: 'Every version, newest first' }),
}).meta({ id: 'ExportedNote', description: 'A note with its history' });

/** A whole session at one moment (EXP-1). */
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
    observers: z.array(Observer).meta({ description: 'Every observer' }),
    messages: z.array(Message).meta({ description: 'Every message, oldest first' }),
    notes: z.array(ExportedNote).meta({ description: 'Every note with its history' }),
    files: z.array(FileWithContent).meta({ description: 'Every file with its content' }),
    compute: z
      .object({
        pool: anything.nullable().meta({ description: 'The pool; null when there is none', examples: [null] }),
        jobs: z.array(ExportedJob).meta({ description: 'Every job, newest first' }),
        agentUsage: z.array(anything).meta({ description: 'The usage of the pool by each agent', examples: [[]] }),
      })
      .meta({ description: 'The pool and its jobs' }),
    presence: z.array(Presence).meta({ description: 'How present each agent was' }),
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

export const exportEndpoints = () => ({
  exportSession: endpoint({
    method: 'GET',
    path,
    access: 'reader',
    summary: 'Export a session',
    description: 'Returns the whole session as one document, as it is at this moment.',
    largeAnswer: 'export',
    result: SessionExport,
    status: [200],
  }),
  exportSite: endpoint({
    method: 'GET',
    path: `${path}/site`,
    access: 'reader',
    summary: 'Export a session as a site',
    description: 'Returns a static site as a map of path to text. `Accept` asks for a ZIP or for one page.',
    largeAnswer: 'export',
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
    largeAnswer: 'page',
    result: anything.meta({
      description: 'A JSON Schema, draft 2020-12',
      examples: [{ $schema: 'https://json-schema.org/draft/2020-12/schema' }],
    }),
    status: [200],
    alsoAs: ['application/schema+json'],
  }),
});
