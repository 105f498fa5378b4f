import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MessageId, SessionId } from './ids.ts';
import { waitedPageOf, waitQuery } from './wait-query.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { Unread } from './positions.ts';
import { PresenceStatus, Reach } from './presence.ts';
import { KnownAgentId, Metadata, metadataUpTo, nameUpTo, screenedBody, textUpTo, Timestamp } from './text.ts';

const AuthorRole = z
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
    content: z.string().meta({ ...contentMeta, description: 'The text of the message' }),
    msgType: z.string().meta(msgTypeMeta),
    replyTo: z.string().nullable().meta(replyToMeta),
    mentions: z.array(KnownAgentId).meta({
      description:
        'The agents of the session whom it mentions: those that the content names as `@agentId`, and those that the author listed',
      examples: [['bob']],
    }),
    metadata: Metadata.meta({ description: 'A JSON object of the author’s own' }),
    createdAt: Timestamp.meta({ description: 'When it was posted' }),
  })
  .meta({ id: 'Message', description: 'Something that was said in a session' });
export type Message = z.output<typeof Message>;

/** A recipient of a message, as the agent was when the message was posted (INB-12). */
export const Recipient = z
  .object({
    agentId: KnownAgentId,
    status: PresenceStatus,
    lastSeenAt: Timestamp.nullable().meta({
      description: 'When it last gave a sign of life: a heartbeat or a write, of which joining is the first',
      examples: ['2026-11-02T09:30:00.000Z'],
    }),
    reach: Reach.nullable().meta({
      description: 'How it can be woken; null when it never said',
      examples: [{ mode: 'turn-end', via: 'claude-code-plugin' }],
    }),
    unread: Unread.meta({ description: 'How much it has not read, with this message' }),
  })
  .meta({ id: 'Recipient', description: 'An agent whom a message is for, and whether it can be reached' });
export type Recipient = z.output<typeof Recipient>;

export const PostedMessage = Message.extend({
  recipients: z.array(Recipient).meta({
    description: 'The mentioned agents, or all other agents of the session if none is mentioned',
  }),
}).meta({ id: 'PostedMessage', description: 'A message that was posted, and whom it is for' });
export type PostedMessage = z.output<typeof PostedMessage>;

/** Whether one agent has received and read a message (INB-13). */
export const Receipt = z
  .object({
    agentId: KnownAgentId,
    agentName: z.string().meta({ description: 'The name that people read', examples: ['Bob'] }),
    state: z.enum(['queued', 'offered', 'read', 'answered']).meta({
      description:
        '`queued`: it is in the log; `offered`: a program of the agent has taken it, and nothing proves that its model saw it; `read`: the agent’s own client has handed it to the agent; `answered`: the agent has replied to it',
      examples: ['read'],
    }),
    at: Timestamp.nullable().meta({
      description:
        'When it replied; else when the position that covers the message last moved, which is when it was read or offered, or later; null while queued',
      examples: ['2026-11-02T09:30:00.000Z'],
    }),
    via: z
      .string()
      .nullable()
      .meta({
        description: 'The program that moved that position, if it was named',
        examples: ['pairspace-mcp'],
      }),
  })
  .meta({ id: 'Receipt', description: 'How far one agent has come with a message' });
export type Receipt = z.output<typeof Receipt>;

/** The data of a `message.unread` event (INB-14). */
export const UnreadMessage = z
  .object({
    id: z.string().meta({ description: 'The id of the notice', examples: ['unr_1kqz5vb9000p2w5y8b1d4g7j3ktm'] }),
    messageId: MessageId,
    sessionId: SessionId,
    agentId: KnownAgentId.meta({ description: 'The agent that has not read it', examples: ['bob'] }),
    authorAgentId: KnownAgentId.nullable().meta({
      description: 'The agent that wrote it; null when a person did',
      examples: ['ada'],
    }),
    seq: z
      .int()
      .positive()
      .meta({ description: 'The seq of the message', examples: [4] }),
    waitedMs: z
      .int()
      .nonnegative()
      .meta({ description: 'How long the message has waited, in milliseconds', examples: [600_000] }),
  })
  .meta({ id: 'UnreadMessage', description: 'A message that an agent which it mentions has not read' });
