import { canonicalJson } from '@pairspace/protocol';
import { createHash, randomUUID } from 'node:crypto';

const at = '2026-01-01T00:00:00.000Z';

/** The export of a new session with one event and no signature, which any service imports. */
export const exportSample = (): Record<string, unknown> => {
  const id = `ses_${randomUUID().replaceAll('-', '').slice(0, 28)}`;
  const session = sessionOf(id);
  const actor = { kind: 'agent', id: 'ada', name: 'Ada' };
  const event = { seq: 1, event: 'session.created', timestamp: at, sessionId: id, actor, data: session };
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const hash = sha256(`${sha256(id)}\n${canonicalJson(event)}`);
  return {
    format: 'pairspace.session',
    version: 1,
    exportedAt: at,
    seq: 1,
    session,
    agents: session.agents,
    observers: [],
    messages: [],
    notes: [],
    files: [],
    compute: { agentUsage: [], jobs: [], pool: null },
    tasks: [],
    presence: [],
    events: [{ ...event, hash }],
  };
};

const sessionOf = (id: string) => {
  const creator = { agentId: 'ada', agentName: 'Ada' };
  return {
    id,
    name: 'Imported',
    status: 'waiting',
    mode: 'async',
    visibility: 'public',
    creator,
    partner: null,
    agents: [{ ...creator, role: 'creator', joinedAt: at }],
    maxAgents: 16,
    observerCount: 0,
    metadata: {},
    forkedFrom: null,
    lastSeq: 1,
    lastActivityAt: at,
    createdAt: at,
    updatedAt: at,
    completedAt: null,
  };
};
