import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readTracing } from './settings.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
const everything = { kind: 'always_on', parentBased: true, ratio: 1 };

test.each([
  [{}, undefined],
  [{ OTEL_SERVICE_NAME: 'pairspace' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }, undefined],
  [endpoint, everything],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, everything],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces' }, everything],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, undefined],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }, undefined],
  [
    { ...endpoint, OTEL_TRACES_SAMPLER: 'always_off' },
    { kind: 'always_off', parentBased: false, ratio: 1 },
  ],
  [
    { ...endpoint, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
    { kind: 'traceidratio', parentBased: true, ratio: 0.1 },
  ],
])('[OPS-20] %j', (env, sampling) => {
  expect(readTracing(env)?.sampling).toEqual(sampling);
});

test.each([
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER is "zipkin", but must be otlp or none.'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://user:secret@host' },
    'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://127.0.0.1:4318.',
  ],
  [
    { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc", but must be http/protobuf.',
  ],
  [
    { ...endpoint, OTEL_TRACES_SAMPLER: 'jaeger_remote' },
    'OTEL_TRACES_SAMPLER is "jaeger_remote", but must be one of always_on, parentbased_always_on, always_off, ' +
      'parentbased_always_off, traceidratio, parentbased_traceidratio.',
  ],
  [
    { ...endpoint, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: 'half' },
    'OTEL_TRACES_SAMPLER_ARG is "half", but must be a number from 0 to 1.',
  ],
])('[OPS-20] [OPS-6] %j is refused by name', (env, message) => {
  expect(() => readTracing(env)).toThrow(message);
});

test('[OPS-20] nothing of OpenTelemetry is loaded by a service that does not trace', async () => {
  const script = `
    const { registerHooks } = await import('node:module');
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { readConfig, startApp } = await import(${JSON.stringify(import.meta.resolve('../index.ts'))});
    const { pino } = await import('pino');
    const config = { ...readConfig({ PORT: '0', PAIRSPACE_DATA: process.env.FOLDER }) };
    const app = await startApp(config, { clock: { now: () => Date.now() }, log: pino({ level: 'silent' }) });
    await app[Symbol.asyncDispose]();
    const names = loaded.map((url) => url.match(/(?<=node_modules\\/)(@[^/]+\\/)?[^/]+/)?.[0] ?? 'other');
    console.log(JSON.stringify([...new Set(names)]));
    process.exit(0);
  `;
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-untraced-'));
  try {
    const child = spawn(process.execPath, ['--conditions=pairspace-source', '--input-type=module', '--eval', script], {
      env: { PATH: process.env['PATH'], FOLDER: folder },
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const names = JSON.parse(await text(child.stdout)) as string[];
    expect(names).toContain('fastify');
    // The package contains constants only; prom-client loads it.
    expect(names.filter((name) => name.startsWith('@opentelemetry/'))).toEqual(['@opentelemetry/api']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
