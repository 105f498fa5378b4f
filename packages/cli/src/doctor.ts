import { openSandbox } from '@pairspace/sandbox';
import { readConfig } from '@pairspace/server/installation';
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
  await using sandbox = await openSandbox({
    cacheFolder: join(dataFolder, 'sandbox'),
    ...(wheelsFolder === undefined ? {} : { wheelsFolder }),
  });
  const inTime = AbortSignal.timeout(mostMs);
  await sandbox.test(inTime);
  if (inTime.aborted) throw new Error(`The self-test took longer than ${String(mostMs / 1000)} s.`);
  const { walls } = sandbox.isolation;
  console.log('\nWalls');
  for (const [wall, stands] of Object.entries(walls))
    console.log(`  ${wall.padEnd(18)}${stands ? 'stands' : 'MISSING'}`);
  console.log('\nRuntimes');
  for (const { name, engine, available, reason } of sandbox.runtimes) {
    console.log(`  ${name.padEnd(18)}${available ? `passed (${engine})` : `REFUSED: ${reason ?? ''}`}`);
  }
  if (sandbox.runtimes.some(({ available }) => !available)) process.exitCode = 1;
};
