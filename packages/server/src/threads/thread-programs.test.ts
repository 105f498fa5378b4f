import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Programs of threads. Each service starts them. */
const programs = ['../search/find-worker.ts', '../exports/site/render-worker.ts'];

/** Prints the URL of each module that `modules` load. They find out that they do not run in a thread, and end. */
const listLoaded = (modules: readonly string[]): string => `
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
  for (const url of ${JSON.stringify(modules)}) await import(url).catch(() => undefined);
`;

test('threads load no schemas, which take 20 MB and half a second of a processor', async () => {
  const urls = programs.map((program) => new URL(program, import.meta.url).href);
  const args = ['--conditions=pairspace-source', '--input-type=module', '--eval', listLoaded(urls)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const loaded = stdout.trim().split('\n');
  for (const url of urls) expect(loaded).toContain(url);
  expect(loaded.filter((url) => url.includes('/zod/'))).toEqual([]);
});
