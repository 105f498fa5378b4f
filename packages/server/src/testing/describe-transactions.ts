import { ServiceError } from '@pairspace/protocol';
import { describe, expect, test } from 'vitest';
import { CommittedError } from '../storage/storage.ts';
import { insertSeat, now, openForEach, type PrepareStorage } from './opened-storage.ts';

/** Tests of the storage port about transactions; every backend runs them. */
export const describeTransactions = (name: string, prepare: PrepareStorage): void => {
  describe(`transactions on ${name}`, () => {
    const opened = openForEach(prepare);

    test('a write is there when it is answered, and after the database was opened again', async () => {
      expect(await opened.storage.write((tx) => insertSeat(tx, 's', 'ada'))).toBe(1);
      expect(await opened.agents('s')).toEqual(['ada']);
      await opened.reopen();
      expect(await opened.agents('s')).toEqual(['ada']);
    });

    test('an error undoes all of its transaction and nothing of the others that share its commit', async () => {
      const results = await Promise.allSettled([
        opened.storage.write((tx) => insertSeat(tx, 's', 'ada')),
        opened.storage.write(async (tx) => {
          await insertSeat(tx, 's', 'bob');
          throw new Error('no');
        }),
        opened.storage.write((tx) => insertSeat(tx, 's', 'cy')),
      ]);
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await opened.agents('s')).toEqual(['ada', 'cy']);
    });

    test('a statement that the database refuses fails its own transaction alone', async () => {
      await opened.storage.write((tx) => insertSeat(tx, 's', 'ada'));
      const [twice, other] = await Promise.allSettled([
        opened.storage.write((tx) => insertSeat(tx, 's', 'ada')),
        opened.storage.write((tx) => insertSeat(tx, 's', 'bob')),
      ]);
      expect(twice.status).toBe('rejected');
      expect(other.status).toBe('fulfilled');
    });

    test('a write that nobody waits for is there with the others, and undoes them when it fails', async () => {
      await opened.storage.write((tx) => {
        tx.queueWrite`insert into migration (version, name, applied_at) values (-3, 'put', 0)`;
        return insertSeat(tx, 's', 'ada');
      });
      expect(await opened.agents('s')).toEqual(['ada']);
      const results = await Promise.allSettled(
        ['bob', 'cy', 'dan'].map((agent) =>
          opened.storage.write(
            (tx) => {
              if (agent === 'cy')
                tx.queueWrite`insert into migration (version, name, applied_at) values (-3, 'twice', 0)`;
              return insertSeat(tx, 's', agent);
            },
            { session: 's' },
          ),
        ),
      );
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await opened.agents('s')).toEqual(['ada', 'bob', 'dan']);
    });

    test('what refuses and keeps what it wrote is refused to the caller, and written', async () => {
      const refusal = new ServiceError('FORBIDDEN', 'no');
      for (const settings of [{}, { session: 's' }, { concurrent: true }]) {
        const refused = opened.storage.write(async (tx) => {
          await insertSeat(tx, 's', JSON.stringify(settings));
          throw new CommittedError(refusal);
        }, settings);
        await expect(refused).rejects.toBe(refusal);
      }
      expect(await opened.agents('s')).toHaveLength(3);
    });

    test('transactions of one session decide one after the other, and one that refuses holds up no other', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 100 }, (_, index) =>
          opened.storage.write(
            async (tx) => {
              const before = await tx.get<{ n: number }>`select count(*) as n from seat where session_id = 's'`;
              if (index % 5 === 0) throw new Error('no');
              await insertSeat(tx, 's', String(before?.n).padStart(3, '0'));
              if (index % 5 === 1) throw new Error('no');
              return before?.n;
            },
            { session: 's' },
          ),
        ),
      );
      const counts = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(counts).toEqual(Array.from({ length: 60 }, (_, index) => index));
      expect(await opened.agents('s')).toHaveLength(60);
    });

    test('text is in the order of its bytes', async () => {
      const names = ['b', 'B', 'a', 'é', 'z', '~', '_', '-', 'A', 'aa', 'a-b', 'a_b', 'a.b', 'a/b'];
      await opened.storage.write(async (tx) => {
        for (const name of names) await insertSeat(tx, 's', name);
      });
      const inBytes = names.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      expect(await opened.agents('s')).toEqual(inBytes);
    });

    test('transactions at once see each other’s changes as if one came after the other', async () => {
      await opened.storage.write(
        (tx) => tx.run`insert into migration (version, name, applied_at) values (-1, 'count', 0)`,
      );
      const counts = await Promise.all(
        Array.from({ length: 300 }, () =>
          opened.storage.write(async (tx) => {
            const before = await tx.get<{ n: number }>`select applied_at as n from migration where version = -1`;
            await tx.run`update migration set applied_at = ${(before?.n ?? 0) + 1} where version = -1`;
            return before?.n;
          }),
        ),
      );
      expect(new Set(counts).size).toBe(300);
      const after = await opened.storage.read.get<{
        n: number;
      }>`select applied_at as n from migration where version = -1`;
      expect(after?.n).toBe(300);
    });

    test('a transaction sees its own changes, a reader only what is committed', async () => {
      const seen = await opened.storage.write(async (tx) => {
        await insertSeat(tx, 's', 'ada');
        return tx.get<{ n: number }>`select count(*) as n from seat where session_id = 's'`;
      });
      expect(seen?.n).toBe(1);
    });

    test('every change of one transaction carries the one time of the clock', async () => {
      expect(await opened.storage.write((tx) => Promise.resolve(tx.now))).toBe(now);
    });
  });
};
