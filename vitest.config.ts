import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'], externalConditions: ['source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'proofs/**/*.test.ts', 'examples/**/*.test.ts'],
    execArgv: ['--conditions=source'],
    testTimeout: 20_000,
  },
});
