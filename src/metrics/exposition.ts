// The metrics of the service and of the process in the text format of Prometheus, version 0.0.4
// (https://prometheus.io/docs/instrumenting/exposition_formats/).
import type { Family, FamilyValues, HistogramSample, Labels, Metrics } from '../lib/metrics.ts';
import { createLoopDelayMetrics } from './process-metrics.ts';

export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/** Reads the values of all families. */
export type ReadFamilies = () => readonly FamilyValues[];

const contentType = 'text/plain; version=0.0.4; charset=utf-8';

/** @returns a function that reads the metrics at each call. */
export function createFamilyReader(metrics: Metrics): ReadFamilies {
  let loopDelay: Metrics | undefined;
  return () => {
    // These need a timer, so they are created at the first request.
    loopDelay ??= createLoopDelayMetrics();
    return [...loopDelay.families(), ...metrics.families()].map(valuesOf);
  };
}

/** The values stay what they are, though counters go on counting. */
function valuesOf(family: Family): FamilyValues {
  const { name, help, across, type } = family;
  const described = { name, help, ...(across && { across }) };
  if (family.type === 'histogram')
    return { ...described, type: family.type, bounds: family.bounds, samples: family.samples() };
  const samples = family.samples().map(({ labels, value }) => ({ labels, value }));
  return { ...described, type: type as 'counter' | 'gauge', samples };
}

export const expose = (families: readonly FamilyValues[]): Exposition => ({
  contentType,
  text: families.map(textOf).join('\n'),
});

function textOf(family: FamilyValues): string {
  const { name, help, type } = family;
  const lines = [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`];
  if (family.type === 'histogram') {
    for (const sample of family.samples) lines.push(...histogramLines(name, family.bounds, sample));
  } else {
    for (const { labels, value } of family.samples) lines.push(line(name, labels, value));
  }
  return `${lines.join('\n')}\n`;
}

function histogramLines(
  name: string,
  bounds: readonly number[],
  { labels, upTo, count, sum }: HistogramSample,
): string[] {
  const buckets = bounds.map((le, index) =>
    line(`${name}_bucket`, { ...labels, le: String(le) }, upTo[index] ?? 0),
  );
  return [
    ...buckets,
    line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
    line(`${name}_sum`, labels, sum),
    line(`${name}_count`, labels, count),
  ];
}

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escapeLabel(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${formatValue(value)}`;
}

const escapeHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const escapeLabel = (text: string): string => escapeHelp(text).replaceAll('"', '\\"');

function formatValue(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
}
