import { expect, test } from 'vitest';
import { addChatter, type ChatterDecision, type ChatterRun } from './chatter-run.ts';

const second = 1000;
const minute = 60 * second;

/**
 * Sends empty messages `times` times in turns, every `pauseMs`; returns the first refusal and the number of messages
 * before it.
 */
const chatter = (agentIds: readonly string[], { times = 100, pauseMs = second, from = 0 } = {}) => {
  let run: ChatterRun | undefined;
  let now = from;
  for (let passed = 0; passed < times; passed++) {
    const decision: ChatterDecision = addChatter(run, agentIds[passed % agentIds.length] ?? '', now);
    run = decision.run;
    if (decision.kind === 'refuse') return { passed, refusal: decision, now, run };
    now += pauseMs;
  }
  return { passed: times, refusal: undefined, now, run };
};

test('[LOOP-1] the thirteenth empty message in a row is refused for a minute', () => {
  const { passed, refusal } = chatter(['mara', 'ivo']);
  expect(passed).toBe(12);
  expect(refusal).toMatchObject({ retryAfterMs: minute, begins: true });
});

test('[LOOP-1] three agents are a loop as well as two', () => {
  expect(chatter(['mara', 'ivo', 'ada']).passed).toBe(12);
});

test('[LOOP-1] one agent alone, or twelve in more than ten minutes, are no loop', () => {
  expect(chatter(['mara']).refusal).toBeUndefined();
  expect(chatter(['mara', 'ivo'], { pauseMs: minute }).refusal).toBeUndefined();
});

test('[LOOP-1] a single agent is not a loop, even if another agent wrote more than ten minutes before', () => {
  const { run, now } = chatter(['mara', 'ivo'], { times: 2 });
  const later = now + 10 * minute;
  let decision = addChatter(run, 'mara', later);
  for (let times = 0; times < 20; times++) decision = addChatter(decision.run, 'mara', later);
  expect(decision.kind).toBe('pass');
  expect(addChatter(addChatter(decision.run, 'ivo', later).run, 'mara', later)).toMatchObject({ kind: 'refuse' });
});

test('[LOOP-3] a refusal lasts at most 15 minutes, even after the clock was set back', () => {
  const { run, now } = chatter(['mara', 'ivo'], { from: 100 * minute });
  const early = addChatter(run, 'mara', now - 60 * minute);
  expect(early).toMatchObject({ kind: 'refuse', retryAfterMs: 15 * minute });
  expect(addChatter(early.run, 'mara', now - 45 * minute).kind).toBe('pass');
});

test('[LOOP-3] after its time one passes, and the next is refused for twice as long, up to 15 minutes', () => {
  let { run, now } = chatter(['mara', 'ivo']);
  const waits: number[] = [];
  for (let round = 0; round < 6; round++) {
    const early = addChatter(run, 'mara', now + second);
    expect(early).toMatchObject({ kind: 'refuse', begins: false });
    expect(early.run).toEqual(run);
    now = run?.refusedUntil ?? 0;
    const passing = addChatter(run, 'mara', now);
    expect(passing.kind).toBe('pass');
    const refused = addChatter(passing.run, 'ivo', now + second);
    if (refused.kind !== 'refuse') throw new Error('it passed');
    expect(refused.begins).toBe(false);
    waits.push(refused.retryAfterMs / minute);
    run = refused.run;
    now += second;
  }
  expect(waits).toEqual([2, 4, 8, 15, 15, 15]);
});
