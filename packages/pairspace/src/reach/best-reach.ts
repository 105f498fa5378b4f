import type { DeclaredReach } from '@pairspace/protocol';
import type { AdapterRecord } from './reach-files.ts';
import { ranks } from './wake-adapter.ts';

const order = ['idle', 'mid-turn', 'turn-end'] as const;

/**
 * How an agent can be reached, from what was seen to work (DOOR-17): the adapter that reaches it in the most states, and
 * of several the first in their order. `none` where nothing works.
 */
export const bestReach = (records: readonly AdapterRecord[]): DeclaredReach => {
  const working = records.filter(({ works }) => works);
  const [best] = working.toSorted((a, b) => order.indexOf(a.mode) - order.indexOf(b.mode) || a.rank - b.rank);
  return best ? { mode: best.mode, via: best.via, checkedAt: best.checkedAt } : { mode: 'none', via: 'pairspace' };
};

/** Whether one of them reaches a working agent before its hooks do. */
export const precedesHooks = (records: readonly AdapterRecord[]): boolean =>
  records.some(({ works, rank, waitsForTurn }) => works && rank < ranks.hook && !waitsForTurn);
