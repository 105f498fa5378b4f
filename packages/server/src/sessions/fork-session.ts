import { type BodyOf, type Endpoints, ServiceError, type Session } from '@pairspace/protocol';
import type { AgentCaller } from '../access/caller.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import { findSessionRow } from './session-store.ts';

interface Fork extends OpenedSession {
  notesCopied: number;
}

/** Makes a new session, with the caller as its creator, that begins with the notes of this one (SES-17 to SES-19). */
export const forkSession = async (
  tx: Transaction,
  caller: AgentCaller,
  { name, visibility, agentId, agentName }: BodyOf<Endpoints['forkSession']>,
  { inviteTtlMs, agentKey }: { inviteTtlMs: number; agentKey?: string | undefined },
): Promise<Fork> => {
  const source = await findSessionRow(tx, caller.sessionId);
  if (!source) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  const opened = await openSession(tx, {
    name: name ?? source.name,
    agentId: agentId ?? caller.agentId,
    agentName: agentName ?? (agentId === undefined ? caller.agentName : undefined),
    visibility: visibility ?? source.visibility,
    mode: source.mode,
    maxAgents: source.max_agents,
    metadata: JSON.parse(source.metadata) as Session['metadata'],
    forkedFrom: { sessionId: source.id, seq: source.last_seq },
    inviteTtlMs,
    agentKey,
  });
  const bytes = await carriedBytes(tx, source.id);
  const notesCopied = await copyNotes(tx, source.id, opened.session);
  tx.queueWrite`update session set stored_bytes = stored_bytes + ${bytes} where id = ${opened.session.id}`;
  return { ...opened, notesCopied };
};

/** What the newest versions of a session's notes take. */
const carriedBytes = async (tx: Transaction, sessionId: string): Promise<number> => {
  const row = await tx.get<{ bytes: number }>`
    select cast(coalesce(sum(octet_length(content)), 0) as bigint) as bytes
    from note join note_version on note_version.session_id = note.session_id and note_id = note.id
      and note_version.version = note.version
    where note.session_id = ${sessionId}
  `;
  return row?.bytes ?? 0;
};

/** The carried notes are part of the fork's one event: their history begins with it, at version 1. */
const copyNotes = async (tx: Transaction, sourceId: string, { id, lastSeq, creator }: Session): Promise<number> => {
  const notes = await tx.all<{ id: string; version: number }>`
    select id, version from note where session_id = ${sourceId} order by id
  `;
  const editor = JSON.stringify({ kind: 'agent', id: creator.agentId, name: creator.agentName });
  for (const note of notes) {
    const noteId = newId('note', tx.now);
    const copiedFrom = JSON.stringify({ sessionId: sourceId, noteId: note.id, version: note.version });
    await tx.run`
      insert into note (session_id, id, version, created_by, copied_from, created_at)
      values (${id}, ${noteId}, 1, ${editor}, ${copiedFrom}, ${tx.now})
    `;
    await tx.run`
      insert into note_version (session_id, note_id, version, seq, title, content, editor, created_at)
      select ${id}, ${noteId}, 1, ${lastSeq}, title, content, ${editor}, ${tx.now}
      from note_version where session_id = ${sourceId} and note_id = ${note.id} and version = ${note.version}
    `;
  }
  return notes.length;
};
