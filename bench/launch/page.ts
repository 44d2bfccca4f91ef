// The page docs/launch.md and its charts, from the newest runs of both engines and of the storm.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { draw, type Line } from './chart.ts';
import type { DayResult, Hour } from './day.ts';
import { deployHour, hours, outageHour } from './day-plan.ts';
import { type Kept, newestFigures } from './kept-figures.ts';
import { pageText } from './page-text.ts';
import type { StormResult } from './storm.ts';

type Day = Kept<DayResult> & { readonly file: string };
type Storm = Kept<StormResult> & { readonly file: string };

const docs = join(import.meta.dir, '../../docs');
const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const fixed = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const sumOf = (counts: Readonly<Record<string, number>>): number => sum(Object.values(counts));
const names = { postgres: 'PostgreSQL', sqlite: 'SQLite' } as const;
const colours = { postgres: '#2563eb', sqlite: '#d97706' } as const;

const hourSeconds = (day: Day): number => (day.minutes * 60) / hours;
const requestsIn = (hour: Hour): number => sumOf(hour.requests);
const totalOf = (day: Day, figure: (hour: Hour) => number): number => sum(day.hours.map(figure));

/** @returns a table in Markdown, its first column to the left */
const table = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, ['---', ...columns.slice(1).map(() => '---:')], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

const source = ({ file, commit, machine, command }: Day | Storm): string =>
  `- [${file.replace('.json', '')}](../bench/results/${file}):\n  \`${command}\`,\n  commit ${commit}, ${machine}`;

function hoursOf(day: Day): string {
  const seconds = hourSeconds(day);
  const columns = [
    ...[
      'hour',
      'players at once',
      'requests a second',
      'p50 ms',
      'p99 ms',
      'p99.9 ms',
      'longest wait of a save s',
    ],
    ...['refused', 'cores of the service', 'of PostgreSQL', 'MB of the service', 'of PostgreSQL'],
  ];
  const rows = day.hours.map((hour) => [
    `${hour.hour}${hour.hour === deployHour ? ' (deploy)' : ''}${hour.hour === outageHour ? ' (outage)' : ''}`,
    ...[whole(hour.playing), whole(requestsIn(hour) / seconds), fixed(hour.p50, 1), fixed(hour.p99, 1)],
    ...[fixed(hour.p999, 1), fixed(hour.waitLongest / 1_000, 1), whole(sumOf(hour.refused))],
    ...[fixed(hour.service / seconds, 2), fixed(hour.database / seconds, 2)],
    ...[whole(hour.serviceMegabytes), whole(hour.databaseMegabytes)],
  ]);
  const shown = (cells: readonly string[]) =>
    day.engine === 'postgres' ? cells : cells.filter((_, n) => n !== 9 && n !== 11);
  return table(shown(columns), rows.map(shown));
}

/** The reasons of all runs, with their counts. */
function refusalsOf(days: readonly Day[]): string {
  const counts = days.map((day) => {
    const all: Record<string, number> = {};
    for (const { refused } of day.hours)
      for (const [reason, count] of Object.entries(refused)) all[reason] = (all[reason] ?? 0) + count;
    return all;
  });
  const reasons = [...new Set(counts.flatMap((each) => Object.keys(each)))].sort();
  const row = (reason: string) => [reason, ...counts.map((each) => whole(each[reason] ?? 0))];
  return table(['a request went again after', ...days.map(({ engine }) => names[engine])], reasons.map(row));
}

