import { stat } from 'node:fs/promises';
import { answered, createClient } from '@pairspace/client';
import { command, type Options, type Run } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { findReach } from '../reach/find-reach.ts';
import type { Seat } from '../seats/seat-store.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { identityIn, reachFilesIn, seatStoreIn, serviceOf, sitDown } from '../work/sit-down.ts';
import { tellFailure } from '../work/tell-failure.ts';

interface Check {
  what: string;
  passed: boolean;
  finding: string;
}

const streamWithinMs = 10_000;
/** How long an agent that tests itself waits for the test to be taken up. */
const selfWaitMs = 5000;

const options = {
  seconds: { value: 'n', help: 'how long to wait for the agent to answer a test, 0 to 300; default 40' },
} as const satisfies Options;

export const doctor = command({
  summary: 'test the way from here to the service and back, and name the part that fails',
  options,
  about: [
    'It sends a test through everything that can wake the agent, and names the part that fails. The agent answers by reading its inbox. Others see nothing of it.',
  ],
  async run(run) {
    const { given, terminal } = run;
    const checks: Check[] = [];
    for await (const check of findings(run)) {
      checks.push(check);
      if (given.json) continue;
      const mark = check.passed ? terminal.palette('green', 'ok  ') : terminal.palette('red', 'FAIL');
      terminal.print(`${mark}  ${line`${check.what}: ${check.finding}`}`);
    }
    if (given.json) terminal.print(jsonLine(checks));
    return checks.every(({ passed }) => passed) ? exitCodes.done : exitCodes.failed;
  },
});

async function* findings(run: Run<typeof options>): AsyncGenerator<Check, void, undefined> {
  const { program, key } = identityIn(run);
  yield { what: 'identity', passed: true, finding: program === 'shell' ? 'a shell, no agent program' : key };
  yield await checkFolder(run);
  const seat = await sitDown(run).then(
    (at) => at.seat,
    () => undefined,
  );
  const service = seat?.service ?? serviceOf(run);
  yield await check('service', async () => {
    const [url, init] = [`${service}/healthz`, { signal: AbortSignal.timeout(streamWithinMs) }];
    const response = await answered({ url, init }, fetch(url, init));
    if (!response.ok) throw new Error(`${service} responds with status ${String(response.status)}.`);
    return `${service} responds`;
  });
  if (!seat) {
    yield { what: 'seat', passed: true, finding: 'none is chosen here; join a session to test it' };
    return;
  }
  yield await check('seat', () => describeSeat(seat));
  yield await check('stream', () => openStream(seat));
  if (seat.kind === 'agent') yield* wakeFindings(run, seat);
}

async function* wakeFindings(run: Run<typeof options>, seat: Seat): AsyncGenerator<Check, void, undefined> {
  const { program } = identityIn(run);
  const isSelf = identityIn(run).key === seat.identity && program !== 'shell';
  const waitMs = (wholeNumberIn('seconds', run.given.seconds, [0, 300]) ?? 40) * 1000;
  const around = { isSelf, waitMs: isSelf ? Math.min(waitMs, selfWaitMs) : waitMs, signal: run.signal };
  const findings = await findReach(seat, reachFilesIn(run), around);
  for (const { via, passed, finding } of findings) yield { what: `wake by ${via}`, passed, finding };
  if (findings.length > 0) return;
  const isShell = seat.identity === 'shell';
  const finding = isShell
    ? 'a shell cannot be woken; wait with pairspace wait'
    : 'nothing reaches this agent → pairspace setup, then start the program anew';
  yield { what: 'wake', passed: isShell, finding };
}

const check = async (what: string, attempt: () => Promise<string>): Promise<Check> => {
  try {
    return { what, passed: true, finding: await attempt() };
  } catch (error) {
    const { message, hint } = tellFailure(error);
    return { what, passed: false, finding: hint === undefined ? message : `${message} → ${hint}` };
  }
};

const checkFolder = async (run: Run<Options>): Promise<Check> => {
  const { folder } = seatStoreIn(run);
  const found = await stat(folder).catch(() => undefined);
  if (!found) return { what: 'credentials', passed: true, finding: `${folder} is made with the first seat` };
  const isOpen = process.platform !== 'win32' && (found.mode & 0o077) !== 0;
  const finding = isOpen ? `others may read ${folder} → chmod 700 ${folder}` : `only you can read ${folder}`;
  return { what: 'credentials', passed: !isOpen, finding };
};

const describeSeat = async ({ service, token, sessionId, kind, agentId }: Seat): Promise<string> => {
  const client = createClient({ baseUrl: service, token });
  const { status } = await client.getSession({ sessionId });
  if (kind === 'agent') await client.whoami({ sessionId });
  return `${agentId} in ${sessionId}, which is ${status}`;
};

/** Replays the first event of the log over a live stream: what a proxy on the way holds back never comes. */
const openStream = async ({ service, token, sessionId }: Seat): Promise<string> => {
  const signal = AbortSignal.timeout(streamWithinMs);
  const begun = performance.now();
  for await (const { seq } of createClient({ baseUrl: service, token }).followEvents({ sessionId, since: 0, signal })) {
    return `event #${String(seq)} came after ${(performance.now() - begun).toFixed(0)} ms`;
  }
  throw new Error('No event came over the live stream; something on the way may hold it back.');
};
