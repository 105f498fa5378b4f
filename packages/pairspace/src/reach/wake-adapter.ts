import type { DeclaredReach } from '@pairspace/protocol';
import type { AdapterRecord, Turn } from './reach-files.ts';

export interface WakeAdapter {
  /** The name in receipts and in `reach`; at most 64 characters. */
  via: string;
  /** When the adapter reaches the agent: even while it is idle, only within a turn, or only at the end of a turn. */
  mode: Exclude<DeclaredReach['mode'], 'none' | 'unknown'>;
  /** A pointer that arrives in a turn waits for the end of the turn. Otherwise the agent is told while it works. */
  waitsForTurn?: boolean;
  /** The place in the order: a smaller rank is tried first. */
  rank: number;
  /** Tests the way without disturbing the agent. Returns what was found, throws what is broken. */
  check(signal: AbortSignal): Promise<string>;
  /**
   * Hands over the pointer. `kept`: the program may take it later, and gives no sign of it. Else the program has taken
   * it, which does not prove that the agent sees it; only the agent's own fetch does.
   */
  wake(pointer: string, signal: AbortSignal): Promise<'kept' | undefined>;
}

/** Adapters inside the program come first, then what a plugin of it prints or sends, then its hooks. */
export const ranks = { direct: 0, plugin: 1, hook: 2 } as const;

/** The time without a fetch after which the pointer of a hook counts as lost. */
export const hookLostMs = 10 * 60 * 1000;

const modes = ['idle', 'mid-turn', 'turn-end'] as const;

/**
 * How an agent can be reached, from what was seen to work (DOOR-17): by the adapter that reaches it in the most states;
 * among equals, by the one of the smallest rank. `none` where nothing works. `unknown` where the adapter hands its pointer
 * over at the end of a turn, and nothing tells whether one ends.
 */
export const bestReach = (records: readonly AdapterRecord[], turn: Turn): DeclaredReach => {
  const working = records.filter(({ works }) => works);
  const [best] = working.toSorted((a, b) => modes.indexOf(a.mode) - modes.indexOf(b.mode) || a.rank - b.rank);
  if (!best) return { mode: 'none', via: 'pairspace' };
  const isUnknown = best.waitsForTurn && (turn === 'silent' || turn === 'unheard');
  return { mode: isUnknown ? 'unknown' : best.mode, via: best.via, checkedAt: best.checkedAt };
};

/** Whether one of the adapters reaches an agent that works on a turn before its hooks do. */
export const precedesHooks = (records: readonly AdapterRecord[]): boolean =>
  records.some(({ works, rank, waitsForTurn }) => works && rank < ranks.hook && !waitsForTurn);
