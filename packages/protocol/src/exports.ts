import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Event } from './events.ts';
import { FileWithContent } from './files.ts';
import { Message } from './messages.ts';
import { Note, NoteVersion } from './notes.ts';
import { Presence } from './presence.ts';
import { Observer, Seat, Session } from './sessions.ts';
import { Timestamp } from './text.ts';

/** What an export says of a job; fields beyond these are passed on as they are. */
export const ExportedJob = z
  .looseObject({
    id: z.string(),
    type: z.string(),
    label: z.string().nullable(),
    status: z.enum(['pending', 'running', 'completed', 'failed', 'cancelled']),
    submittedBy: z.object({ agentId: z.string(), agentName: z.string() }),
    credits: z.number(),
    stdout: z.string().nullable(),
    stderr: z.string().nullable(),
    error: z.object({ reason: z.string(), message: z.string() }).nullable(),
    createdAt: Timestamp,
    finishedAt: Timestamp.nullable(),
  })
  .meta({ id: 'ExportedJob' });
export type ExportedJob = z.output<typeof ExportedJob>;

const anything = z.record(z.string(), z.unknown());

export const ExportedNote = Note.extend({
  /** Every version, newest first. */
  history: z.array(NoteVersion),
}).meta({ id: 'ExportedNote' });

/** A whole session as it was at one moment (EXP-1). */
export const SessionExport = z
  .object({
    format: z.literal('pairspace.session'),
    version: z.literal(1),
    exportedAt: Timestamp,
    /** The end of the log; everything in the export is as it was then. */
    seq: z.int().positive(),
    session: Session.omit({ inviteCode: true, inviteExpiresAt: true, observerToken: true }).meta({
      id: 'ExportedSession',
    }),
    agents: z.array(Seat),
    observers: z.array(Observer),
    messages: z.array(Message),
    notes: z.array(ExportedNote),
    files: z.array(FileWithContent),
    compute: z.object({ pool: anything.nullable(), jobs: z.array(ExportedJob), agentUsage: z.array(anything) }),
    presence: z.array(Presence),
    events: z.array(Event),
  })
  .meta({ id: 'SessionExport', title: 'Pairspace session export, version 1' });
export type SessionExport = z.output<typeof SessionExport>;

/** The JSON Schema of an export (EXP-6). */
export const sessionExportSchema = () => z.toJSONSchema(SessionExport);

const path = '/api/sessions/:sessionId/export';

export const exportEndpoints = () => ({
  exportSession: endpoint({
    method: 'GET',
    path,
    access: 'reader',
    summary: 'The whole session as one document, as it is at this moment',
    result: SessionExport,
    status: [200],
  }),
  exportSite: endpoint({
    method: 'GET',
    path: `${path}/site`,
    access: 'reader',
    summary: 'The session as a static site, path to text; `Accept` sends it as a ZIP or as one page',
    result: z.record(z.string(), z.string()),
    status: [200],
    alsoAs: ['application/zip', 'text/html'],
  }),
  getExportSchema: endpoint({
    method: 'GET',
    path: '/api/schemas/session-export.json',
    access: 'anyone',
    summary: 'The JSON Schema of a session export; `Accept: application/schema+json` sends it bare',
    result: anything,
    status: [200],
    alsoAs: ['application/schema+json'],
  }),
});
