import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['pairspace-source'] },
  ssr: { resolve: { conditions: ['pairspace-source'], externalConditions: ['pairspace-source'] } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'packages/web/tests/*.test.ts',
      'proofs/**/*.test.ts',
      'examples/**/*.test.ts',
      'deploy/*.test.ts',
      'scripts/*.test.ts',
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
