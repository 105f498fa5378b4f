import type { Runtime } from '@pairspace/sandbox';
import { openSandboxBehind } from '@pairspace/sandbox/inside';
import { attackJob, attacks, findDifference, nameOf } from '@pairspace/testkit/sandbox-attacks';
import { jobOf } from '@pairspace/testkit/sandbox-jobs';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { openProof } from './lib/open-proof.ts';

/**
 * Every known attack, one after the other in one sandbox: each ends as expected, the next job of its runtime works, and
 * no process is left behind. Then jobs are cancelled and children killed at random moments of their lives. `npm test`
 * runs a part of it.
 *
 *   node --conditions=pairspace-source proofs/sandbox-attacks.ts [--rounds 20] [--folder FOLDER]
 */
await using proof = await openProof({ rounds: 20 });
const { rounds, folder, verdict } = proof;
const longestDelayMs = 800;

const ends = 'an attack ends for the reason it should, and tells no path of the host';
const works = 'the job after an attack works';
const cancelled = 'a cancelled job is cancelled, whenever it was, or had ended';
const killed = 'a job whose child is killed is lost, or had ended, and the next works';
const gone = 'no process is left behind';

const greet: Record<Runtime, string> = {
  javascript: 'console.log(6 * 7)',
  python: 'print(6 * 7)',
  wasm: 'AGFzbQEAAAABBAFgAAADAgEABQMBAAEHEwIGbWVtb3J5AgAGX3N0YXJ0AAAKBAECAAs=',
};
const seen = new Set<number>();
{
  await using sandbox = await openSandboxBehind({ cacheFolder: folder, warm: { python: 0 } }, (fence) => fence);
  const runNext = async (runtime: Runtime): Promise<string | undefined> => {
    const { failure, stdout } = await sandbox.run(jobOf(runtime, greet[runtime]));
    for (const pid of sandbox.pids) seen.add(pid);
    if (failure) return failure.message;
    return runtime === 'wasm' || stdout === '42\n' ? undefined : `it wrote ${JSON.stringify(stdout)}`;
  };

  for (const attack of attacks) {
    verdict.count(ends, prefixed(nameOf(attack), findDifference(attack, await sandbox.run(attackJob(attack)))));
    verdict.count(works, prefixed(nameOf(attack), await runNext(attack[1])));
  }

  for (let round = 0; round < rounds; round++) {
    const runtime = round % 5 === 4 ? 'python' : 'javascript';
    const endless = jobOf(runtime, runtime === 'python' ? 'while True: pass' : 'for (;;);');
    const delayMs = Math.round((round / rounds) ** 2 * longestDelayMs);
    const { failure } = await sandbox.run(endless, { signal: AbortSignal.timeout(delayMs) });
    verdict.expect(cancelled, failure?.reason === 'cancelled', () => `${runtime} after ${String(delayMs)} ms`);
  }

  for (let round = 0; round < rounds; round++) {
    const timer = setInterval(
      () => {
        // A child may have ended by itself.
        for (const pid of sandbox.pids) if (existsSync(`/proc/${String(pid)}`)) process.kill(pid, 'SIGKILL');
      },
      1 + (round / rounds) ** 2 * longestDelayMs,
    );
    const { failure } = await sandbox.run(jobOf('javascript', 'for (;;);'));
    clearInterval(timer);
    const problem = failure?.reason === 'lost' ? await runNext('javascript') : `it is ${String(failure?.reason)}`;
    verdict.count(killed, prefixed(`round ${String(round)}`, problem));
  }
}
const left = [...seen].filter((pid) => existsSync(`/proc/${String(pid)}`));
verdict.expect(gone, left.length === 0, () => `processes ${left.join(', ')}`);
const zombies = execFileSync('ps', ['--ppid', String(process.pid), '-o', 'stat='], { encoding: 'utf8' });
verdict.expect(gone, !/^Z/m.test(zombies), () => zombies);
verdict.publish([ends, works, cancelled, killed, gone]);

function prefixed(what: string, problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `${what}: ${problem}`;
}
