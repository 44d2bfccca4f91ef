// The metrics of several processes as those of one service. Pure.
import type { FamilyValues, HistogramSample, Sample } from '../lib/metrics.ts';

type Numbers = Extract<FamilyValues, { type: 'counter' | 'gauge' }>;
type Histograms = Extract<FamilyValues, { type: 'histogram' }>;

/**
 * Adds counters, histograms and gauges, series by series. A gauge that says so has the highest or the lowest of its values.
 * @param lists the families of each process; the first that has a family describes it
 */
export function sumFamilies(lists: readonly (readonly FamilyValues[])[]): readonly FamilyValues[] {
  const byName = Map.groupBy(lists.flat(), ({ name }) => name);
  return [...byName.values()].map(([first, ...others]) => {
    const family = first as FamilyValues;
    const same = others.filter(({ type }) => type === family.type);
    return family.type === 'histogram'
      ? sumHistograms(family, same as Histograms[])
      : sumNumbers(family, same as Numbers[]);
  });
}

/** The counts of a process stay true after its end. Without them its end would look like a counter set back. */
export const countedOf = (families: readonly FamilyValues[]): readonly FamilyValues[] =>
  families.filter(({ type }) => type !== 'gauge');

/** Groups the samples of several processes by their labels, in the order in which they come. */
const bySeries = <Each extends Sample | HistogramSample>(families: readonly { samples: readonly Each[] }[]) =>
  [
    ...Map.groupBy(
      families.flatMap(({ samples }) => samples),
      ({ labels }) => JSON.stringify(labels),
    ).values(),
  ] as [Each, ...Each[]][];

function sumNumbers(family: Numbers, others: readonly Numbers[]): Numbers {
  const { across } = family;
  const join = across === undefined ? add : Math[across];
  const samples = bySeries([family, ...others]).map((series) => ({
    labels: series[0].labels,
    value: series.map(({ value }) => value).reduce((one, other) => join(one, other)),
  }));
  return { ...family, samples };
}

const add = (one: number, other: number): number => one + other;

function sumHistograms(family: Histograms, others: readonly Histograms[]): Histograms {
  const samples = bySeries([family, ...others]).map((series) =>
    series.reduce((one, other) => ({
      labels: one.labels,
      upTo: one.upTo.map((count, index) => count + (other.upTo[index] ?? 0)),
      count: one.count + other.count,
      sum: one.sum + other.sum,
    })),
  );
  return { ...family, samples };
}
