import { serviceFile, startService } from '@pairspace/testkit/service';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Verdict } from './lib/verdict.ts';

/**
 * A public linter reads the OpenAPI document of a service. It is installed for this run alone.
 *
 *   node --conditions=pairspace-source proofs/openapi.ts
 */
const linter = '@redocly/openapi-core@2.64.0';
const claims = {
  clean: 'the linter finds nothing to say of the document',
  looks: 'the linter finds what is wrong in a document',
};

/** Runs in the folder of the linter: reads the document from a file, and prints the problems. */
const program = `
import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    // The rule is off, because each service knows its own address.
    'no-server-example.com': 'off',
    'operation-operationId-unique': 'error',
    'operation-description': 'error',
    'tag-description': 'error',
    'no-invalid-media-type-examples': 'error',
    'no-invalid-schema-examples': 'error',
    'no-invalid-parameter-examples': 'error',
  },
});
const problems = await lintFromString({ source: await readFile(process.argv[2], 'utf8'), config });
for (const { ruleId, message, location } of problems) console.log(ruleId, location[0]?.pointer ?? '', message);
`;

const run = promisify(execFile);
const verdict = new Verdict();
const folder = await mkdtemp(join(tmpdir(), 'pairspace-openapi-'));

const problemsOf = async (name: string, source: string): Promise<string> => {
  const file = join(folder, name);
  await writeFile(file, source);
  const { stdout } = await run(process.execPath, ['lint.mjs', file], { cwd: folder, maxBuffer: 64 * 2 ** 20 });
  return stdout;
};

try {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  await writeFile(join(folder, 'lint.mjs'), program);
  await run('npm', ['install', '--silent', '--no-audit', '--no-fund', linter], { cwd: folder });
  await using service = await startService({ folder: join(folder, 'data'), file: serviceFile });
  const source = await (await fetch(`${service.url}/api/openapi.json`)).text();
  const problems = await problemsOf('service.json', source);
  verdict.expect(claims.clean, problems === '', () => problems.slice(0, 3000));
  const changed = await problemsOf(
    'changed.json',
    source.replaceAll('"operationId":"createNote"', '"operationId":"getNote"'),
  );
  verdict.expect(claims.looks, changed.includes('operation-operationId-unique'), () => changed);
} finally {
  await rm(folder, { recursive: true, force: true });
}
verdict.publish(Object.values(claims));
