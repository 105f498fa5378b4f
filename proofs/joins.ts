import type { Session } from '@pairspace/protocol';
import { lookInside } from '@pairspace/testkit/look-inside';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { serviceFile } from '@pairspace/testkit/service';
import { quantile } from '@pairspace/testkit/statistics';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startCluster } from './lib/cluster.ts';
import { OverloadClient } from './lib/overload-client.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * 2,000 joins a minute from one address, on three nodes with PostgreSQL and NATS, while each sync of the database takes
 * 100 ms: every join succeeds, and none waits for the sync of another.
 *
 *   node --conditions=pairspace-source proofs/joins.ts [--seconds 30] [--most-ms 1000] [--server FILE]
 *
 * A busy machine needs a greater limit.
 */
const joinsPerMinute = 2000;
const seatsOfSession = 16;

/**
 * Delays each sync of the database by 100 ms, like other load on the disk. Commits that arrive meanwhile share the next
 * sync.
 */
const slowDown = async (url: string): Promise<void> => {
  await using inside = await lookInside({ databaseUrl: url, folder: '' });
  await inside.rows('alter system set commit_delay = 100000');
  await inside.rows('alter system set commit_siblings = 0');
  await inside.rows('select pg_reload_conf()');
};

interface Arena {
  /** The path of its session. */
  path: string;
  inviteCode: string;
}

/** A session with many seats. */
const openArena = async (base: string): Promise<Arena> => {
  const { text } = await new OverloadClient('10.0.0.1').ask(`${base}/api/sessions`, { maxAgents: seatsOfSession });
  const { data } = JSON.parse(text) as { data: { session: Session & { inviteCode: string } } };
  return { path: `/api/sessions/${data.session.id}`, inviteCode: data.session.inviteCode };
};

/** Joins one more agent over a separate connection. */
const join = async (node: string, { path, inviteCode }: Arena, number: number) => {
  const client = new OverloadClient('10.0.0.2');
  const agent = { agentId: `joiner-${String(number)}`, agentName: 'Joiner' };
  const answer = await client.ask(`${node}${path}/join`, { inviteCode, ...agent });
  client.end();
  return answer;
};

const readOptions = () =>
  parseArgs({
    options: {
      seconds: { type: 'string', default: '30' },
      'most-ms': { type: 'string', default: '1000' },
      server: { type: 'string', default: serviceFile },
      folder: { type: 'string', default: `${import.meta.dirname}/../data` },
    },
  }).values;

const prove = async (): Promise<void> => {
  const values = readOptions();
  const mostMs = Number(values['most-ms']);
  const checks = {
    served: `${joinsPerMinute.toLocaleString('en')} joins a minute from one address are all served`,
    quick: `a join takes at most ${String(mostMs)} ms (p99)`,
  } as const;
  const verdict = new Verdict();
  await using scratch = await scratchFolder(values.folder);
  await using cluster = await startCluster({
    size: 3,
    file: values.server,
    folder: scratch.path,
    env: { PAIRSPACE_TRUST_PROXY: '127.0.0.1', PAIRSPACE_NEW_SESSIONS: 'off' },
  });
  await slowDown(cluster.postgres.url);
  const joins = Math.round((joinsPerMinute / 60) * Number(values.seconds));
  const arenas = await Promise.all(
    Array.from({ length: Math.ceil(joins / (seatsOfSession - 1)) }, () => openArena(cluster.url)),
  );
  const tookMs: number[] = [];
  await Promise.all(
    Array.from({ length: joins }, async (_, index) => {
      await pause((60_000 / joinsPerMinute) * index);
      const arena = arenas[index % arenas.length] ?? { path: '', inviteCode: '' };
      const answer = await join(cluster.nodes[index % cluster.nodes.length]?.url ?? '', arena, index);
      tookMs.push(answer.tookMs);
      verdict.expect(checks.served, answer.status === 201, () => `${String(answer.status)} ${answer.text}`);
    }),
  );
  const [p50, p99] = [quantile(tookMs, 0.5), quantile(tookMs, 0.99)];
  console.log(`${String(joins)} joins, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  verdict.expect(checks.quick, p99 <= mostMs, () => `p99 ${p99.toFixed(0)} ms`);
  verdict.publish(Object.values(checks));
};

await prove();
