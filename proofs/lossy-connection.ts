import { createClient } from '@pairspace/client';
import { withPythonPackage } from '@pairspace/testkit/python';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { startKillable } from './lib/cluster.ts';
import { openProof } from './lib/open-proof.ts';
import { TcpProxy } from './lib/tcp-proxy.ts';
import { until } from './lib/until.ts';

/**
 * Followers behind a network that loses 5 % of its pieces, each with the connection, while the service is killed and
 * restarted. Each follower must get every event of the log once and in order: the client as an iteration, `pairspace watch`
 * as a process, and both clients of the Python package, which the build has put beside the page.
 *
 *   node --conditions=pairspace-source proofs/lossy-connection.ts [--events 10000] [--kills 3] [--loss 0.05]
 */
await using proof = await openProof({ events: 10_000, kills: 3, loss: 0.05 });
const { events, kills, folder, verdict, say } = proof;
const clients = 3;
const writers = 8;
/** The limit is long: after a loss a follower waits two seconds, and twice as long after each further loss. */
const caughtUpWithinMs = 240_000;
const command = join(import.meta.dirname, '../packages/pairspace/src/main.ts');
const checks = {
  client: 'a client that follows gets every event once and in order',
  watch: 'pairspace watch prints every event once and in order',
  python: 'the clients of the Python package follow every event once and in order',
  lossy: 'the connection lost some of what it carried',
} as const;

const home = join(folder, 'home');
await mkdir(home);
const env = { PAIRSPACE_SESSION_PACE: 'off' };
await using service = await startKillable({ folder, file: proof.server, env });
await using network = await TcpProxy.before(Number(new URL(service.url).port));
const behind = `http://127.0.0.1:${String(network.port)}`;

const { session, agentToken } = await createClient({ baseUrl: service.url }).createSession({ agentId: 'ada' });
const sessionId = session.id;
const writer = createClient({ baseUrl: service.url, token: agentToken });
network.loss = proof.loss;

const stop = new AbortController();
const followed = Array.from({ length: clients }, (): number[] => []);
const following = followed.map(async (seqs) => {
  const client = createClient({ baseUrl: behind });
  for await (const { seq } of client.followEvents({ sessionId, since: 0, signal: stop.signal })) seqs.push(seq);
});
/** A program that prints each event as a line of JSON. */
const follow = (program: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
  const seqs: number[] = [];
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  createInterface({ input: child.stdout }).on('line', (line) => {
    seqs.push((JSON.parse(line) as { seq: number }).seq);
  });
  return {
    seqs,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
const watching = follow(
  process.execPath,
  ['--conditions=pairspace-source', command, 'watch', '--since', '0', '--json', '--session', sessionId],
  { PAIRSPACE_HOME: home, PAIRSPACE_URL: behind },
);
const show = 'print(json.dumps({"seq": event["seq"]}), flush=True)';
const pythonPrograms = [
  `import json, sys, pairspace
for event in pairspace.Client(sys.argv[1]).follow_events(sys.argv[2], since=0): ${show}`,
  `import asyncio, json, sys, pairspace
async def main():
    async for event in pairspace.AsyncClient(sys.argv[1]).follow_events(sys.argv[2], since=0): ${show}
asyncio.run(main())`,
];
const { interpreter, env: pythonEnv } = withPythonPackage();
const pythons = pythonPrograms.map((code) => follow(interpreter, ['-c', code, behind, sessionId], pythonEnv));

let left = events;
const writing = Array.from({ length: writers }, async () => {
  while (left > 0) {
    // The service may be away for longer than the client tries.
    const posted = await writer.postMessage({ sessionId, content: `message ${String(left)}` }).catch(() => undefined);
    if (posted) left--;
    else await pause(100);
  }
});
for (let kill = 0; kill < kills; kill++) {
  // The kills are spread over the events, at any pace.
  const until = events * (1 - (kill + 1) / (kills + 1));
  while (left > until) await pause(10);
  await service.kill();
  await service.start();
}
await Promise.all(writing);
const { lastSeq } = await writer.getSession({ sessionId });

const all = [...followed, watching.seqs, ...pythons.map(({ seqs }) => seqs)];
await until(() => all.every((seqs) => (seqs.at(-1) ?? 0) >= lastSeq), caughtUpWithinMs);
stop.abort();
await Promise.all([watching, ...pythons].map((process) => process.stop()));
await Promise.all(following);

for (const seqs of followed) verdict.count(checks.client, problemIn(seqs));
verdict.count(checks.watch, problemIn(watching.seqs));
for (const { seqs } of pythons) verdict.count(checks.python, problemIn(seqs));
verdict.expect(checks.lossy, network.lost > 0, () => 'nothing was lost');
say(`${String(lastSeq)} events, ${String(kills)} kills, ${String(network.lost)} pieces lost with their connections`);
verdict.publish(Object.values(checks));

/** The defect of a follower's sequence of numbers. */
function problemIn(seqs: readonly number[]): string | undefined {
  const wrong = seqs.findIndex((seq, index) => seq !== index + 1);
  if (wrong >= 0) return `after #${String(wrong)} came #${String(seqs[wrong])}`;
  return seqs.length === lastSeq ? undefined : `${String(seqs.length)} of ${String(lastSeq)} came`;
}
