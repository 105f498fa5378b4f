import { describeReaders } from './describe-readers.ts';
import { describeTransactions } from './describe-transactions.ts';
import type { PrepareStorage } from './opened-storage.ts';

/** What every backend must do; each runs this suite. */
export const describeStorage = (name: string, prepare: PrepareStorage): void => {
  describeTransactions(name, prepare);
  describeReaders(name, prepare);
};
