import { type Observer, ObserverRight } from '@pairspace/protocol';
import { rightsOf } from '../access/token.ts';
import { isoTime } from '../lib/clock.ts';

/** An observer that joined. The observer token of the session’s creation has no row. */
export interface ObserverRow {
  id: string;
  name: string;
  invited: number;
  rights: string;
  vouched: number;
  joined_at: number;
}

export const presentObserver = ({ id, name, invited, rights, vouched, joined_at }: ObserverRow): Observer => ({
  id,
  name,
  joinedAt: isoTime(joined_at),
  invited: invited === 1,
  rights: rightsOf(rights),
  vouched: vouched === 1,
});

/** The given rights, each once, in the order of `ObserverRight`. */
export const distinctRights = (given: readonly ObserverRight[]): ObserverRight[] =>
  ObserverRight.options.filter((right) => given.includes(right));
