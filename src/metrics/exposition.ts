// The numbers of lib/metrics.ts in the text format of Prometheus. The library is loaded at the first question, so that a
// start does not wait for it.
import type { Family, HistogramSample, Metrics } from '../lib/metrics.ts';

export interface Exposition {
  readonly contentType: string;
  readonly text: string;
}

/** What `prom-client` tells of Node.js and Bun does not have, or has under another meaning. */
const notOfBun = /^nodejs_(?:heap_space|active_|gc_|version|external|heap_size)/;

/** Answers the numbers as they are at each call, those of the process among them. */
export function createExposition(metrics: Metrics): () => Promise<Exposition> {
  let loading: Promise<import('prom-client').Registry> | undefined;

  async function load() {
    const { Registry, collectDefaultMetrics } = await import('prom-client');
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    for (const metric of registry.getMetricsAsArray()) {
      if (notOfBun.test(metric.name)) registry.removeSingleMetric(metric.name);
    }
    return registry;
  }

  return async () => {
    // A failure is not kept: the next question tries again.
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    const registry = await loading;
    for (const family of metrics.families()) {
      if (registry.getSingleMetric(family.name)) continue;
      // The type says that only its own classes may be registered; what it asks of them is a name and `get`.
      registry.registerMetric(asMetric(family) as never);
    }
    return { contentType: registry.contentType, text: await registry.metrics() };
  };
}

function asMetric(family: Family) {
  const { name, help, type } = family;
  return { name, get: () => ({ name, help, type, values: valuesOf(family) }) };
}

function valuesOf(family: Family) {
  if (family.type !== 'histogram') {
    return family.samples().map(({ labels, value }) => ({ labels, value }));
  }
  return family.samples().flatMap((sample) => histogramValues(family.name, family.bounds, sample));
}

function histogramValues(name: string, bounds: readonly number[], sample: HistogramSample) {
  const { labels, upTo, count, sum } = sample;
  const buckets = bounds.map((le, index) => ({
    metricName: `${name}_bucket`,
    labels: { ...labels, le },
    value: upTo[index] ?? 0,
  }));
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
