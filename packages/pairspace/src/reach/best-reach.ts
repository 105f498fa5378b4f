import type { DeclaredReach } from '@pairspace/protocol';
import type { AdapterRecord, Turn } from './reach-files.ts';
import { ranks } from './wake-adapter.ts';

const order = ['idle', 'mid-turn', 'turn-end'] as const;

/**
 * How an agent can be reached, from what was seen to work (DOOR-17): by the adapter that reaches it in the most states;
 * among equals, by the one of the smallest rank. `none` where nothing works. `unknown` where the adapter hands its pointer
 * over at the end of a turn, and nothing tells whether one ends.
 */
export const bestReach = (records: readonly AdapterRecord[], turn: Turn): DeclaredReach => {
  const working = records.filter(({ works }) => works);
  const [best] = working.toSorted((a, b) => order.indexOf(a.mode) - order.indexOf(b.mode) || a.rank - b.rank);
  if (!best) return { mode: 'none', via: 'pairspace' };
  const isUnknown = best.waitsForTurn && (turn === 'silent' || turn === 'unheard');
  return { mode: isUnknown ? 'unknown' : best.mode, via: best.via, checkedAt: best.checkedAt };
};

/** Whether one of the adapters reaches an agent that works on a turn before its hooks do. */
export const precedesHooks = (records: readonly AdapterRecord[]): boolean =>
  records.some(({ works, rank, waitsForTurn }) => works && rank < ranks.hook && !waitsForTurn);
