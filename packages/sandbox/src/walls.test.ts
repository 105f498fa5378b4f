import { jobOf } from '@pairspace/testkit/sandbox-jobs';
import { expect, test } from 'vitest';
import { layBait } from './canary-bait.ts';
import { openSandboxBehind } from './open-sandbox.ts';
import { findFence, probeWalls, runProbe } from './probe-walls.ts';

const bootsSlowly = 120_000;
const bare = {
  launcher: [],
  hasInnerProcess: false,
  uid: null,
  launcherChangesUser: false,
  permissionModel: false,
  sealer: null,
};

test(
  'plain JavaScript in a child reaches nothing behind the walls, and everything without them',
  async () => {
    await using bait = await layBait();
    const fence = await findFence();
    const { report } = await runProbe(fence, bait);
    expect(Object.values(report)).not.toContain('reached');
    expect(report.environment).toEqual([]);
    expect(bait.connections()).toBe(0);
    expect(await bait.wasWritten()).toBe(false);

    const open = await runProbe({ ...fence, ...bare }, bait);
    expect(open.report).toMatchObject({
      readHostFile: 'reached',
      writeHostFile: 'reached',
      connect: 'reached',
      spawn: 'reached',
    });
    const walls = await probeWalls({ ...fence, ...bare }, bait);
    expect(walls).toMatchObject({ permissionModel: false, network: false, rlimits: false });
  },
  bootsSlowly,
);

test(
  'without the gate the canaries of Python get through and switch it off',
  async () => {
    await using sandbox = await openSandboxBehind({ runtimes: ['python'], warm: { python: 0 } }, (fence) => ({
      ...fence,
      ...bare,
      importGate: false,
    }));
    const outcome = await sandbox.run(jobOf('python', 'print(1)'));
    expect(outcome.failure).toMatchObject({ reason: 'lost', message: expect.stringContaining('REACHED') as string });
    expect(sandbox.isolation.selfTest.passedAt).toBeNull();
    expect(sandbox.isolation.selfTest.failures.join()).toContain('a file of the host was read');
    expect(sandbox.runtimes.find(({ name }) => name === 'python')?.available).toBe(false);
  },
  bootsSlowly,
);
