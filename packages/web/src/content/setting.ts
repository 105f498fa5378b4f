import type { Target } from '@pairspace/protocol';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Clock, readersClock } from '../lib/format.ts';

/** The differences between the live page and the exported site. */
export interface Setting {
  clock: Clock;
  /** The address of a target, where it has one. */
  hrefOf: (target: Target) => string | undefined;
  /** Shows a target beside the log. Without this function, targets are links. */
  show?: (target: Target) => void;
}

export const SettingContext = createContext<Setting>({ clock: readersClock, hrefOf: () => undefined });

export const useSetting = (): Setting => useContext(SettingContext);
