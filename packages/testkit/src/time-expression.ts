import { runInNewContext } from 'node:vm';
import type { Expression } from './find-expressions.ts';
import { ofLength, type WorstText, worstTexts } from './worst-texts.ts';

/**
 * Every text is tried with this number of characters, and the costliest ones at the greatest length that can reach the
 * expression.
 */
const triedCharacters = 4000;
const costliest = 4;
/** A time of so many limits is that of the expression alone, so that it is not measured again. */
const costlyTimes = 3;
/** The time after which an expression is stopped. */
const patienceMs = 5000;

/** The cost of an expression for its worst text. */
export interface Cost {
  ms: number;
  text: WorstText;
  characters: number;
}

const byCost = (one: Cost, other: Cost): number => other.ms - one.ms;

/** Processor time depends less on the load of the machine than wall-clock time. */
const timed = (work: () => unknown): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/**
 * The present slowness of this machine, compared with a quiet one: the time of a pattern without choices, divided by
 * its time there.
 */
export const slowness = (): number => {
  const text = 'a'.repeat(4_000_000);
  const times = [1, 2, 3].map(() => timed(() => /[b-d]e/.exec(text)));
  return Math.max(1, Math.min(...times) / 8);
};

const workOf = ({ pattern, flags, method }: Expression): ((text: string) => unknown) => {
  const expression = new RegExp(pattern, flags);
  if (method === 'split') return (text) => text.split(expression);
  if (flags.includes('g')) return (text) => text.replace(expression, '');
  return (text) => expression.exec(text);
};

/**
 * The worst text of an expression and its cost. The text grows up to `characters` while it costs less than `limitMs`.
 */
export const costOf = (expression: Expression, characters: number, limitMs: number): Cost => {
  const work = workOf(expression);
  let worst: Cost = { ms: 0, text: { beginning: '', part: 'a', end: '' }, characters: 0 };
  const measure = (text: WorstText, size: number): number => {
    const tried = ofLength(text, Math.min(size, characters));
    worst = { ...worst, text, characters: tried.length };
    let ms = timed(() => work(tried));
    // The first call pays for memory that the process has not had before, and another program may take the caches.
    for (let repetitions = 4; ms > limitMs && ms < costlyTimes * limitMs && repetitions > 0; repetitions--) {
      ms = Math.min(
        ms,
        timed(() => work(tried)),
      );
    }
    return ms;
  };
  const look = (): Cost => {
    const tried: Cost[] = [];
    for (const text of worstTexts(expression.pattern, expression.flags)) {
      const ms = measure(text, triedCharacters);
      tried.push({ ms, text, characters: Math.min(characters, triedCharacters) });
      if (ms > limitMs) break;
    }
    const costs = tried.sort(byCost).slice(0, costliest);
    for (const cost of [...costs]) {
      while (cost.characters < characters && (costs[0]?.ms ?? 0) <= limitMs) {
        cost.characters = Math.min(characters, cost.characters * 4);
        cost.ms = measure(cost.text, cost.characters);
      }
      costs.sort(byCost);
    }
    return costs[0] ?? worst;
  };
  try {
    return runInNewContext('look()', { look }, { timeout: patienceMs }) as Cost;
  } catch {
    return { ...worst, ms: Infinity };
  }
};
