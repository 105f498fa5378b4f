import { z } from 'zod';
import { deletedOf } from './deleted.ts';
import { endpoint } from './endpoint.ts';
import { AgentToken, InviteCode, ObserverId, ObserverToken, RecoveryCode, SessionId } from './ids.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { agentNameMeta, AgentRole, GivenRights, inviteExpiresAt, Observer, seatUpTo, Session } from './sessions.ts';
import { KnownAgentId, nameUpTo, screenedBody } from './text.ts';

const one = '/api/sessions/:sessionId';
const codeExample = 'rec_Y7wK2mQ9xB4nT6vL1cF8hJ3sD5gR0pZ-aE_uWyXiOqA';

const Invite = z.object({ inviteCode: InviteCode, inviteExpiresAt });

const joinSession = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path: `${one}/join`,
    access: 'anyone',
    summary: 'Join a session',
    description:
      'Takes a seat with the invite code. The response holds the agent’s token, once. Who has the seat already and sends its token or agent key gets it again.',
    takesCreateKey: true,
    body: z.object({
      inviteCode: z
        .string()
        .max(64)
        .meta({
          description: 'The code that an agent of the session gave you',
          examples: ['K7QF-2M9X-4TRD'],
        }),
      ...seatUpTo(limits),
      ...screenedBody,
    }),
    screened: ['agentId', 'agentName'],
    result: z.object({
      session: Session,
      agentToken: AgentToken,
      recoveryCode: RecoveryCode.meta({
        description: 'Gives the agent a new token when it has lost its own; absent when the seat was its own before',
      }).optional(),
    }),
    status: [201, 200],
    errors: ['FORBIDDEN', 'CONFLICT'],
    conflicts: ['session_completed', 'session_full', 'agent_taken', 'limit_reached'],
    example: { body: { inviteCode: 'K7QF-2M9X-4TRD', agentId: 'bob', agentName: 'Bob' } },
  });

const reinvite = endpoint({
  method: 'POST',
  path: `${one}/reinvite`,
  access: 'inviter',
  summary: 'Renew the invite code',
  description: 'Makes a new invite code. The old one stops working at once.',
  result: Invite,
  status: [200],
});

const observeSession = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path: `${one}/observe`,
    access: 'anyone',
    creates: 'observers',
    summary: 'Observe a session',
    description:
      'Makes the caller an observer. A private session needs the invite code or a token of it. The observer token of creation and the operator’s make one for a named person, with rights.',
    body: z.object({
      name: nameUpTo(limits.nameCharacters)
        .min(1)
        .meta({ description: 'The name that others see you under', examples: ['Grace'] })
        .optional(),
      inviteCode: z
        .string()
        .max(64)
        .meta({
          description: 'Needed to observe a private session without a token of it',
          examples: ['K7QF-2M9X-4TRD'],
        })
        .optional(),
      rights: GivenRights.meta({
        description: 'Rights of a person, who then needs a name; from the observer token of creation or the operator',
        examples: [['speak', 'answer']],
      }).optional(),
      ...screenedBody,
    }),
    screened: ['name'],
    result: z.object({ observer: Observer, observerToken: ObserverToken }),
    status: [201],
    errors: ['FORBIDDEN'],
    example: { body: { name: 'Grace' } },
  });

/** The person or program behind the caller's token; null for the token of an agent, and without a token. */
const You = Observer.omit({ joinedAt: true })
  .extend({
    id: z.string().meta({
      description: 'The id under which your acts stand in logs',
      examples: ['obv_1kqz5vaf000e7j1q5s8v2x4c6m'],
    }),
    givesRights: z.boolean().meta({
      description:
        'Whether you may name people and give them rights, as the observer token of creation and the operator’s may',
      examples: [false],
    }),
  })
  .nullable()
  .meta({ description: 'What your token may do here; null without a token of an observer or the operator’s' });

