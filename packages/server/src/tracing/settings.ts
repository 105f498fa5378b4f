import { type Environment, readSetting } from '../settings/setting.ts';
import { traces } from '../settings/log-settings.ts';

const kinds = ['always_on', 'always_off', 'traceidratio'] as const;

/** Which requests are traced; `parentBased`: one that comes with a trace does as that trace does. */
export interface Sampling {
  kind: (typeof kinds)[number];
  parentBased: boolean;
  ratio: number;
}

export interface TracingSettings {
  sampling: Sampling;
}

/**
 * Whether OpenTelemetry's standard variables ask for traces, and of which requests. Where they go, and under which name
 * and with which headers, its exporter reads from those variables by itself.
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
