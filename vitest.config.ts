import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Test files that measure time or memory, replace a module, or keep a process busy for long. */
const alone = [
  'packages/conformance/src/*.test.ts',
  'packages/server/src/compute/{local-worker,job-warnings}.test.ts',
  'packages/server/src/edits/find-text.test.ts',
  'packages/server/src/forgery.test.ts',
  'packages/server/src/http/transport/send-streamed.test.ts',
  'packages/server/src/lib/*.test.ts',
  'packages/server/src/messages/courtesies.test.ts',
  'packages/server/src/presence/heartbeat-sync.test.ts',
  'packages/server/src/reference/openapi/generated-client.test.ts',
  'packages/server/src/secrets/find-secret.test.ts',
  'packages/server/src/serve.test.ts',
  'packages/server/src/storage/sqlite/checkpointer.test.ts',
  'packages/server/src/tracing/tracing.test.ts',
  'packages/server/src/transcripts/{long-transcript,transcripts}.test.ts',
];

export default defineConfig({
  resolve: { conditions: ['pairspace-source'] },
  ssr: { resolve: { conditions: ['pairspace-source'], externalConditions: ['pairspace-source'] } },
  test: {
    reporters: ['default', './scripts/report-skipped.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared process',
          include: ['packages/*/{src,tests}/**/*.test.ts', '{deploy,examples,proofs,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...alone],
          // A process loads the service and starts a browser once, not once for each file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'own process', include: alone },
      },
    ],
    execArgv: ['--conditions=pairspace-source'],
    // Programs that tests start compile their code once, not each time.
    env: { NODE_COMPILE_CACHE: resolve(import.meta.dirname, 'node_modules/.cache/compiled') },
    // Each process loads the service and may start a browser.
    maxWorkers: availableParallelism() + 1,
    // Limits for a hang; no test may fail because the machine is busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 120_000 } },
    // The machine of a CI run may be busy. The summary names a test that passed at its second try.
    retry: process.env['CI'] === undefined ? 0 : 1,
  },
});
