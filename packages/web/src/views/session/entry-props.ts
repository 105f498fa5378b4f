import type { Event } from '@pairspace/protocol';
import type { Shared } from './place.ts';

/** One entry of the log as it is to be shown. */
export interface EntryProps {
  shared: Shared;
  event: Event;
  isSequel: boolean;
  isSelected: boolean;
}
