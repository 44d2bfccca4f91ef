// Reads metrics in the text format of Prometheus, version 0.0.4 (https://prometheus.io/docs/instrumenting/exposition_formats/).

export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const sample = /^([A-Za-z_:][\w:]*)(?:\{(.*)\})? ([+-]?(?:Inf|NaN|[\d.eE+-]+))(?: -?\d+)?$/;
const label = /([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** Lines that are no samples are left out. */
export function parseMetrics(text: string): readonly MetricSample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = sample.exec(line) ?? [];
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(label)].map(([, key = '', escaped = '']) => [key, unescaped(escaped)]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: numberOf(value) }];
  });
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));

const numberOf = (text = ''): number =>
  text.endsWith('Inf') ? (text.startsWith('-') ? -1 : 1) * Number.POSITIVE_INFINITY : Number(text);

/** The sum of the samples of a name for which the labels hold; undefined without any. */
export function sumOf(
  samples: readonly MetricSample[],
  name: string,
  isWanted: (labels: MetricSample['labels']) => boolean = () => true,
): number | undefined {
  const values = samples
    .filter((each) => each.name === name && isWanted(each.labels))
    .map(({ value }) => value);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0);
}
