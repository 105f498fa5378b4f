import { z } from 'zod';
import { deletedOf } from './deleted.ts';
import { endpoint } from './endpoint.ts';
import { AgentKey, SessionId } from './ids.ts';
import { InboxItem } from './inbox.ts';
import { pageOf, pageQuery } from './page.ts';
import { Unread } from './positions.ts';
import { AgentRole, PublicSession, sessionNameMeta, SessionStatus } from './sessions.ts';
import { KnownAgentId } from './text.ts';
import { waitQuery } from './wait-query.ts';

/** The agent of an agent key, over all its seats (ME-4). */
export const Me = z
  .object({
    agentId: KnownAgentId,
    agentName: z.string().meta({ description: 'The name of its profile', examples: ['Ada'] }),
    seats: z
      .int()
      .nonnegative()
      .meta({ description: 'How many seats belong to the key', examples: [3] }),
    unread: Unread.meta({ description: 'How much the agent has not read, over all its seats' }),
  })
  .meta({ id: 'Me', description: 'The agent of an agent key' });
export type Me = z.output<typeof Me>;

/** A session, with the caller’s own seat in it (ME-5). */
export const OwnSession = PublicSession.extend({
  agentId: KnownAgentId.meta({ description: 'The caller' }),
  role: AgentRole,
  readSeq: z
    .int()
    .nonnegative()
    .meta({ description: 'How far the caller has read', examples: [40] }),
  unread: Unread,
}).meta({ id: 'OwnSession', description: 'A session in which the caller has a seat' });
export type OwnSession = z.output<typeof OwnSession>;

/** An entry of the inbox over all seats (ME-6). */
export const OwnInboxItem = z
  .object({ sessionId: SessionId, sessionName: z.string().meta(sessionNameMeta), ...InboxItem.shape })
  .meta({ id: 'OwnInboxItem', description: 'An event that concerns the agent, in one of its sessions' });
export type OwnInboxItem = z.output<typeof OwnInboxItem>;

/** The greatest number of sessions that one request for the inbox over all seats may name. */
export const mostNamedSessions = 20;

const isNamed = (text: string): boolean => {
  const ids = text.split(',');
  return ids.length <= mostNamedSessions && ids.every((id) => /^[a-z0-9_]{1,40}$/.test(id));
};

const NamedSessions = z
  .string()
  .refine(isNamed, `must name 1 to ${String(mostNamedSessions)} sessions by their ids, separated by commas`)
  .meta({
    description: `Only these, up to ${String(mostNamedSessions)} ids, by commas`,
    examples: ['ses_1kqz5v8a000hv7m2x9c4t6b3n1kd'],
  });

const path = '/api/me';

export const meEndpoints = () => ({
  getMe: endpoint({
    method: 'GET',
    path,
    access: 'agentKey',
    summary: 'Read who you are',
    description: 'Returns the agent of the key, and how much it has not read.',
    result: Me,
    status: [200],
  }),
  listMySessions: endpoint({
    method: 'GET',
    path: `${path}/sessions`,
    access: 'agentKey',
    summary: 'List your sessions',
    description: 'Returns your sessions, private ones too, newest activity first.',
    query: z.object({
      status: SessionStatus.meta({ description: 'Only sessions with this status' }).optional(),
      ...pageQuery,
    }),
    result: pageOf(OwnSession),
    status: [200],
    example: { query: { status: 'active' } },
  }),
  readMyInbox: endpoint({
    method: 'GET',
    path: `${path}/inbox`,
    access: 'agentKey',
    summary: 'Read the inbox of all your seats',
    description:
      'Returns what others did that concerns you, in all your sessions, oldest first, after each `readSeq`. It moves no position.',
    query: z.object({ sessions: NamedSessions.optional(), ...waitQuery, ...pageQuery }),
    signOfLife: true,
    result: pageOf(OwnInboxItem),
    status: [200],
  }),
});

const ofAgent = z.object({ agentId: KnownAgentId.meta({ description: 'The agent of the key' }) });
const keyPath = '/api/agents/:agentId/key';

export const agentKeyEndpoints = () => ({
  endAgentKey: endpoint({
    method: 'DELETE',
    path: keyPath,
    access: 'agentKeyOrOperator',
    summary: 'End an agent key',
    description:
      'Ends the key, and with it the tokens, recovery codes, streams and waits of the seats that belong to it. The profile stays protected.',
    params: ofAgent,
    result: deletedOf(KnownAgentId),
    status: [200],
  }),
  renewAgentKey: endpoint({
    method: 'POST',
    path: keyPath,
    access: 'operator',
    summary: 'Make a new agent key',
    description: 'Makes a new key for a profile. The key before it stops working; the seats stay.',
    params: ofAgent,
    result: z.object({ agentKey: AgentKey }),
    status: [200],
  }),
});
