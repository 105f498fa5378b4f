import { describe, expect, test } from 'vitest';
import { chooseSeat } from './choose-seat.ts';
import { shell } from './identity.ts';
import type { Seat } from './seat-store.ts';

const seat = (sessionId: string, agentId: string, changes: Partial<Seat> = {}): Seat => ({
  service: 'http://a',
  sessionId,
  sessionName: sessionId,
  kind: 'agent',
  agentId,
  agentName: agentId,
  token: `agt_${agentId}`,
  identity: 'shell',
  takenAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});

describe('the seat of a command', () => {
  test('is the one taken last', () => {
    expect(chooseSeat([seat('ses_2', 'ada'), seat('ses_1', 'ada')], shell, {}).sessionId).toBe('ses_2');
    expect(chooseSeat([seat('ses_2', 'ada'), seat('ses_1', 'ada')], shell, { session: 'ses_1' }).sessionId).toBe(
      'ses_1',
    );
  });

  test('is never guessed between two agents of one session', () => {
    const seats = [seat('ses_1', 'bob'), seat('ses_1', 'ada')];
    expect(() => chooseSeat(seats, shell, {})).toThrow('Several agents of ses_1 are here: bob, ada.');
    expect(chooseSeat(seats, shell, { as: 'ada' }).agentId).toBe('ada');
  });

  test('is an agent rather than an observer', () => {
    const seats = [seat('ses_1', 'obv_1', { kind: 'observer' }), seat('ses_1', 'ada')];
    expect(chooseSeat(seats, shell, {}).agentId).toBe('ada');
  });

  test('belongs to its program, and to another only when it is named', () => {
    const seats = [seat('ses_1', 'ada', { identity: 'codex:t1' })];
    expect(chooseSeat(seats, { program: 'codex', key: 'codex:t1' }, {}).agentId).toBe('ada');
    expect(() => chooseSeat(seats, shell, {})).toThrow('There is no seat here.');
    expect(chooseSeat(seats, shell, { as: 'ada' }).agentId).toBe('ada');
  });
});
