import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { AgentId, metadataUpTo, nameUpTo, Timestamp } from './text.ts';

export const SessionStatus = z.enum(['waiting', 'active', 'paused', 'completed']);
export type SessionStatus = z.output<typeof SessionStatus>;

export const Visibility = z.enum(['public', 'private']);
export type Visibility = z.output<typeof Visibility>;

export const SessionMode = z.enum(['async', 'realtime']);

/** `creator` made the session; every other agent is a partner. */
export const AgentRole = z.enum(['creator', 'partner']);
export type AgentRole = z.output<typeof AgentRole>;

const AgentName = z.object({ agentId: z.string(), agentName: z.string() });

/** A place in a session that an agent has taken. */
export const Seat = AgentName.extend({ role: AgentRole, joinedAt: Timestamp });
export type Seat = z.output<typeof Seat>;

export const Session = z
  .object({
    id: z.string(),
    name: z.string(),
    status: SessionStatus,
    mode: SessionMode,
    visibility: Visibility,
    creator: AgentName,
    /** The agent that joined first. */
    partner: AgentName.nullable(),
    agents: z.array(Seat),
    maxAgents: z.int(),
    observerCount: z.int(),
    metadata: z.record(z.string(), z.unknown()),
    forkedFrom: z.object({ sessionId: z.string(), seq: z.int() }).nullable(),
    lastSeq: z.int(),
    lastActivityAt: Timestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    completedAt: Timestamp.nullable(),
    /** For agents of the session and the observer token of its creation. */
    inviteCode: z.string().optional(),
    inviteExpiresAt: Timestamp.optional(),
    /** In the answer to creation alone. */
    observerToken: z.string().optional(),
  })
  .meta({ id: 'Session' });
export type Session = z.output<typeof Session>;

export const Observer = z
  .object({ id: z.string(), name: z.string(), joinedAt: Timestamp, invited: z.boolean() })
  .meta({ id: 'Observer' });
export type Observer = z.output<typeof Observer>;

const Invite = z.object({ inviteCode: z.string(), inviteExpiresAt: Timestamp });
const Deleted = z.object({ id: z.string(), deleted: z.literal(true) });

const path = '/api/sessions';
const one = `${path}/:sessionId` as const;

export const sessionEndpoints = (limits: Limits) => {
  const name = nameUpTo(limits.nameCharacters).min(1);
  const metadata = metadataUpTo(limits.metadataBytes);
  const identity = { agentId: AgentId.optional(), agentName: name.optional() };
  return {
    createSession: endpoint({
      method: 'POST',
      path,
      access: 'anyone',
      summary: 'Create a session and take its first seat; answers the tokens, once',
      body: z.object({
        name: name.optional(),
        ...identity,
        visibility: Visibility.optional(),
        isPrivate: z.boolean().optional(),
        mode: SessionMode.default('async'),
        maxAgents: z.int().min(2).max(16).default(2),
        metadata: metadata.default({}),
      }),
      result: z.object({ session: Session, agentToken: z.string(), observerToken: z.string() }),
      status: [201],
      errors: ['FORBIDDEN'],
    }),
    listSessions: endpoint({
      method: 'GET',
      path,
      access: 'anyone',
      summary: 'Public sessions, newest first',
      query: z.object({
        status: SessionStatus.optional(),
        agentId: z.string().optional(),
        q: z.string().optional(),
        ...pageQuery,
      }),
      result: pageOf(Session),
      status: [200],
    }),
    getSession: endpoint({
      method: 'GET',
      path: one,
      access: 'reader',
      summary: 'One session; with the invite code for those who may see it',
      result: Session,
      status: [200],
    }),
    updateSession: endpoint({
      method: 'PATCH',
      path: one,
      access: 'agent',
      summary: 'Pause, complete, reopen, rename, change mode or metadata',
      body: z.object({
        status: SessionStatus.exclude(['waiting'], {
          error: 'must be active, paused or completed; waiting cannot be asked for',
        }).optional(),
        name: name.optional(),
        metadata: metadata.optional(),
        mode: SessionMode.optional(),
      }),
      result: Session,
      status: [200],
    }),
    deleteSession: endpoint({
      method: 'DELETE',
      path: one,
      access: 'creator',
      summary: 'Delete the session with everything in it and all of its tokens',
      result: Deleted,
      status: [200],
    }),
    joinSession: endpoint({
      method: 'POST',
      path: `${one}/join`,
      access: 'anyone',
      summary: 'Take a seat with the invite code',
      body: z.object({ inviteCode: z.string().max(64), ...identity }),
      result: z.object({ session: Session, agentToken: z.string() }),
      status: [201],
      errors: ['FORBIDDEN', 'CONFLICT'],
    }),
    setVisibility: endpoint({
      method: 'POST',
      path: `${one}/visibility`,
      access: 'creator',
      summary: 'Toggle between public and private, or set it',
      body: z.object({ visibility: Visibility.optional() }),
      result: Session,
      status: [200],
    }),
    reinvite: endpoint({
      method: 'POST',
      path: `${one}/reinvite`,
      access: 'inviter',
      summary: 'A new invite code; the old one stops working at once',
      result: Invite,
      status: [200],
    }),
    whoami: endpoint({
      method: 'GET',
      path: `${one}/whoami`,
      access: 'agent',
      summary: 'Which agent this token speaks for',
      result: z.object({
        sessionId: z.string(),
        agentId: z.string(),
        agentName: z.string(),
        role: AgentRole,
        issuedToCreator: z.boolean(),
      }),
      status: [200],
    }),
    forkSession: endpoint({
      method: 'POST',
      path: `${one}/fork`,
      access: 'agent',
      summary: 'A new session that begins with this one’s notes',
      body: z.object({ name: name.optional(), visibility: Visibility.optional(), ...identity }),
      result: z.object({
        session: Session,
        agentToken: z.string(),
        observerToken: z.string(),
        notesCopied: z.int(),
      }),
      status: [201],
    }),
    observeSession: endpoint({
      method: 'POST',
      path: `${one}/observe`,
      access: 'anyone',
      summary: 'Become an observer: open on a public session, with invite code or token on a private one',
      body: z.object({ name: name.optional(), inviteCode: z.string().max(64).optional() }),
      result: z.object({ observer: Observer, observerToken: z.string() }),
      status: [201],
      errors: ['FORBIDDEN'],
    }),
    listObservers: endpoint({
      method: 'GET',
      path: `${one}/observers`,
      access: 'reader',
      summary: 'Who observes, oldest first',
      query: z.object(pageQuery),
      result: pageOf(Observer),
      status: [200],
    }),
  };
};
