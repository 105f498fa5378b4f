import { z } from 'zod';
import type { SettingGroup } from './setting.ts';
import { oneOf, url } from './values.ts';

export const log = {
  logLevel: {
    variable: 'PAIRSPACE_LOG',
    schema: oneOf('silent', 'error', 'warn', 'info', 'debug'),
    description: 'Lines from this level on: `silent`, `error`, `warn`, `info` or `debug`',
    byDefault: 'info',
    example: 'debug',
  },
  accessLog: {
    variable: 'PAIRSPACE_ACCESS_LOG',
    schema: oneOf('debug', 'info'),
    description: 'Level of the line that each request writes: `debug` or `info`',
    byDefault: 'debug',
    example: 'info',
  },
} satisfies SettingGroup;

const collector = url('a URL such as http://127.0.0.1:4318', 'http:', 'https:');

/** Variables of the OpenTelemetry standard. Its exporter itself reads more of them. */
export const traces = {
  endpoint: {
    variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    schema: collector,
    description: 'Where traces go; switches them on',
    example: 'http://127.0.0.1:4318',
    isSecret: true,
  },
  tracesEndpoint: {
    variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    schema: collector,
    description: 'The same, as a whole URL',
    example: 'http://127.0.0.1:4318/v1/traces',
    isSecret: true,
  },
  exporter: {
    variable: 'OTEL_TRACES_EXPORTER',
    schema: oneOf('otlp', 'none'),
    description: '`otlp` switches traces on, to `http://localhost:4318` unless said; `none` off',
    example: 'otlp',
  },
  isDisabled: {
    variable: 'OTEL_SDK_DISABLED',
    schema: z.string().transform((text) => text.toLowerCase() === 'true'),
    description: '`true` switches traces off, whatever else is set',
    byDefault: 'false',
    example: 'true',
  },
  sampler: {
    variable: 'OTEL_TRACES_SAMPLER',
    schema: oneOf(
      'always_on',
      'parentbased_always_on',
      'always_off',
      'parentbased_always_off',
      'traceidratio',
      'parentbased_traceidratio',
    ),
    description: 'Which requests are traced; with `parentbased_` those that come with a trace do as that trace does',
    byDefault: 'parentbased_always_on',
    example: 'parentbased_traceidratio',
  },
  ratio: {
    variable: 'OTEL_TRACES_SAMPLER_ARG',
    schema: z
      .string()
      .transform(Number)
      .refine((ratio) => ratio >= 0 && ratio <= 1, 'a number from 0 to 1'),
    description: 'The part of the requests that `traceidratio` traces',
    byDefault: '1',
    example: '0.1',
  },
  protocol: {
    variable: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    schema: z.literal('http/protobuf', { error: 'http/protobuf' }),
    description: 'How traces are sent; there is no other protocol',
    byDefault: 'http/protobuf',
    example: 'http/protobuf',
  },
  tracesProtocol: {
    variable: 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
    schema: z.literal('http/protobuf', { error: 'http/protobuf' }),
    description: 'The same, for traces alone',
    byDefault: 'http/protobuf',
    example: 'http/protobuf',
  },
} satisfies SettingGroup;
