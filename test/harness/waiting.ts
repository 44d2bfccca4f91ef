// Waiting reads in tests: their number by the metrics of a service, and the wait until so many of them are there.
import { call } from './api.ts';

/** The value of a series in the metrics of a service; 0 for one that is not there. */
export async function metricOf(url: string, series: string): Promise<number> {
  const { text } = await call(url, 'GET', '/metrics');
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length + 1) ?? 0);
}

/** Waits until so many reads wait at a service. */
export async function untilWaiting({ url }: { readonly url: string }, count: number): Promise<void> {
  while ((await metricOf(url, 'playkeep_waiting_reads')) !== count) await Bun.sleep(5);
}
