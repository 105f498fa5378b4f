import fs from 'node:fs';
import type { Canaries } from './host-canaries.ts';
import { NoProcess, SandboxChild } from './child-process.ts';
import type { Confinement } from './confinement.ts';
import { ProcessLimiter } from './process-limiter.ts';
import { superviseJob } from './supervise-job.ts';

const nobody = 65_534;
const namespaces = ['unshare', '--user', '--net', '--ipc', '--uts', '--pid', '--fork', '--kill-child'];
const probeLimits = { wallMs: 10_000, cpuMs: 10_000, memoryMb: 64, diskMb: 1, maxFiles: 10, outputBytes: 65_536 };

/** The possible confinements, the strongest first. The last one needs nothing but node. */
const candidates = (): Confinement[] => {
  const plain: Confinement = {
    launcher: [],
    hasInnerProcess: false,
    uid: null,
    launcherChangesUser: false,
    permissionModel: process.allowedNodeEnvironmentFlags.has('--permission'),
    limiter: null,
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

/** Whether a process boots behind the confinement. A process that is only late decides nothing about it. */
const boots = async (confinement: Confinement, closing?: AbortSignal): Promise<boolean> => {
  try {
    await using child = await SandboxChild.boot({ runtime: 'probe' }, confinement, closing);
    return child.pid !== undefined;
  } catch (error) {
    if (error instanceof NoProcess) throw error;
    return false;
  }
};

/** The strongest confinement that works on this machine. */
export const findConfinement = async (closing?: AbortSignal): Promise<Confinement> => {
  for (const confinement of candidates()) {
    if (process.platform === 'linux') {
      using unused = new DisposableStack();
      const limited = { ...confinement, limiter: unused.use(new ProcessLimiter(confinement.uid)) };
      if (await boots(limited, closing)) {
        unused.move();
        return limited;
      }
    }
    if (await boots(confinement, closing)) return confinement;
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

/** Runs plain JavaScript in a child, like a guest that has broken out of its engine, and reports its accesses. */
export const runProbe = async (confinement: Confinement, canaries: Canaries, closing?: AbortSignal): Promise<Probe> => {
  await using child = await SandboxChild.boot({ runtime: 'probe' }, confinement, closing);
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
      args: [canaries.hostFile, String(canaries.port), canaries.writeTarget],
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

/** The protections that work, as seen from inside. */
export const probeWalls = async (
  confinement: Confinement,
  canaries: Canaries,
  closing?: AbortSignal,
): Promise<Record<string, boolean>> => {
  const { report, hasOwnNetwork, hasOtherUser } = await runProbe(confinement, canaries, closing);
  const isDenied = (outcome: string) => outcome === 'ERR_ACCESS_DENIED';
  return {
    emptyEnvironment: report.environment.length === 0,
    permissionModel: [report.readHostFile, report.writeHostFile, report.spawn, report.worker].every(isDenied),
    rlimits: confinement.limiter !== null && report.readOwnCode !== 'reached',
    network: report.connect !== 'reached' && canaries.connections() === 0,
    namespaces: hasOwnNetwork,
    signals: report.signalParent !== 'reached',
    otherUser: hasOtherUser,
    noDatabase: report.database !== 'reached',
    diesWithParent: confinement.launcher.includes('--pdeathsig=KILL'),
  };
};
