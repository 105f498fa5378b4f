import { afterEach, beforeEach } from 'vitest';
import type { CommitListeners, Storage, Transaction } from '../storage/storage.ts';

/** A backend under test. */
export interface StorageUnderTest {
  /** Opens the same database again at each call. */
  open: (listeners: CommitListeners) => Promise<Storage>;
  /** Removes the database. */
  remove: () => Promise<void>;
}

export type PrepareStorage = (now: () => number) => Promise<StorageUnderTest>;

/** The constant time of the clock. */
export const now = Date.UTC(2026, 0, 1);

export const insertSeat = (tx: Transaction, sessionId: string, agentId: string): Promise<number> =>
  tx.run`
    insert into seat (session_id, agent_id, agent_name, role, recovery_hash, position, joined_at)
    values (${sessionId}, ${agentId}, ${agentId}, 'partner', '', 1, ${tx.now})
  `;

export interface OpenedStorage {
  readonly storage: Storage;
  /** The sessions whose followers were notified. */
  readonly notified: readonly string[];
  /** Closes the database and opens it again. */
  reopen: (listeners?: CommitListeners) => Promise<void>;
  /** The seats of a session, by agentId. */
  agents: (sessionId: string) => Promise<string[]>;
}

/** Opens an empty database before each test of a `describe`, and removes it after. */
export const openForEach = (prepare: PrepareStorage): OpenedStorage => {
  let backend: StorageUnderTest;
  let storage: Storage;
  let notified: string[];
  const recorded: CommitListeners = {
    onNotify: (sessionId) => notified.push(sessionId),
    onAnnounce: () => undefined,
  };
  beforeEach(async () => {
    backend = await prepare(() => now);
    notified = [];
    storage = await backend.open(recorded);
  });
  afterEach(async () => {
    await storage[Symbol.asyncDispose]();
    await backend.remove();
  });
  return {
    get storage() {
      return storage;
    },
    get notified() {
      return notified;
    },
    async reopen(listeners = recorded) {
      await storage[Symbol.asyncDispose]();
      storage = await backend.open(listeners);
    },
    async agents(sessionId) {
      const rows = await storage.read.all<{ agent_id: string }>`
        select agent_id from seat where session_id = ${sessionId} order by agent_id
      `;
      return rows.map((row) => row.agent_id);
    },
  };
};
