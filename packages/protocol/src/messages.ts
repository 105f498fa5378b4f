import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { waitQuery } from './events.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { metadataUpTo, textUpTo, Timestamp } from './text.ts';

export const AuthorRole = z.enum(['creator', 'partner', 'observer', 'system']);

export const Message = z
  .object({
    id: z.string(),
    sessionId: z.string(),
    seq: z.int().positive(),
    authorAgentId: z.string(),
    authorName: z.string(),
    authorRole: AuthorRole,
    content: z.string(),
    msgType: z.string(),
    replyTo: z.string().nullable(),
    /** The agents of the session that the content names as `@agentId`. */
    mentions: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
    createdAt: Timestamp,
  })
  .meta({ id: 'Message' });
export type Message = z.output<typeof Message>;

const MsgType = z.string().regex(/^[a-z][a-z0-9_.-]{0,63}$/, {
  error: 'must be 1–64 characters of a–z 0–9 _ . - and begin with a letter',
});

const position = z
  .string()
  .regex(/^(\d{1,15}|msg_[0-9a-z]+)$/, { error: 'must be a seq or the id of a message' })
  .optional();

const path = '/api/sessions/:sessionId/messages';

export const messageEndpoints = (limits: Limits) => ({
  postMessage: endpoint({
    method: 'POST',
    path,
    access: 'agent',
    summary: 'Say something in the session',
    body: z.object({
      content: textUpTo(limits.messageBytes).min(1),
      msgType: MsgType.refine((type) => type !== 'system', {
        error: 'must not be "system", which is the service’s own',
      }).default('chat'),
      replyTo: z.string().nullable().default(null),
      metadata: metadataUpTo(limits.metadataBytes).default({}),
    }),
    result: Message,
    status: [201],
    errors: ['CONFLICT'],
  }),
  listMessages: endpoint({
    method: 'GET',
    path,
    access: 'reader',
    summary: 'The newest messages, or those after `since` or before `before`; oldest first',
    query: z.object({ since: position, before: position, msgType: MsgType.optional(), ...waitQuery, ...pageQuery }),
    result: pageOf(Message),
    status: [200],
  }),
});
