import { startCluster, startKillable } from './lib/cluster.ts';
import { openProof } from './lib/open-proof.ts';
import { runConformance } from './lib/run-conformance.ts';
import { strain, strainChecks } from './lib/strain.ts';
import { WriteLoad } from './lib/write-load.ts';

/**
 * The proof of several nodes: three processes on a PostgreSQL and a NATS of their own, behind a TCP balancer. Writers and
 * followers go on while servers are restarted, networks cut and nodes restarted in turn: no acknowledged write is lost, no
 * event delivered twice, and everything recovers without help. `kill-nine` kills nodes.
 *
 * With `--conformance` the conformance suite runs through the balancer in place of that, with `--nodes 1` on one process with
 * the embedded database, and with `--python` by the Python package, which the build has put beside the page.
 *
 *   node --conditions=pairspace-source proofs/nodes.ts [--conformance [--nodes 1] [--python]] [--server FILE] [--folder FOLDER]
 */
await using proof = await openProof({ conformance: false, nodes: 3, python: false });
const { verdict, say } = proof;
const conforms = 'the conformance suite passes';

const options = { size: 3, file: proof.server, folder: proof.folder, env: { PAIRSPACE_LOG: 'silent' } };

if (proof.conformance) {
  await using alone = await (proof.nodes === 1 ? startKillable(options) : startCluster(options));
  const tests = await runConformance(alone.url, { throughPython: proof.python });
  for (const { id, title, kind, message } of tests) {
    if (kind === 'skipped') continue;
    verdict.expect(conforms, kind === 'passed', () => `${id} ${title}: ${message ?? kind}`);
  }
  say(`${String(tests.length)} tests of the conformance suite`);
  verdict.publish([conforms]);
} else {
  // A request that hangs is 503 soon, so that the proof need not wait.
  await using cluster = await startCluster({ ...options, constants: { watchPauseMs: 100, requestTimeoutMs: 5000 } });
  const writers = { sessions: 6, messages: 8, retrying: 6, files: 4, followers: 2 };
  const load = await WriteLoad.begin(cluster.url, writers);
  await strain(cluster, load, verdict, say);
  const ofLoad = await load.judge(verdict);
  console.log(String(load));
  verdict.publish([...Object.values(strainChecks), ...ofLoad]);
}
