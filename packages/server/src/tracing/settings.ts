import { type Environment, readSetting } from '../settings/setting.ts';
import { traces } from '../settings/log-settings.ts';

const kinds = ['always_on', 'always_off', 'traceidratio'] as const;

/** The requests that are traced. `parentBased`: a request with a trace follows the decision of that trace. */
export interface Sampling {
  kind: (typeof kinds)[number];
  parentBased: boolean;
  ratio: number;
}

export interface TracingSettings {
  sampling: Sampling;
}

/**
 * Whether OpenTelemetry's standard variables enable traces, and of which requests. The exporter reads the destination,
 * the name and the headers from these variables by itself.
 */
export const readTracing = (env: Environment): TracingSettings | undefined => {
  if (readSetting(traces.isDisabled, env)) return undefined;
  const exporter = readSetting(traces.exporter, env);
  if (exporter === 'none') return undefined;
  const addresses = [readSetting(traces.endpoint, env), readSetting(traces.tracesEndpoint, env)];
  if (exporter === undefined && addresses.every((address) => address === undefined)) return undefined;
  readSetting(traces.protocol, env);
  readSetting(traces.tracesProtocol, env);
  const sampler = readSetting(traces.sampler, env);
  const kind = kinds.find((name) => sampler.endsWith(name)) ?? 'always_on';
  return {
    sampling: {
      kind,
      parentBased: sampler.startsWith('parentbased_'),
      ratio: kind === 'traceidratio' ? readSetting(traces.ratio, env) : 1,
    },
  };
};
