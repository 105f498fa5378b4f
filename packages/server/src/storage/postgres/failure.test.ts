import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { ConnectionLost, failureOf, PoolExhausted, refusalOf } from './failure.ts';

const failed = (code: string): DatabaseError => Object.assign(new DatabaseError('failed', 6, 'error'), { code });

const messageOf = (code: string): string => (refusalOf(failed(code)) as Error).message;

test('[NET-33] what waited too long is busy, what is not there is away, and the message says which', () => {
  for (const code of ['57014', '55P03', '53300', '53200']) expect(failureOf(failed(code))).toBe('busy');
  for (const code of ['08006', '57P01', '28P01', '25006', '3D000']) expect(failureOf(failed(code))).toBe('away');
  expect(failureOf(new ConnectionLost('gone'))).toBe('away');
  expect(failureOf(new PoolExhausted('in use'))).toBe('busy');
  expect(messageOf('40001')).toContain('The database is busy');
  expect(messageOf('57014')).toContain('The database is busy');
  expect(messageOf('57P01')).toContain('The database is away');
  expect([failed('40001'), failed('23505')].map(failureOf)).toEqual(['again', 'own']);
});
