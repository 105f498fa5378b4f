/** A sample of a metric. */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** The samples of a service's metrics by the name of the metric. */
export type MetricValues = ReadonlyMap<string, readonly Sample[]>;

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/;
const label = /(?<!\w)([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

const unescaped = (text: string): string => text.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one));

/** Reads the Prometheus text format. Lines that are not in the format are skipped. */
export const readMetrics = (text: string): MetricValues => {
  const values = new Map<string, Sample[]>();
  for (const row of text.split('\n')) {
    const [, name, labels = '', value = ''] = line.exec(row) ?? [];
    if (name === undefined || row.startsWith('#')) continue;
    const pairs = Array.from(labels.matchAll(label), ([, key = '', said = '']) => [key, unescaped(said)] as const);
    const samples = values.get(name) ?? [];
    values.set(name, samples);
    samples.push({ labels: Object.fromEntries(pairs), value: Number(value) });
  }
  return values;
};

/** The sum of all samples of a name; undefined if the service has none. Samples that are not numbers do not count. */
export const sumOf = (
  values: MetricValues,
  name: string,
  fits: (labels: Sample['labels']) => boolean = () => true,
): number | undefined => {
  const samples = values.get(name)?.filter(({ labels, value }) => fits(labels) && !Number.isNaN(value));
  if (!samples || samples.length === 0) return undefined;
  return samples.reduce((sum, { value }) => sum + value, 0);
};

/** The sums of a metric's samples for each value of the label `key`, the largest sum first. */
export const byLabel = (values: MetricValues, name: string, key: string): (readonly [string, number])[] => {
  const sums = new Map<string, number>();
  for (const { labels, value } of values.get(name) ?? []) {
    const which = labels[key] ?? '';
    sums.set(which, (sums.get(which) ?? 0) + value);
  }
  return [...sums].sort((a, b) => b[1] - a[1]);
};
