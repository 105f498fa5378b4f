import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

interface TestResult {
  id: string;
  title: string;
  kind: string;
  message?: string;
}

/** Runs the conformance suite, or the rules with these prefixes, against a service, in a separate process. */
export const runConformance = async (baseUrl: string, only: readonly string[] = []): Promise<TestResult[]> => {
  const suite = join(import.meta.dirname, '../../packages/conformance/src/main.ts');
  const child: ChildProcessByStdio<null, Readable, null> = spawn(
    process.execPath,
    ['--conditions=pairspace-source', suite, baseUrl, '--json', ...only.flatMap((prefix) => ['--only', prefix])],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return (JSON.parse(output) as { results: TestResult[] }).results;
};