function summaryOf(days: readonly Day[]): string {
  const row = (name: string, figure: (day: Day) => string) => [name, ...days.map(figure)];
  const perRequest = (day: Day, figure: (hour: Hour) => number) =>
    fixed((totalOf(day, figure) / totalOf(day, requestsIn)) * 1e6, 0);
  return table(
    ['', ...days.map(({ engine }) => names[engine])],
    [
      row('players of the day', (day) => whole(day.players)),
      row('sessions', (day) => whole(day.sessions)),
      row('answered requests', (day) => whole(totalOf(day, requestsIn))),
      row('requests a second, on average', (day) => whole(totalOf(day, requestsIn) / (day.minutes * 60))),
      row('requests that were refused or had no answer, and went again', (day) =>
        whole(totalOf(day, ({ refused }) => sumOf(refused))),
      ),
      row('answers that no client expects', (day) =>
        whole(totalOf(day, ({ unexpected }) => sumOf(unexpected))),
      ),
      row(
        'saved coins, and coins in the database',
        (day) => `${whole(day.coins.made)}, ${whole(day.coins.stored)}`,
      ),
      row('seconds of the deploy', (day) => fixed(day.deploySeconds, 1)),
      row('seconds of the outage, with the start of the database or the service', (day) =>
        fixed(day.awaySeconds, 1),
      ),
      row('CPU of the service, µs a request', (day) => perRequest(day, ({ service }) => service)),
      row('CPU of PostgreSQL, µs a request', (day) => perRequest(day, ({ database }) => database)),
      row('CPU of the players, µs a request', (day) => perRequest(day, ({ generator }) => generator)),
      row('MB of data', (day) => whole(day.databaseMegabytesOnDisk)),
      row('MB of write-ahead log', (day) => (day.logMegabytes === 0 ? '' : whole(day.logMegabytes))),
    ],
  );
}

/** A day of more players in real time, from the cost of each. */
function calculationOf(day: Day): string {
  const busiest = Math.max(...day.hours.map(requestsIn)) / (totalOf(day, requestsIn) / hours);
  const sizes = [100_000, 1_000_000, 10_000_000];
  const each = (figure: (hour: Hour) => number) => totalOf(day, figure) / day.players;
  const atPeak = (perPlayer: number, players: number) => (perPlayer * players * busiest) / 86_400;
  const atOnce = Math.max(...day.hours.map(({ playing }) => playing)) / day.players;
  const row = (name: string, figure: (players: number) => string) => [name, ...sizes.map(figure)];
  return table(
    ['players of a day', ...sizes.map(whole)],
    [
      row('players at once, in the busiest hour', (players) => whole(atOnce * players)),
      row('requests a second, in the busiest hour', (players) => whole(atPeak(each(requestsIn), players))),
      row('cores of the service, busy', (players) =>
        fixed(
          atPeak(
            each(({ service }) => service),
            players,
          ),
          2,
        ),
      ),
      row('cores of PostgreSQL, busy', (players) =>
        fixed(
          atPeak(
            each(({ database }) => database),
            players,
          ),
          2,
        ),
      ),
      row('GB of data', (players) =>
        fixed(((day.databaseMegabytesOnDisk / day.players) * players) / 1_024, 1),
      ),
      row('GB of write-ahead log', (players) =>
        fixed(((day.logMegabytes / day.players) * players) / 1_024, 1),
      ),
    ],
  );
}

/** Above this a machine was overloaded before the outage. */
const mostUsualMilliseconds = 250;

function stormOf(storm: Storm): string {
  const { backSeconds, coins, told } = storm;
  return table(
    ['', 'the storm'],
    [
      ['clients', whole(storm.clients)],
      ['seconds without the database', whole(storm.awaySeconds)],
      ['clients with changes that waited', whole(storm.waited)],
      [
        'back after seconds: half, 99 %, all',
        [backSeconds.p50, backSeconds.p99, backSeconds.last].map((each) => fixed(each, 1)).join(', '),
      ],
      ['p99 before, ms', whole(storm.usualP99)],
      [
        'p99 usual again after seconds',
        storm.usualP99 > mostUsualMilliseconds
          ? 'not told: overloaded before'
          : whole(storm.usualAgainSeconds),
      ],
      ['refused requests', whole(sumOf(storm.refusals))],
      ['kept coins, and coins in the database', `${whole(coins.kept)}, ${whole(coins.stored)}`],
      [
        'changes set aside, sessions lost, sessions begun anew',
        `${told.refusedChanges}, ${told.sessionsOver}, ${told.renewedSessions}`,
      ],
      ...storm.cpu.map(({ phase, seconds, service, database }) => [
        `cores, ${phase}: service, PostgreSQL`,
        `${fixed(service / seconds, 2)}, ${fixed(database / seconds, 2)}`,
      ]),
      ['MB of the service', whole(storm.megabytes.service)],
    ],
  );
}

const keep = (name: string, chart: Parameters<typeof draw>[0]): void =>
  writeFileSync(join(docs, 'images', name), draw(chart));