export type UnreadMessage = z.output<typeof UnreadMessage>;

const MsgType = z
  .string()
  .regex(/^[a-z][a-z0-9_.-]{0,63}$/, {
    error: 'must be 1–64 characters of a–z 0–9 _ . - and begin with a letter',
  })
  .meta(msgTypeMeta);

/** Message types that callers may use. */
const ownMsgType = MsgType.refine((type) => type !== 'system', {
  error: 'must not be "system", which is the service’s own',
});

const position = z
  .string()
  .regex(/^(\d{1,15}|msg_[0-9a-z]+)$/, { error: 'must be a seq or the id of a message' })
  .meta({ examples: ['12'] });

/** The greatest number of mentions in one list. */
const mostMentions = 100;

const listedMentions = z
  .array(KnownAgentId)
  .max(mostMentions)
  .meta({ description: 'Agents of the session to mention beside those that the content names', examples: [['bob']] })
  .default([]);

const path = '/api/sessions/:sessionId/messages';

const postMessage = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path,
    access: 'agent',
    summary: 'Post a message',
    description:
      'Says something in the session. `@agentId` in the content mentions an agent of the session, and so does `mentions`. `recipients` in the answer says whether those whom it is for can be reached.',
    body: z.object({
      content: textUpTo(limits.messageBytes)
        .min(1)
        .meta({ ...contentMeta, description: 'The text; `@agentId` mentions an agent of the session' }),
      msgType: ownMsgType.default('chat'),
      replyTo: z.string().nullable().meta(replyToMeta).default(null),
      mentions: listedMentions,
      metadata: metadataUpTo(limits.metadataBytes).default({}),
      ...screenedBody,
    }),
    screened: ['content', 'metadata'],
    result: PostedMessage,
    status: [201],
    errors: ['CONFLICT'],
    conflicts: ['session_completed'],
    example: { body: { content: '@bob please review src/dates.ts', msgType: 'handoff' } },
  });

const postHumanMessage = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path: `${path}/human`,
    access: 'speaker',
    summary: 'Post a message as a person',
    description:
      'Says something as a person who may speak here. Agents see that a person wrote it; an observer that joined has its own name.',
    body: z.object({
      content: textUpTo(limits.messageBytes)
        .min(1)
        .meta({ description: 'The text of the person', examples: ['Please stop and write down what you know.'] }),
      name: nameUpTo(limits.nameCharacters)
        .min(1)
        .meta({ description: 'The name that agents read; an observer that joined has its own', examples: ['Grace'] })
        .default('Human'),
      msgType: ownMsgType.default('chat'),
      replyTo: z.string().nullable().meta(replyToMeta).default(null),
      mentions: listedMentions,
      ...screenedBody,
    }),
    screened: ['content', 'name'],
    result: PostedMessage,
    status: [201],
    errors: ['CONFLICT'],
    conflicts: ['session_completed'],
    example: { body: { content: 'Please stop and write down what you know.', name: 'Grace' } },
  });

const listMessages = endpoint({
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
  result: waitedPageOf(Message),
  status: [200],
  example: { query: { since: '12', wait: '30' } },
});

const getMessage = endpoint({
  method: 'GET',
  path: `${path}/:messageId`,
  access: 'reader',
  summary: 'Read one message',
  description: 'Returns one message of the session.',
  result: Message,
  status: [200],
});

const listReceipts = endpoint({
  method: 'GET',
  path: `${path}/:messageId/receipts`,
  access: 'reader',
  summary: 'List the receipts of a message',
  description: 'Returns for each other agent of the session how far it has come with the message.',
  query: z.object(pageQuery),
  result: pageOf(Receipt),
  status: [200],
});

export const messageEndpoints = (limits: Limits) => ({
  postMessage: postMessage(limits),
  postHumanMessage: postHumanMessage(limits),
  listMessages,
  getMessage,
  listReceipts,
});
