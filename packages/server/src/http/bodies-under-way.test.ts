import { expect, test } from 'vitest';
import { BodiesUnderWay } from './bodies-under-way.ts';

test('[NET-6] the bytes of bodies under way are bounded, for one address and in all', () => {
  const bodies = new BodiesUnderWay({ bodiesBytes: 100, bodiesPerAddressBytes: 40 });
  const first = bodies.begin('a');
  first.add(30);
  const second = bodies.begin('a');
  expect(() => {
    second.add(11);
  }).toThrow(expect.objectContaining({ code: 'RATE_LIMITED', details: { retryAfterSeconds: 1 } }));
  second.add(10);
  const others = ['b', 'c'].map((address) => bodies.begin(address));
  for (const other of others) other.add(30);
  expect(() => {
    bodies.begin('d').add(1);
  }).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));

  first[Symbol.dispose]();
  first[Symbol.dispose]();
  second.add(30);
  for (const body of [second, ...others]) body[Symbol.dispose]();
  for (const address of ['a', 'd', 'e'].slice(1)) bodies.begin(address).add(40);
});
