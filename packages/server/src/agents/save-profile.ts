import {
  AgentId,
  type BodyOf,
  type Endpoints,
  invalid,
  type Profile,
  ServiceError,
  withoutEnd,
} from '@pairspace/protocol';
import { appendAdminEntry } from '../access/admin-log.ts';
import { assertStorageHasRoom } from '../access/capacity.ts';
import { agentKeyHash, assertAgentKey, giveSeatToKey, lockToProtect, newAgentKey } from '../access/agent-key.ts';
import { type Caller, unknownToken } from '../access/caller.ts';
import { agentKeyOf, type Capability, recordOrigin } from '../access/origin.ts';
import { newId } from '../lib/ids.ts';
import { invariant } from '../lib/invariant.ts';
import { ensureProfile, indexWords } from '../agent-statistics/profile.ts';
import type { Transaction } from '../storage/storage.ts';
import { presentProfile, type ProfileRow } from './agent-store.ts';

interface SavedProfile {
  profile: Profile & { agentKey?: string };
  created: boolean;
}

/** Creates an agent's profile, or changes the given fields of it (AGT-2, AGT-4). */
export const saveProfile = async (
  tx: Transaction,
  body: BodyOf<Endpoints['saveProfile']>,
  key: string | undefined,
  caller: Caller = { kind: 'stranger' },
  makers: readonly Capability[] = [],
): Promise<SavedProfile> => {
  assertStorageHasRoom(tx);
  const name = same('name', body.name, body.agentName);
  const agentId = same('id', body.id, body.agentId) ?? idFrom(name);
  if (body.protect === true) lockToProtect(tx, agentId);
  const created = await ensureProfile(tx, agentId, name ?? agentId);
  // The update locks the row, so that nobody changes a profile while it is being protected.
  const current = await tx.get<ProfileRow>`
    update agent set updated_at = ${tx.now}, bare = 0 where id = ${agentId} returning *
  `;
  invariant(current, 'a profile that was ensured is there');
  if (caller.kind !== 'operator') assertAgentKey(agentId, current.key_hash, key);
  if (body.protect === true && current.key_hash === null) await assertMayProtect(tx, agentId, caller);

  const { agentKey, ...protection } = protectionOf(body.protect, current, tx.now);
  const capabilities = body.capabilities && withoutRepeats(body.capabilities);
  const row: ProfileRow = {
    ...current,
    name: name ?? current.name,
    description: body.description ?? current.description,
    capabilities: capabilities ? JSON.stringify(capabilities) : current.capabilities,
    url: body.url === undefined ? current.url : body.url,
    metadata: body.metadata ? JSON.stringify(body.metadata) : current.metadata,
    ...protection,
  };
  await storeProfile(tx, row);
  if (agentKey !== undefined) recordOrigin(tx, agentKeyOf(agentId, row.key_line ?? ''), makers);
  if (agentKey !== undefined && caller.kind === 'agent' && caller.agentId === agentId) {
    giveSeatToKey(tx, { sessionId: caller.sessionId, agentId, keyLine: row.key_line ?? '' });
  }
  await followChanges(tx, caller, current, row);
  if (capabilities) await putCapabilities(tx, agentId, capabilities);
  const profile = presentProfile({ ...row, last_active_at: await getLastActive(tx, agentId) });
  return { profile: { ...profile, ...(agentKey && { agentKey }) }, created };
};

/**
 * Updates the index of search words after a change of name or description, and the admin log after a change of the key.
 */
const followChanges = async (tx: Transaction, caller: Caller, before: ProfileRow, after: ProfileRow): Promise<void> => {
  const { id, name, description, key_hash: keyHash } = after;
  if (name !== before.name || description !== before.description) await indexWords(tx, id, name, description);
  if (keyHash !== before.key_hash) await tellOfKey(tx, caller, after);
};

/** Logs that a key was made, or ended with the protection. Acts of the operator are logged elsewhere (ADM-1). */
const tellOfKey = async (tx: Transaction, caller: Caller, { id, name, key_hash }: ProfileRow): Promise<void> => {
  if (caller.kind === 'operator') return;
  await appendAdminEntry(tx, {
    actor: { kind: 'agent', id, name },
    action: 'saveProfile',
    target: `/api/agents/${id}`,
    details: { protect: key_hash !== null },
  });
};

