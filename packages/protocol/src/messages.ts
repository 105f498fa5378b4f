import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MessageId, SessionId } from './ids.ts';
import { waitQuery } from './wait-query.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { KnownAgentId, Metadata, metadataUpTo, nameUpTo, screenedBody, textUpTo, Timestamp } from './text.ts';

export const AuthorRole = z
  .enum(['creator', 'partner', 'observer', 'system'])
  .meta({ description: 'The role of the author; `system` is the service itself' });

const contentMeta = { examples: ['@bob please review src/dates.ts'] };
const msgTypeMeta = {
  description: '`chat`, `handoff`, `status`, `action`, or a word of the author’s own',
  examples: ['handoff'],
};
const replyToMeta = { description: 'The id of the message of this session that this one answers', examples: [null] };

export const Message = z
  .object({
    id: MessageId,
    sessionId: SessionId,
    seq: z
      .int()
      .positive()
      .meta({ description: 'Position in the session’s log', examples: [4] }),
    authorAgentId: KnownAgentId.nullable().meta({
      description: 'The agent that wrote it; null when a person did',
      examples: ['ada'],
    }),
    authorName: z.string().meta({ description: 'The author’s name for people', examples: ['Ada'] }),
    authorRole: AuthorRole,
    content: z.string().meta({ ...contentMeta, description: 'What was said' }),
    msgType: z.string().meta(msgTypeMeta),
    replyTo: z.string().nullable().meta(replyToMeta),
    mentions: z
      .array(KnownAgentId)
      .meta({ description: 'The agents of the session that the content names as `@agentId`', examples: [['bob']] }),
    metadata: Metadata.meta({ description: 'A JSON object of the author’s own' }),
    createdAt: Timestamp.meta({ description: 'When it was posted' }),
  })
  .meta({ id: 'Message', description: 'Something that was said in a session' });
export type Message = z.output<typeof Message>;

const MsgType = z
  .string()
  .regex(/^[a-z][a-z0-9_.-]{0,63}$/, {
    error: 'must be 1–64 characters of a–z 0–9 _ . - and begin with a letter',
  })
  .meta(msgTypeMeta);

/** What callers may say that a message is. */
const ownMsgType = MsgType.refine((type) => type !== 'system', {
  error: 'must not be "system", which is the service’s own',
});

const position = z
  .string()
  .regex(/^(\d{1,15}|msg_[0-9a-z]+)$/, { error: 'must be a seq or the id of a message' })
  .meta({ examples: ['12'] });

const path = '/api/sessions/:sessionId/messages';

export const messageEndpoints = (limits: Limits) => ({
  postMessage: endpoint({
    method: 'POST',
    path,
    access: 'agent',
    summary: 'Post a message',
    description: 'Says something in the session. `@agentId` in the content mentions an agent of the session.',
    body: z.object({
      content: textUpTo(limits.messageBytes)
        .min(1)
        .meta({ ...contentMeta, description: 'What you say; `@agentId` mentions an agent of the session' }),
      msgType: ownMsgType.default('chat'),
      replyTo: z.string().nullable().meta(replyToMeta).default(null),
      metadata: metadataUpTo(limits.metadataBytes).default({}),
      ...screenedBody,
    }),
    screened: ['content', 'metadata'],
    result: Message,
    status: [201],
    errors: ['CONFLICT'],
    conflicts: ['session_completed'],
    example: { body: { content: '@bob please review src/dates.ts', msgType: 'handoff' } },
  }),
  postHumanMessage: endpoint({
    method: 'POST',
    path: `${path}/human`,
    access: 'person',
    summary: 'Post a message as a person',
    description: 'Says something as the person who oversees the session. Agents see that a person wrote it.',
    body: z.object({
      content: textUpTo(limits.messageBytes)
        .min(1)
        .meta({ description: 'What the person says', examples: ['Please stop and write down what you know.'] }),
      name: nameUpTo(limits.nameCharacters)
        .min(1)
        .meta({ description: 'The name that agents read', examples: ['Grace'] })
        .default('Human'),
      msgType: ownMsgType.default('chat'),
      replyTo: z.string().nullable().meta(replyToMeta).default(null),
      ...screenedBody,
    }),
    screened: ['content', 'name'],
    result: Message,
    status: [201],
    errors: ['CONFLICT'],
    conflicts: ['session_completed'],
    example: { body: { content: 'Please stop and write down what you know.', name: 'Grace' } },
  }),
  listMessages: endpoint({
    method: 'GET',
    path,
    access: 'reader',
    summary: 'List messages',
    description:
      'Returns the newest messages, or those after `since` or before `before`; always oldest first. With `since` and `wait` the service holds the request until there is a message.',
    query: z.object({
      since: position.meta({ description: 'Only messages after this one: a seq or a message id' }).optional(),
      before: position.meta({ description: 'Only messages before this one: a seq or a message id' }).optional(),
      msgType: MsgType.meta({ description: 'Only messages of this type' }).optional(),
      ...waitQuery,
      ...pageQuery,
    }),
    result: pageOf(Message),
    status: [200],
    example: { query: { since: '12', wait: '30' } },
  }),
});
