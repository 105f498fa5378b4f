#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { allRules } from './all-rules.ts';
import { printJson, printReport } from './report.ts';
import type { Rule } from './rule.ts';
import { runRules } from './run-rules.ts';
import { findService } from './service.ts';
import { Through } from './through.ts';

const usage = `Usage: pairspace-conformance <base url> [--only ID]... [--rate-limited] [--through python] [--json]

Tests a service against the wire contract of Pairspace, rule by rule.

  --only NOTE-4    only this rule; --only NOTE for all with this prefix; may be repeated
  --rate-limited   the service limits requests (600 a minute per client): test that too.
                   Without it the service must run with PAIRSPACE_RATE_LIMIT=off.
  --through python makes the calls by the methods of the package pairspace, which the environment of this interpreter
                   has: python, or a path. What no method can send is sent as without it.
  --json           one JSON document in place of lines
  --version        the version of the suite

Exits 0 when nothing failed, 1 when a rule did, 2 when the suite could not run.`;

const stop = (message: string): never => {
  console.error(message);
  process.exit(2);
};

const readArguments = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        only: { type: 'string', multiple: true, default: [] },
        'rate-limited': { type: 'boolean', default: false },
        through: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
  } catch (error) {
    return stop(`${(error as Error).message}\n\n${usage}`);
  }
};

// A failed rule may leave calls behind whose answers nobody awaits.
process.on('unhandledRejection', () => undefined);

const { values, positionals } = readArguments();
const [url] = positionals;
if (values.version) {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  console.log((JSON.parse(manifest) as { version: string }).version);
  process.exit(0);
}
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if (url === undefined || positionals.length > 1) stop(usage);

const isWanted = ({ id }: Rule): boolean =>
  values.only.length === 0 || values.only.some((only) => id === only || id.startsWith(`${only}-`));
const rules = allRules.filter(isWanted);
if (rules.length === 0) stop(`No rule is called ${values.only.join(' or ')}.`);

const through = values.through === undefined ? undefined : Through.python(values.through);
const service = await findService(url ?? '', { rateLimited: values['rate-limited'], through }).catch((error: unknown) =>
  stop(`Nothing answers at ${url ?? ''}: ${(error as Error).message}`),
);
const report = values.json ? printJson : printReport;
const { failed } = await report(runRules(rules, service), (line) => {
  console.log(line);
});
if (through)
  console.error(`${String(through.made)} calls by methods, ${String(through.unmapped)} that no method can make`);
// An exit drops what a slow reader has not taken yet.
await new Promise<void>((resolve) => {
  process.stdout.write('', () => {
    resolve();
  });
});
process.exit(failed === 0 ? 0 : 1);