function drawDays(days: readonly Day[]): void {
  const labels = Array.from({ length: hours }, (_, hour) => String(hour));
  const events = [
    { at: deployHour + 0.5, name: 'deploy' },
    { at: outageHour + 0.5, name: 'outage' },
  ];
  const lines = days.flatMap(({ engine, hours: all }): Line[] => [
    { name: `${names[engine]}, p99`, colour: colours[engine], values: all.map(({ p99 }) => p99) },
    { name: `${names[engine]}, p50`, colour: `${colours[engine]}77`, values: all.map(({ p50 }) => p50) },
  ]);
  keep('launch-latency.svg', {
    ...{ title: 'Latency by hour of the day, milliseconds', labels, lines, events, isLogarithmic: true },
  });
  const postgres = days.find(({ engine }) => engine === 'postgres');
  if (!postgres) return;
  const seconds = hourSeconds(postgres);
  const cores = (figure: (hour: Hour) => number) => postgres.hours.map((hour) => figure(hour) / seconds);
  keep('launch-cores.svg', {
    ...{ title: 'Busy cores by hour of the day, on PostgreSQL', labels, events, isLogarithmic: false },
    lines: [
      { name: 'service', colour: '#2563eb', values: cores(({ service }) => service) },
      { name: 'PostgreSQL', colour: '#059669', values: cores(({ database }) => database) },
      { name: 'players', colour: '#9ca3af', values: cores(({ generator }) => generator) },
    ],
  });
}

function drawStorm({ moments, awaySeconds }: Storm): void {
  const from = -awaySeconds - 30;
  const shown = moments.filter(({ second }) => second >= from && second <= 80);
  const first = shown[0]?.second ?? 0;
  const places = Array.from({ length: (shown.at(-1)?.second ?? 0) - first + 1 }, (_, n) => n + first);
  const at = new Map(shown.map((moment) => [moment.second, moment]));
  const valuesOf = (figure: 'behind' | 'refused' | 'answered') =>
    places.map((second) => at.get(second)?.[figure]);
  keep('launch-storm.svg', {
    title: 'The storm: seconds since the database is back',
    labels: places.map((second) => (second % 30 === 0 ? String(second) : '')),
    lines: [
      { name: 'players whose changes wait', colour: '#d97706', values: valuesOf('behind') },
      { name: 'refused a second', colour: '#dc2626', values: valuesOf('refused') },
      { name: 'answered a second', colour: '#2563eb', values: valuesOf('answered') },
    ],
    events: [
      { at: places.indexOf(-awaySeconds), name: 'killed' },
      { at: places.indexOf(0), name: 'back' },
    ].filter(({ at: place }) => place >= 0),
    isLogarithmic: false,
  });
}

/** Fills the marks of the text. A section with a mark that has no part is left out. */
function fill(text: string, parts: Readonly<Record<string, string>>): string {
  const mark = /<<(\w+)>>/g;
  const isComplete = (section: string) => [...section.matchAll(mark)].every(([, name = '']) => name in parts);
  const sections = text.split(/^(?=#{2,3} )/m).filter(isComplete);
  return sections.join('').replaceAll(mark, (_, name: string) => parts[name] ?? '');
}

/** Writes the page and its charts. */
export function writePage(): void {
  const postgres = newestFigures<DayResult>('launch-postgres');
  const sqlite = newestFigures<DayResult>('launch-sqlite');
  const storm = newestFigures<StormResult>('launch-storm');
  const days = [postgres, sqlite].filter((day) => day !== undefined);
  const runs = [...days, ...(storm ? [storm] : [])];
  const parts: Record<string, string> = {
    sources: runs.map(source).join('\n'),
    ...(postgres && sqlite && { summary: summaryOf(days), refusals: refusalsOf(days) }),
    ...(postgres && { postgres: hoursOf(postgres), calculation: calculationOf(postgres) }),
    ...(sqlite && { sqlite: hoursOf(sqlite) }),
    ...(storm && { storm: stormOf(storm) }),
  };
  writeFileSync(join(docs, 'launch.md'), fill(pageText, parts));
  if (days.length > 0) drawDays(days);
  if (storm) drawStorm(storm);
}
