// Queries of the statistics routes: mostly valid ones, and parameters that are missing, odd, or out of their bounds.
import type { Random } from './random.ts';

const dates = [
  '2026-01-01',
  '2026-11-22',
  '1970-01-01',
  '2024-02-29',
  '2026-02-30',
  '10000-01-01',
  '0000-00-00',
];
const instants = [
  '2026-11-22T00:00:00Z',
  '2026-11-22T23:59Z',
  '2026-11-22T10:00:00%2B01:00',
  '2026-11-22T00:00:01Z',
];

const valid: Readonly<Record<string, (random: Random) => string>> = {
  from: () => 'from=2026-11-01',
  to: (random) => `to=2026-${random.pick(['11-01', '11-30', '12-31'])}`,
  interval: (random) => `interval=${random.pick(['day', 'week', 'month'])}`,
  days: (random) => `days=${random.pick(['1', '1,7,30', '3700'])}`,
  by: () => 'by=reason',
  periods: (random) => `periods=${random.pick(['1', '1,2,3,4', '119'])}`,
  values: (random) => `values=${random.pick(['1', '10', '20'])}`,
  pointer: () => 'pointer=/level',
  rows: (random) => `rows=${random.pick(['1', '20', '100'])}`,
};

const odd: Readonly<Record<string, readonly string[]>> = {
  from: dates,
  to: dates,
  interval: ['year', '', 'DAY'],
  days: [
    '0',
    '1,1',
    '-1',
    '1,',
    '99999',
    '1'.repeat(500),
    Array.from({ length: 101 }, (_, n) => n + 1).join(','),
  ],
  by: ['/platform', 'active', '', '%00', '__proto__'],
  periods: ['0', '1,1', '-1', '1,', '3700'],
  values: ['0', '21', '-1', 'x', ''],
  pointer: ['', '/', 'level', '%00', '__proto__', `/${'a'.repeat(500)}`],
  rows: ['0', '101', '1e2', ''],
};

/** @param names the parameters of the operation. Now and then there is one that it does not have */
export function statisticsQuery(random: Random, path: string, names: readonly string[]): string {
  if (path.endsWith('/online/series')) return seriesQuery(random);
  const own = Object.keys(valid).filter((name) => names.includes(name) || random.chance(0.02));
  const parts = own.flatMap((name) => {
    const choice = random.int(100);
    if (choice < 4) return [];
    return choice < 10 ? [`${name}=${random.pick(odd[name] ?? [])}`] : [valid[name]?.(random) ?? ''];
  });
  return `?${parts.join('&')}`;
}

function seriesQuery(random: Random): string {
  if (random.chance(0.5)) return '?from=2026-11-22T00:00:00Z&to=2026-11-23T00:00:00Z&stepSeconds=3600';
  const step = random.pick(['60', '86400', '0', '59', '90', 'x', '1e3', '']);
  return `?from=${random.pick(instants)}&to=${random.pick(instants)}&stepSeconds=${step}`;
}
