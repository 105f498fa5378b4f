import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { withPythonPackage } from '@pairspace/testkit/python';

interface TestResult {
  id: string;
  title: string;
  kind: string;
  message?: string;
}

interface Options {
  /** The prefixes of the rules; all rules without them. */
  only?: readonly string[];
  /** Makes the calls by the Python package. */
  throughPython?: boolean;
}

/** Runs the conformance suite against a service, in a separate process. */
export const runConformance = async (
  baseUrl: string,
  { only = [], throughPython = false }: Options = {},
): Promise<TestResult[]> => {
  const suite = join(import.meta.dirname, '../../packages/conformance/src/main.ts');
  const python = throughPython ? withPythonPackage() : undefined;
  const through = python ? ['--through', python.interpreter] : [];
  const rules = only.flatMap((prefix) => ['--only', prefix]);
  const child: ChildProcessByStdio<null, Readable, null> = spawn(
    process.execPath,
    ['--conditions=pairspace-source', suite, baseUrl, '--json', ...rules, ...through],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...python?.env },
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await once(child, 'close');
  return (JSON.parse(output) as { results: TestResult[] }).results;
};
