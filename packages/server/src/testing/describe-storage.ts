import { describeReaders } from './describe-readers.ts';
import { describeTransactions } from './describe-transactions.ts';
import type { PrepareStorage } from './opened-storage.ts';

/** Tests of the storage port; every backend runs them. */
export const describeStorage = (name: string, prepare: PrepareStorage): void => {
  describeTransactions(name, prepare);
  describeReaders(name, prepare);
};
