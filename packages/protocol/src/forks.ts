import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AgentToken, ObserverToken, RecoveryCode } from './ids.ts';
import type { Limits } from './limits.ts';
import { agentNameMeta, Session, sessionNameMeta, Visibility } from './sessions.ts';
import { AgentId, nameUpTo, screenedBody } from './text.ts';

const newFork = (limits: Limits) =>
  z.object({
    name: nameUpTo(limits.nameCharacters)
      .min(1)
      .meta({ ...sessionNameMeta, description: 'The subject of the new session; by default as here' })
      .optional(),
    visibility: Visibility.meta({ description: 'The readers; by default as here' }).optional(),
    agentId: AgentId.meta({
      description: 'The id under which you take the first seat; yours here when left out',
    }).optional(),
    agentName: nameUpTo(limits.nameCharacters)
      .min(1)
      .meta({ ...agentNameMeta, description: 'Your name there; yours here when left out' })
      .optional(),
    ...screenedBody,
    seq: z
      .int()
      .positive()
      .meta({
        description: 'Begin with things as they were after this event; as they are when left out',
        examples: [12],
      })
      .optional(),
    files: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether the files are carried over as well', examples: [true] }),
  });

const forkSession = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path: '/api/sessions/:sessionId/fork',
    access: 'agent',
    creates: 'sessions',
    summary: 'Fork a session',
    description: 'Creates a session that begins with the notes of this one. The caller is its creator.',
    body: newFork(limits),
    screened: ['name', 'agentId', 'agentName'],
    result: z.object({
      session: Session.meta({ description: 'The new session' }),
      agentToken: AgentToken.meta({ description: 'Speaks for the agent in the new session; shown this once' }),
      observerToken: ObserverToken.meta({ description: 'For the person who oversees the new session' }),
      recoveryCode: RecoveryCode.meta({
        description: 'Recovers the agent’s seat in the new session; shown this once',
      }),
      notesCopied: z.int().meta({ description: 'How many notes were carried over', examples: [1] }),
      tasksCopied: z.int().meta({
        description: 'How many tasks were carried over: those that had not ended, without an owner',
        examples: [0],
      }),
      filesCopied: z.int().meta({ description: 'How many files were carried over', examples: [0] }),
    }),
    status: [201],
    errors: ['CONFLICT'],
    conflicts: ['version_gone'],
    example: { body: { name: 'Dates, second try' } },
  });

export const forkEndpoints = (limits: Limits) => ({
  forkSession: forkSession(limits),
});
