import { settingNamed } from '@pairspace/server/settings';
import { UsageError } from './usage-error.ts';

export const run = async ([word]: string[]): Promise<void> => {
  if (word !== undefined) {
    const meant = settingNamed(word);
    throw new UsageError(
      `serve takes no "${word}": its settings are environment variables${meant === undefined ? '.' : `. Set ${meant}.`}`,
    );
  }
  const { serve } = await import('@pairspace/server/serve');
  await serve();
};
