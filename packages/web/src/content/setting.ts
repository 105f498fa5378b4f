import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Clock, readersClock } from '../lib/format.ts';

/** The target of a link in a name, a number or a quotation. */
export type Target = { seq: number } | { note: string; version?: number } | { file: string } | { job: string };

/** The differences between the places where a session is shown: the live page, and the static site. */
export interface Setting {
  clock: Clock;
  /** The agents with a seat, in the order of their seats. */
  seats: ReadonlyMap<string, unknown>;
  /** The address of a target, where it has one. */
  hrefOf: (target: Target) => string | undefined;
  /** Shows a target beside what is shown already. Without it, targets are links. */
  show?: (target: Target) => void;
}

export const SettingContext = createContext<Setting>({
  clock: readersClock,
  seats: new Map(),
  hrefOf: () => undefined,
});

export const useSetting = (): Setting => useContext(SettingContext);
