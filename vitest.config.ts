import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['pairspace-source'] },
  ssr: { resolve: { conditions: ['pairspace-source'], externalConditions: ['pairspace-source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'proofs/**/*.test.ts', 'examples/**/*.test.ts', 'deploy/*.test.ts'],
    execArgv: ['--conditions=pairspace-source'],
    testTimeout: 20_000,
  },
});