const getLastActive = async (tx: Transaction, agentId: string): Promise<number> => {
  const row = await tx.get<{ last_active_at: number }>`
    select last_active_at from agent_stats where agent_id = ${agentId}
  `;
  invariant(row, 'a profile has its statistics');
  return row.last_active_at;
};

type Protection = Pick<ProfileRow, 'key_hash' | 'key_line'> & { agentKey?: string };

/**
 * The key and its line after the change. A line identifies the successive keys of one protection; a new protection
 * begins a new line (ME-2).
 */
const protectionOf = (protect: boolean | undefined, { key_hash, key_line }: ProfileRow, now: number): Protection => {
  if (protect === false) return { key_hash: null, key_line: null };
  if (protect === undefined || key_hash !== null) return { key_hash, key_line };
  const agentKey = newAgentKey();
  return { key_hash: agentKeyHash(agentKey), key_line: newId('akl', now), agentKey };
};

const storeProfile = async (tx: Transaction, row: ProfileRow): Promise<void> => {
  await tx.run`
    update agent set name = ${row.name}, description = ${row.description}, capabilities = ${row.capabilities},
      url = ${row.url}, metadata = ${row.metadata}, key_hash = ${row.key_hash}, key_line = ${row.key_line}
    where id = ${row.id}
  `;
  await tx.run`
    update agent_stats set name_folded = ${row.name.toLowerCase()},
      last_active_at = case when last_active_at < ${tx.now} then ${tx.now} else last_active_at end
    where agent_id = ${row.id}
  `;
};

/**
 * Checks who may protect an id that a session has used: the agent that used it, or the operator (MOD-8). Anyone can
 * open a session under an unprotected id, so only the token of the earliest seat counts.
 */
const assertMayProtect = async (tx: Transaction, agentId: string, caller: Caller): Promise<void> => {
  if (caller.kind === 'operator') return;
  if (caller.kind === 'agent' && caller.agentId === agentId) {
    const own = await tx.get<{ taken_at: number }>`
      select coalesce(imported_at, joined_at) as taken_at from seat join session on session.id = seat.session_id
      where session_id = ${caller.sessionId} and agent_id = ${agentId}
    `;
    if (!own) throw unknownToken();
    const earlier = await tx.get`
      select 1 as earlier from seat join session on session.id = seat.session_id
      where agent_id = ${agentId} and coalesce(imported_at, joined_at) < ${own.taken_at} limit 1
    `;
    if (!earlier) return;
    throw new ServiceError(
      'FORBIDDEN',
      `Another session has used "${agentId}" before. Send the agent token of the one that used it first, or ask the operator.`,
    );
  }
  const used = await tx.get`select 1 as used from seat where agent_id = ${agentId} limit 1`;
  if (!used) return;
  throw new ServiceError(
    caller.kind === 'stranger' ? 'UNAUTHORIZED' : 'FORBIDDEN',
    `Sessions have used "${agentId}". Protecting it needs an agent token of that agent, as Authorization.`,
  );
};

/** The value of a field that has two names. If both are given, they must agree. */
const same = (name: string, one: string | undefined, other: string | undefined): string | undefined => {
  if (one !== undefined && other !== undefined && one !== other) {
    throw invalid(`body.${name}`, 'must be given once, or twice the same');
  }
  return one ?? other;
};

/** A name as an id: unchanged if valid, otherwise with hyphens for invalid characters. */
const idFrom = (name: string | undefined): string => {
  if (name === undefined) throw invalid('body.id', 'is required, or a name');
  const hyphenated = withoutEnd(name.replace(/[^A-Za-z0-9._:@-]+/g, '-').replace(/^[^A-Za-z0-9]+/, ''), '-');
  const id = [name, hyphenated].find((text) => AgentId.safeParse(text).success);
  if (id === undefined) throw invalid('body.id', 'is required, because the name cannot become an id');
  return id;
};

const folded = (capability: string): string => capability.toLowerCase();

const withoutRepeats = (capabilities: readonly string[]): string[] => {
  const known = capabilities.map(folded);
  return capabilities.filter((capability, index) => known.indexOf(folded(capability)) === index);
};

const putCapabilities = async (tx: Transaction, agentId: string, capabilities: readonly string[]): Promise<void> => {
  await tx.run`delete from agent_capability where agent_id = ${agentId}`;
  for (const capability of capabilities) {
    await tx.run`insert into agent_capability (agent_id, capability) values (${agentId}, ${folded(capability)})`;
  }
};
