import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Connection } from './connection.ts';
import { ConnectionLost } from './failure.ts';
import { Pool } from './pool.ts';

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
  const givenUp = expect(second).rejects.toThrow(ConnectionLost);
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
