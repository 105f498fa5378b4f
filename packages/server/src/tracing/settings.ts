const samplers = ['always_on', 'always_off', 'traceidratio'] as const;

/** The requests that are traced. `parentBased`: a request with a trace follows the decision of that trace. */
export interface Sampling {
  kind: (typeof samplers)[number];
  parentBased: boolean;
  ratio: number;
}

export interface TracingSettings {
  sampling: Sampling;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether OpenTelemetry's standard variables enable traces, and of which requests. The exporter reads the destination,
 * the name and the headers from these variables by itself.
 */
export const readTracing = (env: Environment): TracingSettings | undefined => {
  const exporter = valueOf(env, 'OTEL_TRACES_EXPORTER');
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || exporter === 'none') return undefined;
  if (exporter !== undefined && exporter !== 'otlp') {
    throw new Error(`OTEL_TRACES_EXPORTER is "${exporter}", but must be otlp or none.`);
  }
  const endpoints = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  const asked = endpoints.filter((name) => valueOf(env, name) !== undefined);
  if (exporter === undefined && asked.length === 0) return undefined;
  for (const name of asked) {
    const isUrl = /^https?:$/.test(URL.parse(valueOf(env, name) ?? '')?.protocol ?? '');
    // The message leaves the address out, because it may contain a password.
    if (!isUrl) throw new Error(`${name} must be a URL such as http://127.0.0.1:4318.`);
  }
  for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']) {
    const protocol = valueOf(env, name) ?? 'http/protobuf';
    if (protocol !== 'http/protobuf') throw new Error(`${name} is "${protocol}", but must be http/protobuf.`);
  }
  return { sampling: readSampling(env) };
};

const readSampling = (env: Environment): Sampling => {
  const name = valueOf(env, 'OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const kind = samplers.find((sampler) => sampler === name.replace(/^parentbased_/, ''));
  if (!kind) {
    const known = samplers.flatMap((sampler) => [sampler, `parentbased_${sampler}`]);
    throw new Error(`OTEL_TRACES_SAMPLER is "${name}", but must be one of ${known.join(', ')}.`);
  }
  const text = valueOf(env, 'OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const ratio = Number(text);
  if (kind === 'traceidratio' && !(ratio >= 0 && ratio <= 1)) {
    throw new Error(`OTEL_TRACES_SAMPLER_ARG is "${text}", but must be a number from 0 to 1.`);
  }
  return { kind, parentBased: name.startsWith('parentbased_'), ratio };
};

const valueOf = (env: Environment, name: string): string | undefined => {
  const text = env[name]?.trim();
  return text === '' ? undefined : text;
};
