import { readOptions } from './read-options.ts';

export const run = async (args: string[]): Promise<void> => {
  readOptions(args, []);
  const { serve } = await import('@pairspace/server/serve');
  await serve();
};
