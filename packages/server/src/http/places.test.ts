import { expect, test } from 'vitest';
import { type Holder, Places } from './places.ts';

const counts = { perProcess: 20, perSession: 10, perAddress: 100 };
const stranger: Holder = { sessionId: 's', address: 'a', isMember: false };
const member: Holder = { ...stranger, isMember: true };

test('[NET-12] a fifth of the places of a session is kept for its members', () => {
  const places = new Places('streams', counts);
  for (let taken = 0; taken < 8; taken++) places.take(stranger);
  expect(() => places.take(stranger)).toThrow('Too many streams are open.');
  places.take(member);
  expect(() => places.take(member, 1)).toThrow('Too many streams are open.');
  places.take(member);
  expect(() => places.take(member)).toThrow('Too many streams are open.');
});

test('[NET-12] a fifth of the places of the process is kept for members', () => {
  const places = new Places('streams', counts);
  for (let taken = 0; taken < 16; taken++) places.take({ ...stranger, sessionId: String(taken) });
  expect(() => places.take({ ...stranger, sessionId: 'other' })).toThrow('Too many streams are open.');
  for (let taken = 0; taken < 4; taken++) places.take({ ...member, sessionId: String(taken) });
  expect(() => places.take({ ...member, sessionId: 'other' })).toThrow('Too many streams are open.');
});

test('[NET-11] the places of one address are bounded, and a place that is given back is free, once', () => {
  const places = new Places('streams', { ...counts, perAddress: 2 });
  const place = places.take(stranger);
  places.take(member);
  expect(() => places.take(member)).toThrow('Too many streams are open from this address.');
  places.take({ ...stranger, address: 'b' });
  place[Symbol.dispose]();
  place[Symbol.dispose]();
  expect(places.openIn('s')).toBe(2);
  places.take(stranger);
  expect(() => places.take(stranger)).toThrow('from this address');
});
