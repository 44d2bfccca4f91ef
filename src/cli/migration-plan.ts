// The lines of `playkeep migrate --plan`. Pure.
import type { MigrationPlan, PlannedStatement, TableSize } from '../store/ports/migration-plan.ts';

/** Measured on two slow cores: a million players with metadata of 300 bytes (docs/operations/citus.md). */
const distributedRowsPerSecond = 200_000;

/** A line for each fact, in the order of the work. */
export function linesOfPlan(plan: MigrationPlan): string[] {
  const { reached, newest, migrations } = plan;
  const statements = migrations.flatMap((each) => each.statements);
  return [
    migrations.length === 0
      ? `the schema is up to date (${newest})`
      : `the database is at schema ${reached}, this program needs ${newest}: ${counted(migrations.length, 'migration')} in one transaction`,
    ...migrations.flatMap(({ number, about, statements }) => [
      `${String(number).padStart(4, '0')} ${about}`,
      ...statements.map((statement) => `     - ${lineOf(statement, plan)}`),
    ]),
    ...(migrations.length > 0 ? sumsOf(statements, plan) : []),
    ...linesOfDistribution(plan),
    'nothing was changed',
  ];
}

function lineOf({ words, table, readsRows }: PlannedStatement, { sizes }: MigrationPlan): string {
  const size = readsRows && table !== undefined ? sizes.get(table) : undefined;
  return size === undefined ? words : `${words}, and reads ${sizeInWords(size)}`;
}

function sumsOf(statements: readonly PlannedStatement[], plan: MigrationPlan): string[] {
  const { sizes, secondsPerMillionRows, locksDatabase } = plan;
  const rowsOf = ({ table, readsRows }: PlannedStatement): number =>
    (readsRows && table !== undefined && sizes.get(table)?.rows) || 0;
  const secondsFrom = (first: number): number =>
    (statements.slice(first).reduce((rows, each) => rows + rowsOf(each), 0) / 1_000_000) *
    secondsPerMillionRows;
  const rewritten = [...new Set(statements.flatMap((each) => (each.rewrites ? [each.table ?? ''] : [])))];
  const lines = [
    rewritten.length > 0 ? `rewritten: ${rewritten.join(', ')}` : 'no table is rewritten',
    `all together: ${inSeconds(secondsFrom(0))}, estimated from the rows that are read, at ${secondsPerMillionRows} s for each million as measured on two slow cores`,
  ];
  if (locksDatabase) return [...lines, 'meanwhile every write waits, and reads go on'];
  const blocked = new Map<string, number>();
  for (const [index, { table, blocks }] of statements.entries())
    if (table !== undefined && blocks === 'everything' && !blocked.has(table)) blocked.set(table, index);
  for (const [table, first] of blocked)
    lines.push(`reads and writes of ${table} wait until the commit: ${inSeconds(secondsFrom(first))}`);
  for (const [index, { table, blocks }] of statements.entries()) {
    if (table === undefined || blocks !== 'writes' || (blocked.get(table) ?? Infinity) <= index) continue;
    lines.push(`writes to ${table} wait until the commit: ${inSeconds(secondsFrom(index))}`);
  }
  if (blocked.size > 0)
    lines.push('each of these also waits for the transactions that have begun, and requests wait behind it');
  return [...new Set(lines)];
}

function linesOfDistribution({ distributes }: MigrationPlan): string[] {
  if (distributes === undefined) return [];
  if (distributes.length === 0) return ['the tables are distributed'];
  const rows = distributes.reduce((sum, each) => sum + each.rows, 0);
  return [
    ...distributes.map((each) => `distributes ${each.name}: ${sizeInWords(each)}`),
    `distribution: ${inSeconds(rows / distributedRowsPerSecond)}, estimated at ${distributedRowsPerSecond} rows a second. Every process answers 503 to players and servers meanwhile`,
  ];
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const counted = (count: number, noun: string): string =>
  `${number.format(count)} ${noun}${count === 1 ? '' : 's'}`;

function sizeInWords({ rows, bytes }: TableSize): string {
  if (bytes === undefined) return counted(rows, 'row');
  return `${counted(rows, 'row')}, ${number.format(bytes / 2 ** 20)} MiB`;
}

const inSeconds = (seconds: number): string =>
  seconds < 1 ? 'less than a second' : `about ${number.format(seconds)} s`;
