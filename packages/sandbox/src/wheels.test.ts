import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSandboxBehind } from './open-sandbox.ts';
import { jobOf } from './testing/jobs.ts';
import { compiledModule, moduleSuffix, wheelOf } from './testing/wheels.ts';

const bootsSlowly = 120_000;
let wheelsFolder: string;
let cacheFolder: string;

beforeEach(async () => {
  wheelsFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'pairspace-wheels-'));
  cacheFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'pairspace-snapshots-'));
});

afterEach(async () => {
  for (const folder of [wheelsFolder, cacheFolder]) await fs.rm(folder, { recursive: true });
});

const openPython = () =>
  openSandboxBehind({ wheelsFolder, cacheFolder, warm: { python: 0 } }, (fence) => fence, ['python']);

test(
  'jobs import what wheels hold, compiled too, and still link nothing of their own',
  async () => {
    const compiled = await compiledModule('tiny');
    const wheels = {
      'greeting-1.0-py3-none-any.whl': await wheelOf('greeting', {
        'greeting/__init__.py': 'from .words import hello',
        'greeting/words.py': 'hello = "hello"',
      }),
      'tiny-1.0-cp314-cp314-wasm32.whl': await wheelOf('tiny', { [`tiny${moduleSuffix}`]: compiled }),
    };
    for (const [name, content] of Object.entries(wheels)) await fs.writeFile(path.join(wheelsFolder, name), content);
    await using sandbox = await openPython();
    const code = 'import os, tiny; from greeting import hello; print(hello, tiny.__name__, os.listdir("/work"))';
    const outcome = await sandbox.run(jobOf('python', code, { outputs: ['**'] }));
    expect(outcome).toMatchObject({ failure: null, stdout: 'hello tiny []\n', outputs: [] });

    const own = `import os, base64
open('/work/other${moduleSuffix}', 'wb').write(base64.b64decode('${Buffer.from(await compiledModule('other')).toString('base64')}'))
import other`;
    const { failure } = await sandbox.run(jobOf('python', own));
    expect(failure).toEqual({ reason: 'sandbox_violation', message: 'sandbox violation: _dlopen_js' });
  },
  bootsSlowly,
);

test(
  'a wheel for another machine switches Python off and says which file it is',
  async () => {
    const foreign = await wheelOf('foreign', { 'foreign/core.so': '\x7fELF of another machine' });
    await fs.writeFile(path.join(wheelsFolder, 'foreign-1.0-cp314-cp314-linux_x86_64.whl'), foreign);
    await using sandbox = await openPython();
    const { failure } = await sandbox.run(jobOf('python', ''));
    expect(failure?.reason).toBe('lost');
    expect(failure?.message).toContain('/lib/python3.14/site-packages/foreign/core.so cannot be linked');
    expect(failure?.message.length).toBeLessThan(1000);
  },
  bootsSlowly,
);
