import { lookInside } from '@pairspace/testkit/look-inside';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { serviceFile } from '@pairspace/testkit/service';
import { testServers } from '@pairspace/testkit/test-servers';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startKillable } from './lib/killed.ts';
import { Verdict } from './lib/verdict.ts';
import { deliveries } from './lib/worlds/deliveries.ts';
import { imports } from './lib/worlds/imports.ts';
import { inbox } from './lib/worlds/inbox.ts';
import { index } from './lib/worlds/index.ts';
import { jobs } from './lib/worlds/jobs.ts';
import { tasks } from './lib/worlds/tasks.ts';
import type { World } from './lib/worlds/world.ts';
import { writes } from './lib/worlds/writes.ts';

/**
 * The proof of kill -9: each world sets up its work, and goes on with it while the service is killed and started again on
 * the same data; then it judges what is there. With PAIRSPACE_TEST_DATABASE_URL and PAIRSPACE_TEST_NATS_URL, as
 * `npm run with-servers` sets them, the service is several nodes behind a balancer, and each kill hits one of them.
 *
 *   node --conditions=pairspace-source proofs/kill-nine.ts [--worlds writes,inbox] [--rounds 50] [--server FILE] [--folder FOLDER]
 */
const worlds: Readonly<Record<string, World>> = { writes, inbox, tasks, imports, jobs, deliveries, index };
const mostMoreKills = 20;
const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: Object.keys(worlds).join() },
    rounds: { type: 'string', default: '50' },
    server: { type: 'string', default: serviceFile },
    folder: { type: 'string', default: join(import.meta.dirname, '../data') },
  },
});
const { server } = values;
const rounds = Number(values.rounds);
const verdict = new Verdict();

/** Kills the service under the work of a world; returns the world's checks. */
const prove = async (name: string, { nodes, setUp, ...settings }: World): Promise<readonly string[]> => {
  const began = performance.now();
  await using scratch = await scratchFolder(values.folder);
  await using servers = (await testServers()) ?? null;
  const folder = scratch.path;
  const databaseUrl = servers?.databaseUrl;
  await using service = await startKillable({ ...settings, size: nodes, file: server, folder, servers });
  const look = () => lookInside({ folder, databaseUrl }, { readOnly: true });
  const load = await setUp({ service, verdict, rounds, server, folder, databaseUrl, look });
  let kills = 0;
  const isMissing = () => load.hasMetAll?.() === false && kills < rounds + mostMoreKills;
  while (kills < rounds || isMissing()) {
    kills++;
    await load.untilKill(kills);
    await service.kill(kills);
    await load.whileAway?.(kills);
    await service.start();
    await load.afterRestart?.(kills);
  }
  const { did, checks } = await load.judge();
  console.log(`${name}: ${String(kills)} kills in ${((performance.now() - began) / 1000).toFixed(0)} s; ${did}`);
  return checks;
};

const expected: string[] = [];
for (const name of values.worlds.split(',')) {
  const world = worlds[name];
  if (!world) throw new Error(`--worlds takes ${Object.keys(worlds).join()}, not ${name}`);
  expected.push(...(await prove(name, world)));
}
verdict.publish(expected);
