import { parser } from '@prometheus-io/lezer-promql';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startTestApp, type TestApp } from '../packages/server/src/testing/test-app.ts';

const read = (path: string): Promise<string> => readFile(join(import.meta.dirname, path), 'utf8');

interface Dashboard {
  panels: { id: number; title: string; targets?: { expr: string }[] }[];
  templating: { list: { type: string; query: string }[] };
}
interface Alerts {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string; look: string } }[] }[];
}

/** Prefixes of metrics that belong to optional parts of the service. */
const parts = ['pairspace_nats_', 'pairspace_jobs_', 'pairspace_sandbox_', 'pairspace_transaction_'];
/** Metrics that Prometheus itself adds to every target. */
const ofPrometheus = ['up'];

/** The metrics in a PromQL expression; fails if the expression is invalid. */
const metricsIn = (expression: string): string[] => {
  const text = expression.replaceAll('$__rate_interval', '5m').replaceAll(/\$(job|instance)/g, '.*');
  const names: string[] = [];
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`not PromQL at ${String(from)}: ${text}`);
      if (type.name === 'Identifier') names.push(text.slice(from, to));
    },
  });
  return names;
};

let app: TestApp;
let exposed: Set<string>;
let text: string;
let source: string;
beforeAll(async () => {
  app = await startTestApp();
  await app.request('GET', '/readyz');
  const name = `agt_${'A'.repeat(43)}`;
  await app.request('POST', '/api/sessions', { body: { name } });
  text = await (await fetch(`${app.url}/metrics`)).text();
  const kinds = Array.from(text.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', kind = '']) => ({ name, kind }));
  exposed = new Set(
    kinds.flatMap(({ name, kind }) =>
      kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  );
  const files = await Array.fromAsync(glob(join(import.meta.dirname, '../packages/server/src/**/*.ts')));
  source = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
});
afterAll(() => app[Symbol.asyncDispose]());

/** Whether a running service exposes the metric or, if it belongs to a missing optional part, the source names it. */
const isKnown = (name: string): boolean => {
  const part = parts.find((prefix) => name.startsWith(prefix));
  if (exposed.has(name) || ofPrometheus.includes(name)) return true;
  return part !== undefined && (source.includes(`'${name}'`) || !source.includes(`'${part}`));
};

test('[OPS-7] every metric of the dashboard is one that the service exposes', async () => {
  const { panels, templating } = JSON.parse(await read('grafana/pairspace.json')) as Dashboard;
  const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(30);
  const queries = templating.list.filter(({ type }) => type === 'query');
  const named = [
    ...expressions.flatMap(metricsIn),
    ...queries.flatMap(({ query }) => /^label_values\((\w+)/.exec(query)?.[1] ?? []),
  ];
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

test('[OPS-7] every metric of the alerts is one that the service exposes', async () => {
  const { groups } = parse(await read('prometheus/alerts.yaml'), { strict: true }) as Alerts;
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(5);
  for (const { expr, annotations } of rules) {
    expect(metricsIn(expr).filter((name) => !isKnown(name))).toEqual([]);
    expect(annotations.summary).toMatch(/\.$/);
    expect(annotations.look).toMatch(/\.$/);
  }
});

test('[OPS-7] refusals are counted by their reason', () => {
  expect(text).toMatch(/pairspace_refusals_total\{reason="contains_token"\} 1/);
});

test('[OPS-7] the labels that alerts look at are there', () => {
  expect(text).toMatch(/pairspace_http_request_seconds_count\{method="GET",route="\/readyz",status="200"\}/);
});

test('what is no metric of the service is found out', () => {
  expect(metricsIn('sum(rate(pairspace_nonsense_total[5m]))').filter((name) => !isKnown(name))).toEqual([
    'pairspace_nonsense_total',
  ]);
  expect(() => metricsIn('sum(rate(')).toThrow('not PromQL');
});
