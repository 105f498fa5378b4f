import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from './connection.ts';
import { ConnectionLost, PoolExhausted } from './failure.ts';
import { Pool } from './pool.ts';
import { Writers } from './writers.ts';

const options = { url: 'postgres://nowhere', name: 'test', statementTimeoutMs: 1000 };
const aConnection = (isBroken = false): Connection =>
  ({ isBroken, close: () => Promise.resolve() }) as unknown as Connection;

let opening: PromiseWithResolvers<Connection>[];
beforeEach(() => {
  vi.useFakeTimers();
  opening = [];
  vi.spyOn(Connection, 'open').mockImplementation(() => {
    const made = Promise.withResolvers<Connection>();
    opening.push(made);
    return made.promise;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a connection whose taker has given up meanwhile is for the next', async () => {
  const pool = new Pool(options, 1);
  const first = pool.acquire();
  opening[0]?.resolve(aConnection(true));
  const second = pool.acquire();
  pool.release(await first);
  const givenUp = expect(second).rejects.toThrow(PoolExhausted);
  await vi.advanceTimersByTimeAsync(10_000);
  await givenUp;
  const made = aConnection();
  opening[1]?.resolve(made);
  await vi.advanceTimersByTimeAsync(0);
  expect(await pool.acquire()).toBe(made);
  expect(opening).toHaveLength(2);
});

test('while the database cannot be reached everyone who waits is told, and later ones try again', async () => {
  const pool = new Pool(options, 1);
  const first = pool.acquire();
  const held = aConnection(true);
  opening[0]?.resolve(held);
  await first;
  const waiting = [pool.acquire(), pool.acquire()];
  const told = Promise.all(waiting.map((one) => expect(one).rejects.toThrow('no route')));
  pool.release(held);
  opening[1]?.reject(new ConnectionLost('no route'));
  await told;
  await vi.advanceTimersByTimeAsync(300);
  const again = pool.acquire();
  const made = aConnection();
  opening[2]?.resolve(made);
  expect(await again).toBe(made);
});

test('[OPS-11] a write on a stale connection is repeated on a new connection, not on another idle one', async () => {
  const pool = new Pool(options, 2);
  const gone = () => Promise.reject(new ConnectionLost('reset'));
  const aStale = () => {
    const stale = { isBroken: false, query: vi.fn(), execute: gone, close: vi.fn(() => Promise.resolve()) };
    stale.query.mockImplementation(() => {
      stale.isBroken = true;
      return gone();
    });
    return stale;
  };
  const stale = [aStale(), aStale()];
  const acquired = stale.map(() => pool.acquire());
  for (const [index, one] of stale.entries()) opening[index]?.resolve(one as unknown as Connection);
  for (const connection of await Promise.all(acquired)) pool.release(connection);

  const nothing = () => undefined;
  const capacity = { sessionBytes: Infinity, isFull: false };
  const told = { onNotify: nothing, onAnnounce: nothing, onBatch: nothing, onRetry: nothing };
  const writers = new Writers({ pool, now: () => 0, capacity, ...told });
  const written = writers.write((tx) => tx.run`update t set x = 1`, { concurrent: true });
  await vi.advanceTimersByTimeAsync(0);
  const query = () => Promise.resolve({ rowCount: 1, command: 'UPDATE' });
  const execute = (text: string) => Promise.resolve({ command: text.toUpperCase() });
  opening[2]?.resolve(Object.assign(aConnection(), { query, execute } as unknown as Connection));
  expect(await written).toBe(1);
  expect(stale.map(({ query }) => query.mock.calls.length)).toEqual([0, 1]);
  expect(stale.map(({ close }) => close.mock.calls.length)).toEqual([1, 1]);
});
