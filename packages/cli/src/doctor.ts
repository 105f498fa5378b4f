import { openSandbox, type Runtime, runtimes } from '@pairspace/sandbox';
import { readConfig } from '@pairspace/server';
import { join } from 'node:path';
import { readOptions } from './read-options.ts';

const mostMs = 180_000;

export const run = async (args: string[]): Promise<void> => {
  readOptions(args, []);
  const { dataFolder, compute, wheelsFolder } = readConfig(process.env);
  console.log(`Node ${process.versions.node}; the settings can be read.`);
  if (compute === 'off') {
    console.log('PAIRSPACE_COMPUTE is off: no sandbox is needed.');
    return;
  }
  const waiting = new Set<Runtime>(runtimes);
  const over = Promise.withResolvers<undefined>();
  const timeUp = setTimeout(over.resolve, mostMs, undefined);
  await using sandbox = await openSandbox({
    cacheFolder: join(dataFolder, 'sandbox'),
    ...(wheelsFolder === undefined ? {} : { wheelsFolder }),
    onEvent: (event) => {
      if (event.type !== 'runtime_available' && event.type !== 'runtime_refused') return;
      waiting.delete(event.runtime);
      if (waiting.size === 0) over.resolve(undefined);
    },
  });
  await over.promise;
  clearTimeout(timeUp);
  const { walls } = sandbox.isolation;
  console.log('\nWalls');
  for (const [wall, stands] of Object.entries(walls))
    console.log(`  ${wall.padEnd(18)}${stands ? 'stands' : 'MISSING'}`);
  console.log('\nRuntimes');
  for (const { name, engine, available, reason } of sandbox.runtimes) {
    console.log(`  ${name.padEnd(18)}${available ? `passed (${engine})` : `REFUSED: ${reason ?? 'no word in time'}`}`);
  }
  if (sandbox.runtimes.some(({ available }) => !available)) process.exitCode = 1;
};
