import { type BodyOf, type Endpoints, invalid, type Session } from '@pairspace/protocol';
import type { AgentCaller } from '../access/caller.ts';
import type { Capability } from '../access/origin.ts';
import type { Copy } from '../events/copy.ts';
import type { Transaction } from '../storage/storage.ts';
import { loadSession } from './change-session.ts';
import { type OpenedSession, openSession } from './open-session.ts';

interface Fork extends OpenedSession {
  notesCopied: number;
  filesCopied: number;
  tasksCopied: number;
}

export interface ForkParts {
  inviteTtlMs: number;
  agentKey?: string | undefined;
  makers?: readonly Capability[] | undefined;
  /** The operations of the slices of notes, files and tasks. */
  copies: Readonly<Record<'notes' | 'files' | 'tasks', Copy>>;
}

/**
 * Makes a new session with the caller as its creator. The new session begins with the notes and open tasks of the
 * caller’s session, and optionally its files, in their state after `seq` (SES-17 to SES-19, TASK-21).
 */
export const forkSession = async (
  tx: Transaction,
  caller: AgentCaller,
  { name, visibility, agentId, agentName, seq: wantedSeq, files }: BodyOf<Endpoints['forkSession']>,
  { inviteTtlMs, agentKey, makers, copies }: ForkParts,
): Promise<Fork> => {
  const { row: source } = await loadSession(tx, caller.sessionId);
  const seq = wantedSeq ?? source.last_seq;
  if (seq > source.last_seq) throw invalid('body.seq', `must be at most ${String(source.last_seq)}, the newest event`);
  const opened = await openSession(tx, {
    name: name ?? source.name,
    agentId: agentId ?? caller.agentId,
    agentName: agentName ?? (agentId === undefined ? caller.agentName : undefined),
    visibility: visibility ?? source.visibility,
    mode: source.mode,
    maxAgents: source.max_agents,
    metadata: JSON.parse(source.metadata) as Session['metadata'],
    forkedFrom: { sessionId: source.id, seq },
    unprovenSeq: Math.min(1, source.unproven_seq),
    inviteTtlMs,
    agentKey,
    makers,
  });
  const { id: forkId, creator, lastSeq } = opened.session;
  const editor = { kind: 'agent', id: creator.agentId, name: creator.agentName } as const;
  const target = { sourceId: source.id, seq, forkId, editor };
  const notesCopied = await copies.notes(tx, target);
  const filesCopied = files ? await copies.files(tx, target) : 0;
  const tasksCopied = await copies.tasks(tx, target);
  const session = { ...opened.session, lastSeq: lastSeq + notesCopied + filesCopied + tasksCopied };
  return { ...opened, session, notesCopied, filesCopied, tasksCopied };
};
