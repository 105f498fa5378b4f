import { readConfig, rebuildIndex } from '@pairspace/server/installation';
import { readOptions } from './read-options.ts';

export const run = async (args: string[]): Promise<void> => {
  readOptions(args, []);
  const sessions = await rebuildIndex(readConfig(process.env));
  console.log(`The index was made anew: ${String(sessions)} ${sessions === 1 ? 'session' : 'sessions'}.`);
};
