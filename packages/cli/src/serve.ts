import { readOptions } from './read-options.ts';

export const run = async (args: string[]): Promise<void> => {
  readOptions(args, []);
  await import('@pairspace/server/serve');
};
