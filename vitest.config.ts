import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** These replace a module for whatever loads it, so each needs a process of its own. */
const isolated = ['packages/server/src/presence/heartbeat-sync.test.ts'];

export default defineConfig({
  resolve: { conditions: ['pairspace-source'] },
  ssr: { resolve: { conditions: ['pairspace-source'], externalConditions: ['pairspace-source'] } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/web/tests/*.test.ts',
            'proofs/**/*.test.ts',
            'examples/**/*.test.ts',
            'deploy/*.test.ts',
            'scripts/*.test.ts',
          ],
          exclude: isolated,
          // Files share the modules that their process has loaded.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
    execArgv: ['--conditions=pairspace-source'],
    // The programs that tests start compile what they load once, not each time.
    env: { NODE_COMPILE_CACHE: resolve(import.meta.dirname, 'node_modules/.cache/compiled') },
    // Tests wait more than they compute.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Of a machine that others keep busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
