import { jobOf } from '@pairspace/testkit/sandbox-jobs';
import { until } from '@pairspace/testkit/until';
import { expect, test } from 'vitest';
import { createCanaries } from './host-canaries.ts';
import { openSandboxBehind } from './open-sandbox.ts';
import { findConfinement, probeWalls, runProbe } from './probe-walls.ts';

const bare = {
  launcher: [],
  hasInnerProcess: false,
  uid: null,
  launcherChangesUser: false,
  permissionModel: false,
  limiter: null,
};

test('plain JavaScript in a child reaches nothing behind the walls, and everything without them', async () => {
  await using canaries = await createCanaries();
  const confinement = await findConfinement();
  const { report } = await runProbe(confinement, canaries);
  expect(Object.values(report)).not.toContain('reached');
  expect(report.environment).toEqual([]);
  expect(canaries.connections()).toBe(0);
  expect(await canaries.wasWritten()).toBe(false);

  const open = await runProbe({ ...confinement, ...bare }, canaries);
  expect(open.report).toMatchObject({
    readHostFile: 'reached',
    writeHostFile: 'reached',
    connect: 'reached',
    spawn: 'reached',
  });
  const walls = await probeWalls({ ...confinement, ...bare }, canaries);
  expect(walls).toMatchObject({ permissionModel: false, network: false, rlimits: false });
});

test('without the gate the canaries of Python get through and switch it off', async () => {
  await using sandbox = await openSandboxBehind({ runtimes: ['python'], warm: { python: 0 } }, (confinement) => ({
    ...confinement,
    ...bare,
    importGate: false,
  }));
  void sandbox.test();
  await until(() => {
    expect(sandbox.isolation.selfTest.failures).not.toEqual([]);
  });
  const outcome = await sandbox.run(jobOf('python', 'print(1)'));
  expect(outcome.failure).toMatchObject({
    reason: 'unavailable',
    message: expect.stringContaining('REACHED') as string,
  });
  expect(sandbox.isolation.selfTest.passedAt).toBeNull();
  expect(sandbox.isolation.selfTest.failures.join()).toContain('the host was reached');
  // The verdict is final.
  expect(sandbox.runtimes.find(({ name }) => name === 'python')).toMatchObject({ available: false, retryAt: null });
});
