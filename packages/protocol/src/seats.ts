import { z } from 'zod';
import { deletedOf } from './deleted.ts';
import { endpoint } from './endpoint.ts';
import { AgentToken, ObserverId, RecoveryCode, SessionId } from './ids.ts';
import { Session } from './sessions.ts';
import { KnownAgentId } from './text.ts';

const one = '/api/sessions/:sessionId';
const codeExample = 'rec_Y7wK2mQ9xB4nT6vL1cF8hJ3sD5gR0pZ-aE_uWyXiOqA';

export const seatEndpoints = () => ({
  recoverAgent: endpoint({
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
          description: 'The code that creation, join, fork or the last recovery responded with',
          examples: [codeExample],
        }),
    }),
    result: z.object({
      session: Session,
      agentToken: AgentToken.meta({ description: 'The new token of the agent; shown this once' }),
      recoveryCode: RecoveryCode.meta({ description: 'The code for the next time; shown this once' }),
    }),
    status: [200],
    errors: ['FORBIDDEN'],
    example: { body: { recoveryCode: codeExample } },
  }),
  revokeToken: endpoint({
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
  }),
  removeAgent: endpoint({
    method: 'DELETE',
    path: `${one}/agents/:agentId`,
    access: 'creator',
    params: z.object({ agentId: KnownAgentId.meta({ description: 'The agent to remove' }) }),
    summary: 'Remove an agent',
    description:
      'Takes the agent’s seat. Its token, streams, waits and queued jobs end at once, and the invite code is replaced.',
    result: deletedOf(KnownAgentId.meta({ description: 'The agent that was removed' })),
    status: [200],
    errors: ['CONFLICT'],
    conflicts: ['self_removal'],
  }),
  removeObserver: endpoint({
    method: 'DELETE',
    path: `${one}/observers/:observerId`,
    access: 'creatorOrOperator',
    summary: 'Remove an observer',
    description: 'The observer’s token, streams and waits end at once.',
    result: deletedOf(ObserverId),
    status: [200],
  }),
});
