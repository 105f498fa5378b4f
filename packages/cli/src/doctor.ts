import { openSandbox, runtimes } from '@pairspace/sandbox';
import { readConfig } from '@pairspace/server/installation';
import { join } from 'node:path';
import { readOptions } from './read-options.ts';
import { hearSelfTest } from './self-test.ts';

const mostMs = 180_000;

export const run = async (args: string[]): Promise<void> => {
  readOptions(args, []);
  const { dataFolder, compute, wheelsFolder } = readConfig(process.env);
  console.log(`Node ${process.versions.node}; the settings can be read.`);
  if (compute === 'off') {
    console.log('PAIRSPACE_COMPUTE is off: no sandbox is needed.');
    return;
  }
  const { over, onEvent } = hearSelfTest(runtimes, AbortSignal.timeout(mostMs));
  await using sandbox = await openSandbox({
    cacheFolder: join(dataFolder, 'sandbox'),
    ...(wheelsFolder === undefined ? {} : { wheelsFolder }),
    onEvent,
  });
  await over;
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
