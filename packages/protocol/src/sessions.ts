import { z } from 'zod';
import { deletedOf } from './deleted.ts';
import { endpoint } from './endpoint.ts';
import { AgentToken, InviteCode, ObserverId, ObserverToken, RecoveryCode, SessionId } from './ids.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { AgentId, KnownAgentId, Metadata, metadataUpTo, nameUpTo, screenedBody, Timestamp } from './text.ts';

export const SessionStatus = z.enum(['waiting', 'active', 'paused', 'completed']).meta({
  description:
    '`waiting` until a second agent joins, then `active`; a `completed` one takes no messages, notes, files or joins',
  examples: ['active'],
});
export type SessionStatus = z.output<typeof SessionStatus>;

export const Visibility = z
  .enum(['public', 'private'])
  .meta({ description: 'The readers of the session: everyone, or callers with a token of it' });
export type Visibility = z.output<typeof Visibility>;

const SessionMode = z
  .enum(['async', 'realtime'])
  .meta({ description: '`async`: each at its own pace; `realtime`: together, at the same time' });

/** `creator` made the session; every other agent is a partner. */
export const AgentRole = z
  .enum(['creator', 'partner'])
  .meta({ description: '`creator` made the session; every other agent is a partner' });
export type AgentRole = z.output<typeof AgentRole>;

export const agentNameMeta = { description: 'The name that people read; the agentId unless given', examples: ['Ada'] };
export const sessionNameMeta = { description: 'The subject of the session', examples: ['A parser for dates'] };

const AgentName = z.object({ agentId: KnownAgentId, agentName: z.string().meta(agentNameMeta) });

/** The place of an agent in a session. */
export const Seat = AgentName.extend({
  role: AgentRole,
  joinedAt: Timestamp.meta({ description: 'When the agent took the seat' }),
});
export type Seat = z.output<typeof Seat>;

export const inviteExpiresAt = Timestamp.meta({
  description: 'When the invite code stops working',
  examples: ['2026-11-03T09:30:00.000Z'],
});

export const Session = z
  .object({
    id: SessionId.meta({ description: 'The session; newer ones sort after older ones' }),
    name: z.string().meta(sessionNameMeta),
    status: SessionStatus,
    mode: SessionMode,
    visibility: Visibility,
    creator: AgentName.meta({ description: 'The agent that made the session' }),
    partner: AgentName.nullable().meta({
      description: 'The agent that joined first; null while the creator is alone',
      examples: [{ agentId: 'bob', agentName: 'Bob' }],
    }),
    agents: z.array(Seat).meta({ description: 'Every agent with a seat, the creator first' }),
    maxAgents: z.int().meta({ description: 'How many seats there are, the creator’s included', examples: [2] }),
    observerCount: z.int().meta({ description: 'How many observers have come', examples: [0] }),
    metadata: Metadata.meta({ description: 'A JSON object of the agents’ own' }),
    forkedFrom: z
      .object({
        sessionId: SessionId.meta({ description: 'The session that was forked' }),
        seq: z.int().meta({ description: 'The position in its log', examples: [17] }),
      })
      .nullable()
      .meta({ description: 'The session that this one was forked from, if it was', examples: [null] }),
    lastSeq: z.int().meta({ description: 'Position of the newest event in the log', examples: [4] }),
    lastActivityAt: Timestamp.meta({ description: 'When something last happened in the session' }),
    createdAt: Timestamp.meta({ description: 'When the session was created' }),
    updatedAt: Timestamp.meta({ description: 'When the session itself last changed' }),
    completedAt: Timestamp.nullable().meta({
      description: 'When the session was completed; null while it is not',
      examples: [null],
    }),
    inviteCode: InviteCode.meta({
      description: 'For agents of the session and the observer token of its creation',
    }).optional(),
    inviteExpiresAt: inviteExpiresAt.optional(),
    storedBytes: z
      .int()
      .nonnegative()
      .meta({
        description:
          'Bytes that the session stores. `GET` of the session shows it, to agents of the session alone (CAP-2)',
        examples: [48_213],
      })
      .optional(),
    observerToken: ObserverToken.meta({ description: 'In the response to creation alone' }).optional(),
  })
  .meta({ id: 'Session', description: 'A place where agents work together, with one log' });
export type Session = z.output<typeof Session>;

/** A session without its secrets: for callers without a token, events and exports. */
export const PublicSession = Session.omit({
  inviteCode: true,
  inviteExpiresAt: true,
  observerToken: true,
  storedBytes: true,
}).meta({
  id: 'PublicSession',
  description: 'A session as a caller without a token sees it',
});
export type PublicSession = z.output<typeof PublicSession>;

export const ObserverRight = z
  .enum(['speak', 'answer', 'steer'])
  .meta({ description: '`speak`: post messages; `answer`: answer what agents ask; `steer`: steer the session' });
export type ObserverRight = z.output<typeof ObserverRight>;

const Rights = z
  .array(ObserverRight)
  .meta({ description: 'The things that the observer may do beyond reading and editing notes', examples: [['speak']] });

export const Observer = z
  .object({
    id: ObserverId,
    name: z.string().meta({ description: 'The name that others see', examples: ['Grace'] }),
    joinedAt: Timestamp.meta({ description: 'When the observer came' }),
    invited: z.boolean().meta({
      description: 'Whether the observer came with an invite code or a token, and so may edit notes',
      examples: [false],
    }),
    rights: Rights,
    vouched: z
      .boolean()
      .meta({ description: 'Whether the operator gave the rights, and so vouches for the person', examples: [false] }),
  })
  .meta({ id: 'Observer', description: 'A person or program that watches the session' });
export type Observer = z.output<typeof Observer>;

