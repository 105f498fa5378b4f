import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { readRefusal, sendRequest } from '@pairspace/client';
import { word } from '@pairspace/protocol';
import { command, type Options, type Run } from '../command.ts';
import { exitCodes } from '../errors.ts';
import { findReach } from '../reach/test-reach.ts';
import { isOwn } from '../seats/identity.ts';
import type { Seat } from '../seats/seat-store.ts';
import { installedCommand } from '../setup/installed-command.ts';
import { asksPeople, openPermission } from '../setup/plan-change.ts';
import { programs } from '../setup/programs.ts';
import { jsonLine, peerLine } from '../terminal/text.ts';
import { type AtWork, identityIn, openSeat, reachFilesIn, seatStoreIn, serviceOf } from '../work/open-seat.ts';
import { tellFailure } from '../work/tell-failure.ts';

interface Check {
  what: string;
  passed: boolean;
  finding: string;
}

const streamWithinMs = 10_000;
/** The time in which the test of the agent's own reach must begin. */
const selfWaitMs = 5000;

const sandboxed =
  'the sandbox of Codex keeps commands from it; the tools pairspace_… work → use the tools, or let commands use it: [sandbox_workspace_write] network_access = true in ~/.codex/config.toml';

const options = {
  seconds: {
    value: 'n',
    whole: [0, 300],
    help: 'how long to wait for the agent to answer a test, 0 to 300; default 40',
  },
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
      terminal.print(`${mark}  ${peerLine(`${check.what}: ${check.finding}`)}`);
    }
    if (given.json) terminal.print(jsonLine(checks));
    return checks.every(({ passed }) => passed) ? exitCodes.done : exitCodes.failed;
  },
});

async function* findings(run: Run<typeof options>): AsyncGenerator<Check, void, undefined> {
  const { program, key } = identityIn(run);
  yield { what: 'identity', passed: true, finding: program === 'shell' ? 'a shell, no agent program' : key };
  yield await checkFolder(run);
  yield* permissionOf(run);
  const at = await openSeat(run).catch(() => undefined);
  if (run.env['CODEX_SANDBOX_NETWORK_DISABLED'] === '1') {
    yield { what: 'network', passed: false, finding: sandboxed };
    return;
  }
  const service = at?.seat.service ?? serviceOf(run);
  yield await check('service', async () => {
    const response = await sendRequest(`${service}/healthz`, { signal: AbortSignal.timeout(streamWithinMs) });
    if (!response.ok) throw await readRefusal(response);
    return `${service} responds`;
  });
  if (!at) {
    yield { what: 'seat', passed: true, finding: 'none is chosen here; join a session to test it' };
    return;
  }
  yield await check('seat', () => describeSeat(at));
  yield await check('stream', () => openStream(at));
  yield* closedRuntimes(at);
  if (at.seat.kind === 'agent') yield* wakeFindings(run, at.seat);
}

/** The permissions that the program still needs for this command, and whether people of the session are asked. */
async function* permissionOf(run: Run<Options>): AsyncGenerator<Check, void, undefined> {
  const { program: name, key } = identityIn(run);
  const known = programs.find((program) => program.name === name || `custom:${program.name}` === key);
  const home = run.env['HOME'] ?? homedir();
  const launcher =
    known &&
    (await Promise.resolve(run.env)
      .then(installedCommand)
      .catch(() => undefined));
  if (!known || !launcher) return;
  const open = await openPermission(known, home, launcher);
  if (open !== undefined) yield { what: 'permission', passed: true, finding: open };
  const asks = await asksPeople(known, home, launcher);
  if (asks === undefined) return;
  const finding = asks
    ? `on; people of its session decide what ${known.title} would ask at its terminal`
    : `off; questions of ${known.title} come at its terminal`;
  yield { what: 'ask people', passed: true, finding };
}

async function* wakeFindings(run: Run<typeof options>, seat: Seat): AsyncGenerator<Check, void, undefined> {
  const identity = identityIn(run);
  const isSelf = isOwn(seat, identity) && identity.program !== 'shell';
  const waitMs = (run.given.seconds ?? 40) * 1000;
  const around = { isSelf, waitMs: isSelf ? Math.min(waitMs, selfWaitMs) : waitMs, signal: run.signal };
  const files = reachFilesIn(run);
  const isShell = seat.identity === 'shell';
  const hasEnded = !isShell && !isSelf && (await files.hasEnded(seat));
  // The hooks of an ended program answer no test.
  const findings = hasEnded ? [] : await findReach(seat, files, around);
  for (const { via, passed, finding } of findings) yield { what: `wake by ${via}`, passed, finding };
  if (findings.length > 0) return;
  const finding = isShell
    ? 'a shell cannot be woken; wait with pairspace wait'
    : hasEnded
      ? 'its program has ended; it is reached again when the program goes on'
      : 'nothing reaches this agent → pairspace setup, then start the program anew';
  yield { what: 'wake', passed: isShell || hasEnded, finding };
}

const check = async (what: string, attempt: () => Promise<string>): Promise<Check> => {
  try {
    return { what, passed: true, finding: await attempt() };
  } catch (error) {
    const { line, hint } = tellFailure(error);
    return { what, passed: false, finding: hint === undefined ? line : `${line} → ${hint}` };
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

const describeSeat = async ({ call, seat: { sessionId, kind, agentId } }: AtWork): Promise<string> => {
  const { status } = await call('getSession', {});
  if (kind === 'agent') await call('whoami', {});
  return `${agentId} in ${sessionId}, which is ${word(status)}`;
};

/** The runtimes of the service that take no jobs now. A session without a pool does not know them. */
async function* closedRuntimes({ call }: AtWork): AsyncGenerator<Check, void, undefined> {
  const { pool } = await call('getCompute', {});
  for (const { name, available, reason, retryAt } of pool?.runtimes ?? []) {
    if (available) continue;
    const next =
      retryAt === null ? 'the operator must mend it and start the service anew' : `tested again at ${retryAt}`;
    yield { what: `${word(name)} jobs`, passed: false, finding: `none run: ${reason ?? 'switched off'} → ${next}` };
  }
}

/** Opens a live stream that replays the first event of the log. A proxy that buffers would hold it back. */
const openStream = async ({ client, sessionId }: AtWork): Promise<string> => {
  const signal = AbortSignal.timeout(streamWithinMs);
  const begun = performance.now();
  for await (const { seq } of client.followEvents({ sessionId, since: 0, signal })) {
    return `event #${String(seq)} came after ${(performance.now() - begun).toFixed(0)} ms`;
  }
  throw new Error('No event came over the live stream; something on the way may hold it back.');
};
