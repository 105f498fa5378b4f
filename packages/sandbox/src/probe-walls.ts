import fs from 'node:fs';
import type { Bait } from './canary-bait.ts';
import { SandboxChild } from './child-process.ts';
import type { Fence } from './fence.ts';
import { Sealer } from './sealer.ts';
import { superviseJob } from './supervise-job.ts';

const nobody = 65_534;
const namespaces = ['unshare', '--user', '--net', '--ipc', '--uts', '--pid', '--fork', '--kill-child'];
const probeLimits = { wallMs: 10_000, cpuMs: 10_000, memoryMb: 64, diskMb: 1, maxFiles: 10, outputBytes: 65_536 };

/** The ways to hold a child, the best first. The last takes nothing from the machine but node. */
const candidates = (): Fence[] => {
  const plain: Fence = {
    launcher: [],
    hasInnerProcess: false,
    uid: null,
    launcherChangesUser: false,
    permissionModel: process.allowedNodeEnvironmentFlags.has('--permission'),
    sealer: null,
    importGate: true,
  };
  if (process.platform !== 'linux') return [plain];
  const isRoot = process.getuid?.() === 0;
  const changeUser = isRoot ? [`--reuid=${String(nobody)}`, `--regid=${String(nobody)}`, '--clear-groups'] : [];
  const privileges = ['setpriv', ...changeUser, '--no-new-privs', '--pdeathsig=KILL'];
  const user = isRoot ? { uid: nobody } : {};
  return [
    { ...plain, ...user, launcher: [...privileges, ...namespaces], hasInnerProcess: true, launcherChangesUser: true },
    { ...plain, ...user, launcher: privileges, launcherChangesUser: true },
    ...(isRoot ? [{ ...plain, ...user }] : [{ ...plain, launcher: namespaces, hasInnerProcess: true }]),
    plain,
  ];
};

const boots = async (fence: Fence, closing?: AbortSignal): Promise<boolean> => {
  try {
    await using child = await SandboxChild.boot({ runtime: 'probe' }, fence, closing);
    return child.pid !== undefined;
  } catch {
    return false;
  }
};

/** The strongest way to hold children that works on this machine. */
export const findFence = async (closing?: AbortSignal): Promise<Fence> => {
  for (const fence of candidates()) {
    if (process.platform === 'linux') {
      const sealer = new Sealer(fence.uid);
      const sealed = { ...fence, sealer };
      if (await boots(sealed, closing)) return sealed;
      sealer[Symbol.dispose]();
    }
    if (await boots(fence, closing)) return fence;
  }
  throw new Error('no process can be started for jobs on this machine');
};

interface ProbeReport {
  readHostFile: string;
  readOwnCode: string;
  writeHostFile: string;
  connect: string;
  spawn: string;
  worker: string;
  signalParent: string;
  database: string;
  environment: string[];
}

export interface Probe {
  report: ProbeReport;
  hasOwnNetwork: boolean;
  hasOtherUser: boolean;
}

/** Lets plain JavaScript loose in a child, as if a guest had broken out of its engine, and asks how far it came. */
export const runProbe = async (fence: Fence, bait: Bait, closing?: AbortSignal): Promise<Probe> => {
  await using child = await SandboxChild.boot({ runtime: 'probe' }, fence, closing);
  const pid = child.pid ?? 0;
  const hasOwnNetwork = differs(pid, (of) => fs.readlinkSync(`/proc/${String(of)}/ns/net`));
  const hasOtherUser = differs(
    pid,
    (of) => /Uid:.*/.exec(fs.readFileSync(`/proc/${String(of)}/status`, 'latin1'))?.[0],
  );
  const outcome = await superviseJob(
    child,
    {
      runtime: 'wasm',
      code: '',
      args: [bait.hostFile, String(bait.port), bait.writeTarget],
      env: {},
      stdin: String(process.pid),
      files: [],
      outputs: [],
      limits: probeLimits,
    },
    { maxRssMb: 1_000, maxOutputFileBytes: 0, signal: closing },
  );
  if (!outcome || outcome.failure) {
    throw new Error(`the probe of the walls ended with: ${outcome?.failure?.message ?? 'nothing'}`);
  }
  return { report: JSON.parse(outcome.stdout) as ProbeReport, hasOwnNetwork, hasOtherUser };
};

const differs = (pid: number, factOf: (process: number | 'self') => string | undefined): boolean => {
  try {
    return factOf(pid) !== factOf('self');
  } catch {
    return false;
  }
};

/** Which walls stand, as seen from inside. */
export const probeWalls = async (fence: Fence, bait: Bait, closing?: AbortSignal): Promise<Record<string, boolean>> => {
  const { report, hasOwnNetwork, hasOtherUser } = await runProbe(fence, bait, closing);
  const isDenied = (outcome: string) => outcome === 'ERR_ACCESS_DENIED';
  return {
    emptyEnvironment: report.environment.length === 0,
    permissionModel: [report.readHostFile, report.writeHostFile, report.spawn, report.worker].every(isDenied),
    rlimits: fence.sealer !== null && report.readOwnCode !== 'reached',
    network: report.connect !== 'reached' && bait.connections() === 0,
    namespaces: hasOwnNetwork,
    signals: report.signalParent !== 'reached',
    otherUser: hasOtherUser,
    noDatabase: report.database !== 'reached',
    diesWithParent: fence.launcher.includes('--pdeathsig=KILL'),
  };
};
