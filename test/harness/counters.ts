// What a counter of the metrics says.
import type { Metrics } from '../../src/lib/metrics.ts';

/** The value of the series with this label, or of the only one; undefined when there is none. */
export function counted(
  metrics: Metrics,
  name: string,
  label: Readonly<Record<string, string>> = {},
): number | undefined {
  const family = metrics.families().find((each) => each.name === name);
  if (family?.type !== 'counter') throw new Error(`there is no counter ${name}`);
  const [[key = '', value] = []] = Object.entries(label);
  return family.samples().find(({ labels }) => labels[key] === value)?.value;
}
