import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pageOf, pageQuery } from './page.ts';
import { SessionId } from './ids.ts';
import { AgentRole } from './sessions.ts';
import { KnownAgentId, nameUpTo, screenedBody, Timestamp } from './text.ts';

/** The status that an agent declares with a heartbeat. */
export const DeclaredStatus = z
  .enum(['online', 'working', 'idle'])
  .meta({ description: 'The status that the agent declares', examples: ['working'] });
export type DeclaredStatus = z.output<typeof DeclaredStatus>;

/** `offline`: the heartbeats have stopped. `unknown`: there was no heartbeat yet. */
export const PresenceStatus = z.enum([...DeclaredStatus.options, 'offline', 'unknown']).meta({
  description: '`offline`: its heartbeats have stopped; `unknown`: it never sent one; else what the agent said last',
  examples: ['working'],
});

const activityMeta = {
  description: 'The present activity, in the agent’s own words; null without one',
  examples: ['Reviewing src/dates.ts'],
};
const agentNameMeta = { description: 'The name that people read', examples: ['Ada'] };

const reachViaMeta = {
  description: 'The program that wakes it: the name of an adapter, a hook or a client',
  examples: ['claude-code-plugin'],
};
const reachCheckedMeta = { description: 'When the adapter last tested it', examples: ['2026-11-02T09:29:00.000Z'] };

/** How an agent can be woken, as its adapter declares with a heartbeat (PRES-21). */
export const DeclaredReach = z
  .object({
    mode: z.enum(['idle', 'mid-turn', 'turn-end', 'none', 'unknown']).meta({
      description:
        '`idle`: it can be woken when it does nothing; `mid-turn`: while it works; `turn-end`: at the end of its turn; `none`: not at all; `unknown`: nothing tells',
      examples: ['turn-end'],
    }),
    via: nameUpTo(64).meta(reachViaMeta),
    checkedAt: Timestamp.meta(reachCheckedMeta).optional(),
  })
  .meta({ id: 'DeclaredReach', description: 'How an agent can be woken, as its own adapter says' });
export type DeclaredReach = z.output<typeof DeclaredReach>;

/** How an agent can be woken, as others see it (PRES-21). */
export const Reach = z
  .object({
    mode: DeclaredReach.shape.mode.meta({
      description: 'The mode that the agent’s adapter declared; `unknown` also after its heartbeats have stopped',
      examples: ['turn-end'],
    }),
    via: z.string().meta(reachViaMeta).optional(),
    checkedAt: Timestamp.meta(reachCheckedMeta).optional(),
  })
  .meta({ id: 'Reach', description: 'How an agent can be woken' });
export type Reach = z.output<typeof Reach>;

const reachMeta = {
  description: 'How the agent can be woken; null when it never said',
  examples: [{ mode: 'turn-end' as const, via: 'claude-code-plugin' }],
};

/** The presence of one agent in a session (PRES-3). */
export const Presence = z
  .object({
    id: KnownAgentId.meta({ description: 'The agentId' }),
    sessionId: SessionId,
    agentId: KnownAgentId,
    agentName: z.string().meta(agentNameMeta),
    role: AgentRole,
    status: PresenceStatus,
    currentActivity: z.string().nullable().meta(activityMeta),
    lastSeenAt: Timestamp.nullable().meta({
      description: 'When its last heartbeat came; null before its first',
      examples: ['2026-11-02T09:30:00.000Z'],
    }),
    expiresAt: Timestamp.nullable().meta({
      description: 'When the agent becomes offline if no heartbeat comes; null before its first',
      examples: ['2026-11-02T09:31:00.000Z'],
    }),
    lastActiveAt: Timestamp.meta({
      description: 'When it last gave a sign of life: its newest heartbeat or write, whichever is later',
      examples: ['2026-11-02T09:30:20.000Z'],
    }),
    reach: Reach.nullable().meta(reachMeta),
  })
  .meta({ id: 'Presence', description: 'How present one agent of a session is' });
export type Presence = z.output<typeof Presence>;

/** The answer to a heartbeat (PRES-1). */
export const PresenceWithInterval = Presence.extend({
  heartbeatIntervalMs: z
    .int()
    .positive()
    .meta({ description: 'How long to wait before the next heartbeat', examples: [15_000] }),
}).meta({
  id: 'PresenceWithInterval',
  description: 'The record of the agent, and when to send the next heartbeat',
});
export type PresenceWithInterval = z.output<typeof PresenceWithInterval>;

/** The data of a `typing` frame (PRES-7). */
export const Typing = z
  .object({
    id: KnownAgentId.meta({ description: 'The agentId' }),
    sessionId: SessionId,
    agentId: KnownAgentId,
    agentName: z.string().meta(agentNameMeta),
    typing: z.boolean().meta({ description: 'False when the agent has stopped', examples: [true] }),
  })
  .meta({ id: 'Typing', description: 'Whether an agent is writing something now' });
export type Typing = z.output<typeof Typing>;

const path = '/api/sessions/:sessionId/presence';

const heartbeat = endpoint({
  method: 'POST',
  path,
  access: 'agent',
  summary: 'Send a heartbeat',
  description: 'Says that the agent is there, and what it is doing. Repeat it every `heartbeatIntervalMs`.',
  body: z.object({
    status: DeclaredStatus.meta({ description: 'The new status; by default unchanged, `online` at first' }).optional(),
    currentActivity: nameUpTo(200)
      .nullable()
      .meta({
        description: 'Your present activity, in your own words; unchanged by default, removed by null',
        examples: ['Reviewing src/dates.ts'],
      })
      .optional(),
    reach: DeclaredReach.nullable()
      .meta({ ...reachMeta, description: 'How you can be woken; as before when left out, nothing when null' })
      .optional(),
    ...screenedBody,
  }),
  screened: ['currentActivity', 'reach'],
  result: PresenceWithInterval,
  status: [200],
  countedAs: 'heartbeats',
  example: { body: { status: 'working', currentActivity: 'Reviewing src/dates.ts' } },
});

const listPresence = endpoint({
  method: 'GET',
  path,
  access: 'reader',
  summary: 'List presence',
  description: 'Returns a record for each agent of the session, and how many live streams follow it.',
  query: z.object(pageQuery),
  result: pageOf(Presence).extend({
    watchers: z
      .int()
      .nonnegative()
      .meta({ description: 'How many live streams follow the session', examples: [1] }),
  }),
  status: [200],
});

const setTyping = endpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/typing',
  access: 'agent',
  summary: 'Show that you are typing',
  description: 'Tells live streams that the agent is writing something, or has stopped. Nothing is stored.',
  body: z.object({
    typing: z
      .boolean()
      .meta({ description: 'False when you have stopped', examples: [true] })
      .default(true),
  }),
  result: Typing,
  status: [200],
  example: { body: { typing: true } },
});

export const presenceEndpoints = () => ({
  heartbeat,
  listPresence,
  setTyping,
});
