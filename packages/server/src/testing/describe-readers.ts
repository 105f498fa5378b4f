import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TransientEventOf } from '@pairspace/protocol';
import { describe, expect, test } from 'vitest';
import type { Queries } from '../storage/storage.ts';
import { insertSeat, openForEach, type PrepareStorage } from './opened-storage.ts';

/** Tests of the storage port about readers, followers, snapshots and refusals; every backend runs them. */
export const describeReaders = (name: string, prepare: PrepareStorage): void => {
  describe(`readers on ${name}`, () => {
    const opened = openForEach(prepare);

    test('followers are notified after the commit, once a session, and not for what was undone', async () => {
      await Promise.allSettled([
        opened.storage.write(async (tx) => {
          await insertSeat(tx, 's1', 'ada');
          tx.notify('s1');
          tx.notify('s1');
          expect(opened.notified).toEqual([]);
        }),
        opened.storage.write((tx) => {
          tx.notify('s2');
          return Promise.reject(new Error('no'));
        }),
      ]);
      expect(opened.notified).toEqual(['s1']);
    });

    test('what need not be durable is there for readers when it is answered, and after a clean end', async () => {
      expect(await opened.storage.write((tx) => insertSeat(tx, 's', 'ada'), { durable: false })).toBe(1);
      expect(await opened.agents('s')).toEqual(['ada']);
      await opened.reopen();
      expect(await opened.agents('s')).toEqual(['ada']);
    });

    test('what need not be durable is undone by an error, and serialised with what must be', async () => {
      await opened.storage.write((tx) => insertSeat(tx, 's', 'ada'));
      const results = await Promise.allSettled([
        opened.storage.write((tx) => tx.run`delete from seat where agent_id = 'ada'`, { session: 's' }),
        opened.storage.write(
          async (tx) => {
            await insertSeat(tx, 's', 'ada');
            throw new Error('no');
          },
          { session: 's', durable: false },
        ),
        opened.storage.write((tx) => tx.get`select count(*) as n from seat`, { session: 's', durable: false }),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(results[2]).toMatchObject({ value: { n: 0 } });
      expect(await opened.agents('s')).toEqual([]);
    });

    test('[PRES-8] frames are announced after the commit, after the notifications, each of them, and not for what was undone', async () => {
      const frame: TransientEventOf<'typing'> = {
        event: 'typing',
        timestamp: '2026-01-01T00:00:00.000Z',
        sessionId: 's',
        actor: { kind: 'agent', id: 'ada', name: 'Ada' },
        data: { id: 'ada', sessionId: 's', agentId: 'ada', agentName: 'Ada', typing: true },
      };
      const order: string[] = [];
      await opened.reopen({
        onNotify: () => order.push('notify'),
        onAnnounce: ({ event, data }) => order.push(`${event} ${String(event === 'typing' && data.typing)}`),
      });
      await Promise.allSettled([
        opened.storage.write((tx) => {
          tx.announce(frame);
          tx.announce({ ...frame, data: { ...frame.data, typing: false } });
          tx.notify('s');
          expect(order).toEqual([]);
          return Promise.resolve();
        }),
        opened.storage.write((tx) => {
          tx.announce(frame);
          return Promise.reject(new Error('no'));
        }),
      ]);
      expect(order).toEqual(['notify', 'typing true', 'typing false']);
    });

    test('what waits for anything but the database is refused and undone', async () => {
      const late = opened.storage.write(async (tx) => {
        await insertSeat(tx, 's', 'ada');
        await nextTurn();
        await nextTurn();
        await insertSeat(tx, 's', 'bob');
      });
      await expect(late).rejects.toThrow('not the database');
      expect(await opened.agents('s')).toEqual([]);
    });

    test('long work lets others have their turns inside its transaction, and nobody sees half of it', async () => {
      let others = 0;
      let seen = 0;
      const other = setInterval(() => {
        others++;
        void opened.agents('s').then((found) => (seen = Math.max(seen, found.length)));
      }, 1);
      await opened.storage.write(async (tx) => {
        await insertSeat(tx, 's', 'ada');
        const until = performance.now() + 4000;
        while (others <= 2 && performance.now() < until) await tx.takeTurn();
        clearInterval(other);
        expect(others).toBeGreaterThan(2);
        expect(seen).toBe(0);
        await insertSeat(tx, 's', 'bob');
      });
      expect(await opened.agents('s')).toHaveLength(2);
    });

    test('a turn that is due before the first query is taken', async () => {
      const before = opened.storage.write((tx) => insertSeat(tx, 's', 'ada'));
      const late = opened.storage.write(async (tx) => {
        const due = performance.now() + 10;
        while (performance.now() < due);
        await tx.takeTurn();
        await insertSeat(tx, 's', 'bob');
      });
      await Promise.all([before, late]);
      expect(await opened.agents('s')).toEqual(['ada', 'bob']);
    });

    test('a query after the end of its transaction is refused', async () => {
      const kept = await opened.storage.write((tx) => Promise.resolve(tx));
      await expect(kept.run`delete from seat`).rejects.toThrow('after the end');
    });

    test('a reader cannot write', async () => {
      await expect(opened.storage.read.all`delete from seat`).rejects.toThrow();
    });

    test('a snapshot sees one moment however long it lasts, while writes go on and others see them', async () => {
      await opened.storage.write((tx) => insertSeat(tx, 's', 'ada'));
      const agentsIn = (db: Queries) => db.all<{ agent_id: string }>`select agent_id from seat where session_id = 's'`;
      const seen = await opened.storage.snapshot(async (db) => {
        const before = await agentsIn(db);
        await opened.storage.write((tx) => insertSeat(tx, 's', 'bob'));
        await nextTurn();
        expect(await opened.agents('s')).toEqual(['ada', 'bob']);
        return [before, await agentsIn(db)];
      });
      expect(seen).toEqual([[{ agent_id: 'ada' }], [{ agent_id: 'ada' }]]);
    });

    test('a snapshot begins with the newest commit that was answered, though nothing was read in it yet', async () => {
      await opened.storage.write((tx) => insertSeat(tx, 's', 'ada'));
      const count = await opened.storage.snapshot(async (db) => {
        await opened.storage.write((tx) => insertSeat(tx, 's', 'bob'));
        return db.get<{ n: number }>`select count(*) as n from seat where session_id = 's'`;
      });
      expect(count).toEqual({ n: 1 });
    });

    test('a snapshot cannot write, passes on an error, and is over when its work is', async () => {
      await expect(opened.storage.snapshot((db) => db.all`delete from seat`)).rejects.toThrow();
      await expect(opened.storage.snapshot(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
      const kept = await opened.storage.snapshot((db) => Promise.resolve(db));
      await expect(kept.get`select 1`).rejects.toThrow();
    });

    test('text comes back as it went in, null as null, large integers exactly', async () => {
      const text = 'é 漢 \u{1f600} \n\t"\'\\ % _';
      const row = await opened.storage.write(async (tx) => {
        await tx.run`insert into migration (version, name, applied_at) values (-2, ${text}, ${Number.MAX_SAFE_INTEGER})`;
        return tx.get<{ name: string; at: number; none: null }>`
          select name, applied_at as at, cast(${null} as text) as none from migration where version = -2
        `;
      });
      expect(row).toEqual({ name: text, at: Number.MAX_SAFE_INTEGER, none: null });
    });
  });
};
