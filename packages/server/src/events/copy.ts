import type { Editor } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';

/** A session that is copied into a fork. */
interface CopyTarget {
  sourceId: string;
  /** Things are copied in their state after this event. */
  seq: number;
  forkId: string;
  /** The creator of the fork, who is the author of the copies. */
  editor: Editor;
}

/** Copies the things of one kind into a fork, each with an event of the fork (SES-19). Returns their number. */
export type Copy = (tx: Transaction, target: CopyTarget) => Promise<number>;
