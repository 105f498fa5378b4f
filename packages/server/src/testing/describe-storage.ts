import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError, type TransientEventOf } from '@pairspace/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type CommitListeners,
  KeptRefusal,
  type MergedChange,
  type Queries,
  type Storage,
  type Transaction,
} from '../storage/storage.ts';

/** A backend under test. */
export interface StorageUnderTest {
  /** Opens the same database again each time it is called. */
  open: (listeners: CommitListeners) => Promise<Storage>;
  /** Removes the database. */
  remove: () => Promise<void>;
}

const now = Date.UTC(2026, 0, 1);

const insert = (tx: Transaction, sessionId: string, agentId: string): Promise<number> =>
  tx.run`
    insert into seat (session_id, agent_id, agent_name, role, position, joined_at)
    values (${sessionId}, ${agentId}, ${agentId}, 'partner', 1, ${tx.now})
  `;

/** What every backend must do; each runs this suite. */
export const describeStorage = (name: string, prepare: (now: () => number) => Promise<StorageUnderTest>): void => {
  describe(`storage on ${name}`, () => {
    let backend: StorageUnderTest;
    let storage: Storage;
    let nudged: string[];
    const listeners: CommitListeners = {
      onNudge: (sessionId) => nudged.push(sessionId),
      onAnnounce: () => undefined,
    };

    beforeEach(async () => {
      backend = await prepare(() => now);
      nudged = [];
      storage = await backend.open(listeners);
    });
    afterEach(async () => {
      await storage[Symbol.asyncDispose]();
      await backend.remove();
    });

    const agents = async (sessionId: string): Promise<string[]> => {
      const rows = await storage.read.all<{ agent_id: string }>`
        select agent_id from seat where session_id = ${sessionId} order by agent_id
      `;
      return rows.map((row) => row.agent_id);
    };

    test('a write is there when it is answered, and after the database was opened again', async () => {
      expect(await storage.write((tx) => insert(tx, 's', 'ada'))).toBe(1);
      expect(await agents('s')).toEqual(['ada']);
      await storage[Symbol.asyncDispose]();
      storage = await backend.open(listeners);
      expect(await agents('s')).toEqual(['ada']);
    });

    test('an error undoes all of its transaction and nothing of the others that share its commit', async () => {
      const results = await Promise.allSettled([
        storage.write((tx) => insert(tx, 's', 'ada')),
        storage.write(async (tx) => {
          await insert(tx, 's', 'bob');
          throw new Error('no');
        }),
        storage.write((tx) => insert(tx, 's', 'cy')),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await agents('s')).toEqual(['ada', 'cy']);
    });

    test('a statement that the database refuses fails its own transaction alone', async () => {
      await storage.write((tx) => insert(tx, 's', 'ada'));
      const [twice, other] = await Promise.allSettled([
        storage.write((tx) => insert(tx, 's', 'ada')),
        storage.write((tx) => insert(tx, 's', 'bob')),
      ]);
      expect(twice.status).toBe('rejected');
      expect(other.status).toBe('fulfilled');
    });

    test('a write that nobody waits for is there with the others, and undoes them when it fails', async () => {
      await storage.write((tx) => {
        tx.queueWrite`insert into migration (version, name, applied_at) values (-3, 'put', 0)`;
        return insert(tx, 's', 'ada');
      });
      expect(await agents('s')).toEqual(['ada']);
      const results = await Promise.allSettled(
        ['bob', 'cy', 'dan'].map((agent) =>
          storage.write(
            (tx) => {
              if (agent === 'cy')
                tx.queueWrite`insert into migration (version, name, applied_at) values (-3, 'twice', 0)`;
              return insert(tx, 's', agent);
            },
            { session: 's' },
          ),
        ),
      );
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await agents('s')).toEqual(['ada', 'bob', 'dan']);
    });

    const addedTo = (version: number, change: number): MergedChange<number> => ({
      kind: 'count',
      row: String(version),
      change,
      merge: (one, other) => one + other,
      write(tx, sum) {
        tx.queueWrite`update migration set applied_at = applied_at + ${sum} where version = ${version}`;
      },
    });
    const countOf = async (db: Queries, version: number): Promise<number | undefined> =>
      (await db.get<{ n: number }>`select applied_at as n from migration where version = ${version}`)?.n;
    const startCount = (version: number): Promise<number> =>
      storage.write((tx) => tx.run`insert into migration (version, name, applied_at) values (${version}, 'count', 0)`);

    test('merged changes are there when the write is answered, once for each transaction that did not fail', async () => {
      await startCount(-4);
      const results = await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) =>
          storage.write(
            async (tx) => {
              tx.queueMerged(addedTo(-4, 1));
              if (index % 3 === 0) await insert(tx, `s${String(index % 8)}`, String(index));
              if (index % 10 === 0) throw new Error('no');
            },
            { session: `s${String(index % 8)}` },
          ),
        ),
      );
      expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(4);
      expect(await countOf(storage.read, -4)).toBe(36);
    });

    test('a transaction sees merged changes once it has asked for them to be written, and its failure loses none of others', async () => {
      await startCount(-5);
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          storage.write(
            async (tx) => {
              tx.queueMerged(addedTo(-5, 1));
              if (index % 4 === 1) return undefined;
              await tx.writeMerged('count');
              const seen = await countOf(tx, -5);
              if (index % 4 === 2) throw new Error('no');
              return seen;
            },
            { session: 's' },
          ),
        ),
      );
      // Every fourth fails, so the twenty add up to 15; whoever looks sees all before it and itself.
      const seen = results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'));
      const expected = Array.from({ length: 20 }, (_, index) => {
        const before = Math.floor(index / 4) * 3;
        return [before + 1, undefined, 'failed', before + 3][index % 4];
      });
      expect(seen).toEqual(expected);
      expect(await countOf(storage.read, -5)).toBe(15);
    });

    test('what a transaction leaves is inherited by the next on its session within a commit, and by no other', async () => {
      const leave = (name: string, session: string | undefined, ends: 'well' | 'badly' = 'well') =>
        storage.write(
          (tx) => {
            const { inherited } = tx;
            tx.leave({ name });
            return ends === 'well' ? Promise.resolve(inherited) : Promise.reject(new Error('no'));
          },
          { session },
        );
      const first = leave('first', 's');
      const rest = [leave('a', 's'), leave('b', 's', 'badly'), leave('c', 's'), leave('other', 'other')];
      await first;
      const results = await Promise.allSettled(rest);
      const inherited = results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'));
      // The first two may share a commit or not; nothing is left by one that failed, or on another session.
      expect([undefined, { name: 'first' }]).toContainEqual(inherited[0]);
      expect(inherited.slice(1)).toEqual(['failed', undefined, undefined]);
      const again = await Promise.all([leave('d', 's'), leave('e', 's'), leave('f', 's')]);
      expect(again.at(-1)).toEqual({ name: 'e' });
    });

    test('what refuses and keeps what it wrote is refused to the caller, and written', async () => {
      const refusal = new ServiceError('FORBIDDEN', 'no');
      for (const settings of [{}, { session: 's' }, { concurrent: true }]) {
        const refused = storage.write(async (tx) => {
          await insert(tx, 's', JSON.stringify(settings));
          throw new KeptRefusal(refusal);
        }, settings);
        await expect(refused).rejects.toBe(refusal);
      }
      expect(await agents('s')).toHaveLength(3);
    });

    test('transactions of one session decide one after the other, and one that refuses holds up no other', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) =>
          storage.write(
            async (tx) => {
              const before = await tx.get<{ n: number }>`select count(*) as n from seat where session_id = 's'`;
              if (index % 5 === 0) throw new Error('no');
              await insert(tx, 's', String(before?.n).padStart(3, '0'));
              if (index % 5 === 1) throw new Error('no');
              return before?.n;
            },
            { session: 's' },
          ),
        ),
      );
      const counts = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(counts).toEqual(Array.from({ length: 60 }, (_, index) => index));
      expect(await agents('s')).toHaveLength(60);
    });

    test('text is in the order of its bytes', async () => {
      const names = ['b', 'B', 'a', 'é', 'z', '~', '_', '-', 'A', 'aa', 'a-b', 'a_b', 'a.b', 'a/b'];
      await storage.write(async (tx) => {
        for (const name of names) await insert(tx, 's', name);
      });
      const inBytes = names.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      expect(await agents('s')).toEqual(inBytes);
    });

    test('transactions at once see each other’s changes as if one came after the other', async () => {
      await storage.write((tx) => tx.run`insert into migration (version, name, applied_at) values (-1, 'count', 0)`);
      const counts = await Promise.all(
        Array.from({ length: 300 }, () =>
          storage.write(async (tx) => {
            const before = await tx.get<{ n: number }>`select applied_at as n from migration where version = -1`;
            await tx.run`update migration set applied_at = ${(before?.n ?? 0) + 1} where version = -1`;
            return before?.n;
          }),
        ),
      );
      expect(new Set(counts).size).toBe(300);
      const after = await storage.read.get<{ n: number }>`select applied_at as n from migration where version = -1`;
      expect(after?.n).toBe(300);
    });

    test('a transaction sees its own changes, a reader only what is committed', async () => {
      const seen = await storage.write(async (tx) => {
        await insert(tx, 's', 'ada');
        return tx.get<{ n: number }>`select count(*) as n from seat where session_id = 's'`;
      });
      expect(seen?.n).toBe(1);
    });

    test('every change of one transaction carries the one time of the clock', async () => {
      expect(await storage.write((tx) => Promise.resolve(tx.now))).toBe(now);
    });

    test('followers are nudged after the commit, once a session, and not for what was undone', async () => {
      await Promise.allSettled([
        storage.write(async (tx) => {
          await insert(tx, 's1', 'ada');
          tx.nudge('s1');
          tx.nudge('s1');
          expect(nudged).toEqual([]);
        }),
        storage.write((tx) => {
          tx.nudge('s2');
          return Promise.reject(new Error('no'));
        }),
      ]);
      expect(nudged).toEqual(['s1']);
    });

    test('[PRES-16] what need not be durable is there for readers when it is answered, and after a clean end', async () => {
      expect(await storage.write((tx) => insert(tx, 's', 'ada'), { durable: false })).toBe(1);
      expect(await agents('s')).toEqual(['ada']);
      await storage[Symbol.asyncDispose]();
      storage = await backend.open(listeners);
      expect(await agents('s')).toEqual(['ada']);
    });

    test('[PRES-16] what need not be durable is undone by an error, and serialised with what must be', async () => {
      await storage.write((tx) => insert(tx, 's', 'ada'));
      const results = await Promise.allSettled([
        storage.write((tx) => tx.run`delete from seat where agent_id = 'ada'`, { session: 's' }),
        storage.write(
          async (tx) => {
            await insert(tx, 's', 'ada');
            throw new Error('no');
          },
          { session: 's', durable: false },
        ),
        storage.write((tx) => tx.get`select count(*) as n from seat`, { session: 's', durable: false }),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(results[2]).toMatchObject({ value: { n: 0 } });
      expect(await agents('s')).toEqual([]);
    });

    test('[PRES-8] frames are announced after the commit, after the nudges, each of them, and not for what was undone', async () => {
      const frame: TransientEventOf<'typing'> = {
        event: 'typing',
        timestamp: '2026-01-01T00:00:00.000Z',
        sessionId: 's',
        actor: { kind: 'agent', id: 'ada', name: 'Ada' },
        data: { id: 'ada', sessionId: 's', agentId: 'ada', agentName: 'Ada', typing: true },
      };
      const order: string[] = [];
      await storage[Symbol.asyncDispose]();
      storage = await backend.open({
        onNudge: () => order.push('nudge'),
        onAnnounce: ({ event, data }) => order.push(`${event} ${String(event === 'typing' && data.typing)}`),
      });
      await Promise.allSettled([
        storage.write((tx) => {
          tx.announce(frame);
          tx.announce({ ...frame, data: { ...frame.data, typing: false } });
          tx.nudge('s');
          expect(order).toEqual([]);
          return Promise.resolve();
        }),
        storage.write((tx) => {
          tx.announce(frame);
          return Promise.reject(new Error('no'));
        }),
      ]);
      expect(order).toEqual(['nudge', 'typing true', 'typing false']);
    });

    test('what waits for anything but the database is refused and undone', async () => {
      const late = storage.write(async (tx) => {
        await insert(tx, 's', 'ada');
        await nextTurn();
        await nextTurn();
        await insert(tx, 's', 'bob');
      });
      await expect(late).rejects.toThrow('not the database');
      expect(await agents('s')).toEqual([]);
    });

    test('[NET-34] long work lets others have their turns inside its transaction, and nobody sees half of it', async () => {
      let others = 0;
      let seen = 0;
      const other = setInterval(() => {
        others++;
        void agents('s').then((found) => (seen = Math.max(seen, found.length)));
      }, 1);
      await storage.write(async (tx) => {
        await insert(tx, 's', 'ada');
        const until = performance.now() + 4000;
        while (others <= 2 && performance.now() < until) await tx.takeTurn();
        clearInterval(other);
        expect(others).toBeGreaterThan(2);
        expect(seen).toBe(0);
        await insert(tx, 's', 'bob');
      });
      expect(await agents('s')).toHaveLength(2);
    });

    test('a query after the end of its transaction is refused', async () => {
      const kept = await storage.write((tx) => Promise.resolve(tx));
      await expect(kept.run`delete from seat`).rejects.toThrow('after the end');
    });

    test('a reader cannot write', async () => {
      await expect(storage.read.run`delete from seat`).rejects.toThrow('outside a transaction');
    });

    test('a snapshot sees one moment however long it lasts, while writes go on and others see them', async () => {
      await storage.write((tx) => insert(tx, 's', 'ada'));
      const agentsIn = (db: Queries) => db.all<{ agent_id: string }>`select agent_id from seat where session_id = 's'`;
      const seen = await storage.snapshot(async (db) => {
        const before = await agentsIn(db);
        await storage.write((tx) => insert(tx, 's', 'bob'));
        await nextTurn();
        expect(await agents('s')).toEqual(['ada', 'bob']);
        return [before, await agentsIn(db)];
      });
      expect(seen).toEqual([[{ agent_id: 'ada' }], [{ agent_id: 'ada' }]]);
    });

    test('a snapshot begins with the newest commit that was answered, though nothing was read in it yet', async () => {
      await storage.write((tx) => insert(tx, 's', 'ada'));
      const count = await storage.snapshot(async (db) => {
        await storage.write((tx) => insert(tx, 's', 'bob'));
        return db.get<{ n: number }>`select count(*) as n from seat where session_id = 's'`;
      });
      expect(count).toEqual({ n: 1 });
    });

    test('a snapshot cannot write, passes on an error, and is over when its work is', async () => {
      await expect(storage.snapshot((db) => db.run`delete from seat`)).rejects.toThrow();
      await expect(storage.snapshot(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
      const kept = await storage.snapshot((db) => Promise.resolve(db));
      await expect(kept.get`select 1`).rejects.toThrow();
    });

    test('text comes back as it went in, null as null, large integers exactly', async () => {
      const text = 'é 漢 \u{1f600} \n\t"\'\\ % _';
      const row = await storage.write(async (tx) => {
        await tx.run`insert into migration (version, name, applied_at) values (-2, ${text}, ${Number.MAX_SAFE_INTEGER})`;
        return tx.get<{ name: string; at: number; none: null }>`
          select name, applied_at as at, cast(${null} as text) as none from migration where version = -2
        `;
      });
      expect(row).toEqual({ name: text, at: Number.MAX_SAFE_INTEGER, none: null });
    });
  });
};
