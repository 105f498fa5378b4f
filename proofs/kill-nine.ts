import { lookInside } from '@pairspace/testkit/look-inside';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { testServers } from '@pairspace/testkit/test-servers';
import { startKillable } from './lib/cluster.ts';
import { listed, openProof } from './lib/open-proof.ts';
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
await using proof = await openProof({ worlds: Object.keys(worlds).join(), rounds: 50 });
const { server, rounds, verdict, say } = proof;

/** Kills the service under the work of a world; returns the world's checks. */
const prove = async (name: string, { nodes, setUp, ...settings }: World): Promise<readonly string[]> => {
  await using scratch = await scratchFolder(proof.folder);
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
  say(`${name}: ${String(kills)} kills; ${did}`);
  return checks;
};

const expected: string[] = [];
for (const name of listed(proof.worlds)) {
  const world = worlds[name];
  if (!world) throw new Error(`--worlds takes ${Object.keys(worlds).join()}, not ${name}`);
  expected.push(...(await prove(name, world)));
}
verdict.publish(expected);