/** The rights in a request: at most as many as there are kinds of rights. */
export const GivenRights = Rights.max(ObserverRight.options.length);

const path = '/api/sessions';
const one = `${path}/:sessionId` as const;

/** The id and the name with which an agent takes a seat. */
export const seatUpTo = (limits: Limits) => ({
  agentId: AgentId.meta({
    description: 'The id under which you take the seat; made up for you when left out',
  }).optional(),
  agentName: nameUpTo(limits.nameCharacters)
    .min(1)
    .meta({ ...agentNameMeta, description: 'Your name for people to read; the agentId when left out' })
    .optional(),
});

const sessionName = (limits: Limits) => nameUpTo(limits.nameCharacters).min(1).meta(sessionNameMeta);

export const seatCount = (limits: Limits) => z.int().min(2).max(limits.seats);

const newSession = (limits: Limits) =>
  z.object({
    name: sessionName(limits)
      .meta({ description: 'The subject of the session; “Untitled session” by default' })
      .optional(),
    ...seatUpTo(limits),
    visibility: Visibility.meta({
      description:
        'The readers of the session: everyone, or callers with a token of it; the service’s default when left out',
    }).optional(),
    isPrivate: z
      .boolean()
      .meta({ description: 'The same as `visibility`, as yes or no', examples: [false] })
      .optional(),
    mode: SessionMode.default('async'),
    maxAgents: seatCount(limits)
      .meta({ description: 'How many seats there are, yours included', examples: [2] })
      .default(2),
    metadata: metadataUpTo(limits.metadataBytes).default({}),
    ...screenedBody,
  });

const createSession = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path,
    access: 'anyone',
    creates: 'sessions',
    summary: 'Create a session',
    description: 'Creates a session and takes its first seat. The response holds the tokens, once.',
    body: newSession(limits),
    screened: ['name', 'agentId', 'agentName', 'metadata'],
    result: z.object({
      session: Session.meta({ description: 'The session, with its observer token in this one response' }),
      agentToken: AgentToken,
      observerToken: ObserverToken.meta({
        description: 'For the person who oversees the session; may also change visibility, reinvite and delete',
      }),
      recoveryCode: RecoveryCode,
    }),
    status: [201],
    errors: ['FORBIDDEN'],
    example: {
      body: { name: 'A parser for dates', agentId: 'ada', agentName: 'Ada', metadata: { branch: 'dates' } },
    },
  });

const listSessions = endpoint({
  method: 'GET',
  path,
  access: 'anyone',
  summary: 'List sessions',
  description:
    'Returns public sessions, newest first, whatever the token. The operator may ask for all, and the holder of a create key for those of the key.',
  query: z.object({
    scope: z
      .enum(['public', 'all', 'key'])
      .default('public')
      .meta({
        description:
          '`all` lists private sessions too, for the operator’s token; `key` those that were made or joined under the `X-Create-Key`',
        examples: ['public'],
      }),
    status: SessionStatus.meta({ description: 'Only sessions with this status' }).optional(),
    agentId: KnownAgentId.meta({ description: 'Only sessions in which this agent has a seat' }).optional(),
    q: z
      .string()
      .meta({ description: 'Text that the name contains, in any case', examples: ['parser'] })
      .optional(),
    ...pageQuery,
  }),
  result: pageOf(Session),
  status: [200],
  errors: ['FORBIDDEN'],
  example: { query: { status: 'active', q: 'parser' } },
});

const getSession = endpoint({
  method: 'GET',
  path: one,
  access: 'reader',
  summary: 'Read a session',
  description: 'Returns the session, with the invite code for callers who may see it.',
  result: Session,
  status: [200],
});

export const settableStatus = SessionStatus.exclude(['waiting'], {
  error: 'must be active, paused or completed; waiting cannot be asked for',
}).meta({ description: 'From any state; `active` reopens a completed session', examples: ['completed'] });

const updateSession = (limits: Limits) =>
  endpoint({
    method: 'PATCH',
    path: one,
    access: 'agentOrOperator',
    summary: 'Change a session',
    description:
      'Pauses, completes, reopens or renames the session, or changes its mode, metadata or seats. The operator may pause and complete it.',
    body: z.object({
      status: settableStatus.optional(),
      name: sessionName(limits).optional(),
      metadata: metadataUpTo(limits.metadataBytes).meta({ description: 'Replaces the whole object' }).optional(),
      mode: SessionMode.optional(),
      maxAgents: seatCount(limits)
        .meta({ description: 'How many seats there are; the creator’s agent token alone changes it', examples: [3] })
        .optional(),
      ...screenedBody,
    }),
    screened: ['name', 'metadata'],
    result: Session,
    status: [200],
    errors: ['CONFLICT', 'FORBIDDEN'],
    conflicts: ['seats_taken'],
    example: { body: { status: 'completed' } },
  });

const deleteSession = endpoint({
  method: 'DELETE',
  path: one,
  access: 'creatorOrOperator',
  summary: 'Delete a session',
  description: 'Deletes the session with everything in it and all of its tokens.',
  result: deletedOf(SessionId),
  status: [200],
});

const setVisibility = endpoint({
  method: 'POST',
  path: `${one}/visibility`,
  access: 'creatorOrOperator',
  summary: 'Change visibility',
  description:
    'Toggles between public and private, or sets the one that the body names. The operator may make it private.',
  body: z.object({
    visibility: Visibility.meta({ description: 'The new visibility; the other one by default' }).optional(),
  }),
  result: Session,
  status: [200],
  example: { body: { visibility: 'private' } },
});

export const sessionEndpoints = (limits: Limits) => ({
  createSession: createSession(limits),
  listSessions,
  getSession,
  updateSession: updateSession(limits),
  deleteSession,
  setVisibility,
});
