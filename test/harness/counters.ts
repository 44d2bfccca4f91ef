// The values of metrics, inside a service and in its exposition.
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

/** The values of a metric in the exposition of a service, one for each series. */
export async function sample(
  service: { call(method: string, path: string): Promise<{ readonly text: string }> },
  name: string,
): Promise<number[]> {
  const { text } = await service.call('GET', '/metrics');
  const line = new RegExp(`^${name}(?:\\{.*\\})? (?<value>\\S+)$`, 'gm');
  return [...text.matchAll(line)].map(({ groups }) => Number(groups?.value));
}