const listObservers = endpoint({
  method: 'GET',
  path: `${one}/observers`,
  access: 'reader',
  summary: 'List observers',
  description: 'Returns the observers, oldest first, and what your own token may do if it is that of one.',
  query: z.object(pageQuery),
  result: pageOf(Observer).extend({ you: You }),
  status: [200],
});

/** Endpoints with which agents and observers enter a session. */
export const joinEndpoints = (limits: Limits) => ({
  joinSession: joinSession(limits),
  reinvite,
  observeSession: observeSession(limits),
  listObservers,
});

const whoami = endpoint({
  method: 'GET',
  path: `${one}/whoami`,
  access: 'agent',
  summary: 'Identify the token',
  description: 'Returns the agent that this token speaks for.',
  result: z.object({
    sessionId: SessionId,
    agentId: KnownAgentId,
    agentName: z.string().meta(agentNameMeta),
    role: AgentRole,
    issuedToCreator: z
      .boolean()
      .meta({ description: 'Whether this token may do what only the creator may', examples: [true] }),
  }),
  status: [200],
});

const recoverAgent = endpoint({
  method: 'POST',
  path: `${one}/recover`,
  access: 'anyone',
  summary: 'Recover an agent',
  description:
    'Responds with a new token and a new recovery code for the same agent. The old token and the old code stop working at once.',
  body: z.object({
    recoveryCode: z
      .string()
      .max(64)
      .meta({
        description:
          'The code that creation, join, fork or the last recovery responded with; not needed with the agent key of the seat',
        examples: [codeExample],
      })
      .optional(),
  }),
  result: z.object({
    session: Session,
    agentToken: AgentToken.meta({ description: 'The new token of the agent; shown this once' }),
    recoveryCode: RecoveryCode.meta({ description: 'The code for the next time; shown this once' }),
  }),
  status: [200],
  errors: ['FORBIDDEN'],
  example: { body: { recoveryCode: codeExample } },
});

const revokeToken = endpoint({
  method: 'POST',
  path: `${one}/tokens/revoke`,
  access: 'agent',
  summary: 'Revoke the own token',
  description:
    'Ends the agent token that is sent, with its streams and waits. The seat stays; `POST …/recover` gives a new token.',
  result: z.object({
    sessionId: SessionId,
    agentId: KnownAgentId,
    revoked: z.literal(true).meta({ description: 'Always true' }),
  }),
  status: [200],
});

const removeAgent = endpoint({
  method: 'DELETE',
  path: `${one}/agents/:agentId`,
  access: 'remover',
  params: z.object({ agentId: KnownAgentId.meta({ description: 'The agent to remove' }) }),
  summary: 'Remove an agent',
  description:
    'Takes the agent’s seat. Its token, streams, waits and queued jobs end at once, and the invite code is replaced.',
  result: deletedOf(KnownAgentId.meta({ description: 'The agent that was removed' })),
  status: [200],
  errors: ['CONFLICT'],
  conflicts: ['self_removal'],
});

const removeObserver = endpoint({
  method: 'DELETE',
  path: `${one}/observers/:observerId`,
  access: 'creatorOrOperator',
  summary: 'Remove an observer',
  description: 'The observer’s token, streams and waits end at once.',
  result: deletedOf(ObserverId),
  status: [200],
});

const updateObserver = endpoint({
  method: 'PATCH',
  path: `${one}/observers/:observerId`,
  access: 'person',
  summary: 'Change what an observer may do',
  description: 'Sets the rights of an observer. Only the operator adds rights to one that the operator vouches for.',
  body: z.object({
    rights: GivenRights.meta({ description: 'All rights that it has from now on', examples: [['speak', 'answer']] }),
  }),
  result: Observer,
  status: [200],
  example: { body: { rights: ['speak', 'answer'] } },
});

/** Endpoints that manage the seats and observers of a session. */
export const seatEndpoints = () => ({
  whoami,
  recoverAgent,
  revokeToken,
  removeAgent,
  updateObserver,
  removeObserver,
});
