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
    // Tests wait more than they compute.
    maxWorkers: '100%',
    // Of a machine that others keep busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
