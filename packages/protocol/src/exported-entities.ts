import { z } from 'zod';
import { JobId } from './ids.ts';
import { Note, NoteVersion } from './notes.ts';
import { KnownAgentId, Timestamp } from './text.ts';

/** A job in an export. Further fields are kept. */
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
        agentName: z.string().meta({ description: 'Its name for people', examples: ['Ada'] }),
      })
      .meta({ description: 'The agent that submitted it' }),
    credits: z.number().meta({ description: 'Credits that were used', examples: [0.4] }),
    stdout: z
      .string()
      .nullable()
      .meta({ description: 'What it wrote to stdout', examples: ['2\n'] }),
    stderr: z
      .string()
      .nullable()
      .meta({ description: 'What it wrote to stderr', examples: [''] }),
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

export const ExportedNote = Note.extend({
  history: z.array(NoteVersion).meta({ description: 'Every version, newest first' }),
}).meta({ id: 'ExportedNote', description: 'A note with its history' });
