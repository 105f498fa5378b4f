import { ServiceError } from '@pairspace/protocol';
import { describe, expect, test } from 'vitest';
import { SharedWrites, type SharedWrite } from '../storage/shared-writes.ts';
import { CommittedError } from '../storage/storage.ts';
import { insertSeat, openForEach, type PrepareStorage } from './opened-storage.ts';

/** A count that the writes of one transaction share. */
interface Count {
  of: number;
}

/** Tests of writes that share a transaction; every backend runs them. */
export const describeSharedWrites = (name: string, prepare: PrepareStorage): void => {
  describe(`shared writes on ${name}`, () => {
    const opened = openForEach(prepare);

    const seated = async () => (await opened.agents('s')).map((agentId) => agentId.replace(/^saved-.*/, 'saved'));

    /** The counts that were saved, one for each transaction that was committed or tried. */
    const start = () => {
      const saved: number[] = [];
      const writes = new SharedWrites<Count>(opened.storage, {
        open: () => Promise.resolve({ of: 0 }),
        save: async (tx, count) => {
          saved.push(count.of);
          await insertSeat(tx, 's', `saved-${String(saved.length)}`);
        },
      });
      const all = async (works: readonly SharedWrite<Count, unknown>[]) =>
        (await Promise.allSettled(works.map((work) => writes.write('s', work)))).map((result) =>
          result.status === 'fulfilled' ? result.value : (result.reason as Error).message,
        );
      return { saved, all };
    };

    const seat =
      (agentId: string): SharedWrite<Count, string> =>
      async (tx, open) => {
        const count = await open();
        await insertSeat(tx, 's', agentId);
        count.of++;
        return agentId;
      };

    const refusal = new ServiceError('FORBIDDEN', 'no');
    const refused: SharedWrite<Count, never> = async (_tx, open) => {
      await open();
      throw refusal;
    };
    /** Refuses after a change. */
    const late =
      (agentId: string, error: Error): SharedWrite<Count, never> =>
      async (tx, open) => {
        await seat(agentId)(tx, open);
        throw error;
      };

    test('those that wait run in order, in one transaction, which saves their state once', async () => {
      const { saved, all } = start();
      expect(await all([seat('ada'), seat('bob'), seat('cy')])).toEqual(['ada', 'bob', 'cy']);
      expect(saved).toEqual([3]);
      expect(await seated()).toEqual(['ada', 'bob', 'cy', 'saved']);
    });

    test('more than one transaction takes go into several', async () => {
      const { saved, all } = start();
      const names = Array.from({ length: 150 }, (_, index) => `agent-${String(index)}`);
      expect(await all(names.map(seat))).toEqual(names);
      expect(saved).toEqual([64, 64, 22]);
    });

    test('a refusal before a change ends that write alone', async () => {
      const { saved, all } = start();
      expect(await all([seat('ada'), refused, seat('cy')])).toEqual(['ada', 'no', 'cy']);
      expect(saved).toEqual([2]);
    });

    test('a refusal after a change leaves nothing of that write; each of the others runs by itself', async () => {
      const { all } = start();
      expect(await all([seat('ada'), late('bob', refusal), seat('cy')])).toEqual(['ada', 'no', 'cy']);
      expect(await seated()).toEqual(['ada', 'cy', 'saved', 'saved']);
      expect(await all([late('dan', refusal)])).toEqual(['no']);
      expect(await opened.agents('s')).not.toContain('dan');
    });

    test('a refusal that keeps what it wrote is told, and the others share its transaction', async () => {
      const { saved, all } = start();
      const kept = late('bob', new CommittedError(refusal));
      expect(await all([seat('ada'), kept, seat('cy')])).toEqual(['ada', 'no', 'cy']);
      expect(await all([late('dan', new CommittedError(refusal))])).toEqual(['no']);
      expect(saved).toEqual([3, 1]);
      expect(await seated()).toEqual(['ada', 'bob', 'cy', 'dan', 'saved', 'saved']);
    });

    test('a statement that the database refuses fails its own write alone', async () => {
      const { all } = start();
      const twice: SharedWrite<Count, string> = async (tx, open) => {
        await open();
        for (const version of [-3, -3])
          tx.queueWrite`insert into migration (version, name, applied_at) values (${version}, 'twice', 0)`;
        return 'twice';
      };
      const [ada, failed, cy] = await all([seat('ada'), twice, seat('cy')]);
      expect([ada, cy]).toEqual(['ada', 'cy']);
      expect(failed).toMatch(/unique|aborted/i);
      expect(await seated()).toEqual(['ada', 'cy', 'saved', 'saved']);
    });

    test('a state that cannot be opened refuses those that ask for it', async () => {
      const writes = new SharedWrites<Count>(opened.storage, {
        open: () => Promise.reject(new ServiceError('NOT_FOUND', 'none')),
        save: () => Promise.reject(new Error('saved what was not opened')),
      });
      const results = await Promise.allSettled([
        writes.write('s', (_tx, open) => open()),
        writes.write('s', () => Promise.reject(refusal)),
        writes.write('s', () => Promise.resolve('does without')),
      ]);
      expect(
        results.map((result) => (result.status === 'fulfilled' ? result.value : (result.reason as Error).message)),
      ).toEqual(['none', 'no', 'does without']);
    });
  });
};
