import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';
import { AgentRole } from './sessions.ts';
import { nameUpTo, Timestamp } from './text.ts';

/** What an agent says of itself with a heartbeat. */
export const DeclaredStatus = z.enum(['online', 'working', 'idle']);
export type DeclaredStatus = z.output<typeof DeclaredStatus>;

/** `offline`: its heartbeats have stopped. `unknown`: it never sent one. */
export const PresenceStatus = z.enum([...DeclaredStatus.options, 'offline', 'unknown']);

/** How present one agent of a session is (PRES-3). */
export const Presence = z
  .object({
    /** The agentId. */
    id: z.string(),
    sessionId: z.string(),
    agentId: z.string(),
    agentName: z.string(),
    role: AgentRole,
    status: PresenceStatus,
    currentActivity: z.string().nullable(),
    /** When the last heartbeat came. */
    lastSeenAt: Timestamp.nullable(),
    /** From when on it is offline, if no further heartbeat comes. */
    expiresAt: Timestamp.nullable(),
  })
  .meta({ id: 'Presence' });
export type Presence = z.output<typeof Presence>;

/** The answer to a heartbeat (PRES-1). */
export const PresenceWithInterval = Presence.extend({ heartbeatIntervalMs: z.int().positive() }).meta({
  id: 'PresenceWithInterval',
});
export type PresenceWithInterval = z.output<typeof PresenceWithInterval>;

/** What a `typing` frame carries (PRES-7). */
export const Typing = z
  .object({
    /** The agentId. */
    id: z.string(),
    sessionId: z.string(),
    agentId: z.string(),
    agentName: z.string(),
    /** False: it has stopped. */
    typing: z.boolean(),
  })
  .meta({ id: 'Typing' });
export type Typing = z.output<typeof Typing>;

const path = '/api/sessions/:sessionId/presence';

export const presenceEndpoints = () => ({
  heartbeat: endpoint({
    method: 'POST',
    path,
    access: 'agent',
    summary: 'Say that the agent is there, and what it does; to be repeated every `heartbeatIntervalMs`',
    body: z.object({
      status: DeclaredStatus.optional(),
      currentActivity: nameUpTo(200).nullable().optional(),
    }),
    result: PresenceWithInterval,
    status: [200],
    countedAs: 'heartbeats',
  }),
  listPresence: endpoint({
    method: 'GET',
    path,
    access: 'reader',
    summary: 'Which agents of the session are there, and how many live streams watch it',
    query: z.object(pageQuery),
    result: pageOf(Presence).extend({ watchers: z.int().nonnegative() }),
    status: [200],
  }),
  setTyping: endpoint({
    method: 'POST',
    path: '/api/sessions/:sessionId/typing',
    access: 'agent',
    summary: 'Show live streams that the agent is writing something, or has stopped; stored nowhere',
    body: z.object({ typing: z.boolean().default(true) }),
    result: Typing,
    status: [200],
  }),
});
