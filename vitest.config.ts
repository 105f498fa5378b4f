import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Test files that keep a process busy for long. */
const alone = 'packages/conformance/src/*.test.ts';

export default defineConfig({
  test: {
    reporters: ['default', './scripts/report-skipped.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared process',
          include: ['packages/*/{src,tests}/**/*.test.ts', '{deploy,examples,proofs,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', alone],
          // A process loads the service and starts a browser once, not once for each file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'own process', include: [alone] },
      },
    ],
    // Node loads the files itself, as it does outside of tests: a process starts in a third of the time.
    experimental: { viteModuleRunner: false },
    execArgv: ['--conditions=pairspace-source'],
    // Programs that tests start compile their code once, not each time.
    env: { NODE_COMPILE_CACHE: resolve(import.meta.dirname, 'node_modules/.cache/compiled') },
    // Tests wait more than they compute.
    maxWorkers: availableParallelism() * 2,
    // The limits end what hangs, however busy the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000, interval: 20 } },
    // The machine of a CI run may be busy. The summary names a test that passed at its second try.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});
