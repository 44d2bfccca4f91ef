// The figures of a run: many measurements of each operation, rendered as medians, spreads and ratios to the two limits.
import type { LoadResult } from './load.ts';
import { median } from './program.ts';

export interface Measurement extends LoadResult {
  readonly operationsPerSecond: number;
  /** CPU seconds for a million requests. */
  readonly serviceCpu: number;
  readonly databaseCpu: number;
  readonly megabytes: number;
}

export interface Table {
  add(name: string, measurement: Measurement): void;
  /** Calls per second of the store without HTTP, by operation. */
  addDirect(results: Promise<Record<string, number>>): Promise<void>;
  median(name: string, key: keyof Measurement): number;
  clear(): void;
  /** @param cold milliseconds from the start of a process to its first answer. */
  render(title: string, cold: readonly number[]): string;
}

/** The operation of the store that limits each row. */
const limits: Record<string, string> = {
  'GET own metadata': 'get',
  'GET metadata by id': 'get',
  'set 300 B': 'set',
  heartbeat: 'heartbeat',
  'start+stop pair': 'pair',
};

export function createTable(): Table {
  const rows = new Map<string, Measurement[]>();
  const direct = new Map<string, number[]>();
  const of = (name: string, key: keyof Measurement): number[] =>
    (rows.get(name) ?? []).map((measurement) => measurement[key]);
  const middle = (name: string, key: keyof Measurement): number => median(of(name, key));

  /** Empty for a figure that could not be measured. */
  const whole = (value: number): string => (Number.isNaN(value) ? '' : value.toFixed(0));

  function renderRow(name: string): string {
    const rate = middle(name, 'operationsPerSecond');
    // Large documents are compared with the echo of the same bytes, all others with the handler that answers the body of a GET.
    const size = /\d+ KB$/.exec(name)?.[0];
    const bare = middle(size ? `bare echo ${size}` : 'bare handler', 'operationsPerSecond');
    const limit = median(direct.get(limits[name] ?? '') ?? []);
    const rates = of(name, 'operationsPerSecond').map(Math.round);
    const cells = [
      name,
      Math.round(rate),
      `${Math.min(...rates)}–${Math.max(...rates)}`,
      name.startsWith('bare') ? '' : (rate / bare).toFixed(2),
      Number.isNaN(limit) ? '' : (rate / limit).toFixed(2),
      ...(['p50', 'p99', 'p999'] as const).map((key) => middle(name, key).toFixed(2)),
      ...(['serviceCpu', 'databaseCpu', 'megabytes'] as const).map((key) => whole(middle(name, key))),
      middle(name, 'generatorBusy').toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  }

  return {
    add: (name, measurement) => rows.set(name, [...(rows.get(name) ?? []), measurement]),
    async addDirect(results) {
      for (const [name, rate] of Object.entries(await results)) {
        direct.set(name, [...(direct.get(name) ?? []), rate]);
      }
    },
    median: middle,
    clear() {
      rows.clear();
      direct.clear();
    },
    render(title, cold) {
      const stores = [...direct].map(([name, rates]) => `${name} ${Math.round(median(rates))}`).join(', ');
      return [
        `## ${title}\n`,
        '| operation | a second | least–most | ÷ bare | ÷ store | p50 ms | p99 ms | p99.9 ms | service CPU s/M | database CPU s/M | MB | generator busy |',
        '|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
        ...[...rows.keys()].map(renderRow),
        `\nThe store without HTTP, calls a second: ${stores}. From the start of a process to its first answer: ${median(cold).toFixed(0)} ms (${cold.map((ms) => ms.toFixed(0)).join(', ')}).`,
      ].join('\n');
    },
  };
}
