// Players at half their peak beside eight callers who ask for the largest statistics without a pause, on each engine: retention of
// 3,700 dates, curves and lengths of ten years, and values that a hostile player chose. `npx bun bench/statistics-callers.ts`
// stores its table under bench/results/. Options: --engines sqlite,postgres --players 10000 --seconds 10
import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SQL } from 'bun';
import { formatDate } from '../src/lib/calendar.ts';
import { encodeNumbers } from '../src/lib/number-list.ts';
import { STATISTICS_MAX_DAYS, STATISTICS_MAX_POINTS, STATISTICS_VALUES_PER_DAY } from '../src/limits.ts';
import { fill, secret } from './data.ts';
import { commit, machine, residentMegabytes } from './machine.ts';
import { besidePlayers, halfThePeak, startPlayerLoad } from './player-load.ts';
import { openPostgres } from './postgres.ts';
import { type Program, say, startService } from './program.ts';
import { keepResult } from './results.ts';
import { dayMilliseconds } from './session-history.ts';
import { ask, serverKey, waitUntilCounted } from './statistics-calls.ts';

const { values: options } = parseArgs({
  options: {
    engines: { type: 'string', default: 'sqlite,postgres' },
    players: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '10' },
  },
});
const players = Number(options.players);
const seconds = Number(options.seconds);
const startedOn = commit();
const callers = 8;
const bars = { p99: 50, kilobytes: 1_000, megabytes: 400 };
const valueDays = 28;
const today = Math.floor(Date.now() / dayMilliseconds);
const lines: string[] = [];
const note = (line: string): void => {
  lines.push(line);
  say(line);
};
const number = (value: number, digits = 0): string => value.toFixed(digits);

interface StoredRow {
  readonly kind: string;
  readonly day: number;
  readonly sums: string;
}

/** Ten years of sums as a large game has them, and weeks of values of one player, short ones and those of a version without bounds. */
function* rowsOf(): Generator<StoredRow> {
  const numbers = (count: number, of: (index: number) => number) =>
    encodeNumbers(new Map(Array.from({ length: count }, (_, index) => [index, of(index)])));
  for (let ago = 1; ago <= STATISTICS_MAX_DAYS; ago += 1) {
    const day = today - ago;
    yield { kind: 'totals', day, sums: numbers(4, (index) => 10_000 + index) };
    yield { kind: 'cohorts', day, sums: numbers(400, (index) => 1 + ((day * (index + 1)) % 97)) };
    yield { kind: 'lengths', day, sums: numbers(500, (index) => 1 + ((day + index) % 31)) };
    yield { kind: 'online', day, sums: numbers(1_440, (index) => ((day + index) % 5) - 2) };
  }
  for (const [kind, characters] of [
    ['/short', 40],
    ['/long', 3_900],
  ] as const)
    for (let ago = 1; ago <= valueDays; ago += 1) {
      const sums = Array.from(
        { length: STATISTICS_VALUES_PER_DAY },
        (_, index) => `1 1000 ${JSON.stringify(`${ago} ${index} ${'x'.repeat(characters)}`)}`,
      );
      yield { kind, day: today - ago, sums: sums.join('\n') };
    }
}

async function insertRows(databaseUrl: string): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) {
    const db = new Database(databaseUrl.slice('sqlite:'.length));
    const insert = db.query('INSERT INTO statistics_days (kind, day, sums) VALUES (?1, ?2, ?3)');
    db.transaction(() => {
      for (const { kind, day, sums } of rowsOf()) insert.run(kind, day, sums);
    })();
    db.close();
    return;
  }
  const sql = new SQL(databaseUrl, { max: 1 });
  await sql.begin(async (transaction) => {
    for (const { kind, day, sums } of rowsOf())
      await transaction.unsafe('INSERT INTO statistics_days (kind, day, sums) VALUES ($1, $2, $3)', [
        kind,
        day,
        sums,
      ]);
  });
  await sql.close();
}

type Path = (caller: number) => string;

/** Each caller asks for something else, so that they share no answer. */
const daysOf = (count: number, caller: number): string =>
  `from=${formatDate(today - count - caller)}&to=${formatDate(today - 1 - caller)}`;
const everyFourth = Array.from({ length: 100 }, (_, index) => 1 + 4 * index).join(',');
const curve =
  (stepSeconds: number): Path =>
  (caller) => {
    const to = today * dayMilliseconds - caller * 60_000;
    const from = to - STATISTICS_MAX_POINTS * stepSeconds * 1000;
    return `online/series?from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}&stepSeconds=${stepSeconds}`;
  };
const calls: readonly (readonly [name: string, path: Path])[] = [
  ['retention, 3,700 dates × 100 days', (caller) => `retention?${daysOf(3_700, caller)}&days=${everyFourth}`],
  ['series of 10,000 days', curve(86_400)],
  ['series of 10,000 minutes', curve(60)],
  ['players by day, 3,700 days', (caller) => `players?${daysOf(3_700, caller)}`],
  ['session lengths, 3,700 days', (caller) => `session-lengths?${daysOf(3_700, caller)}`],
  ['28 days × 1,000 values', (caller) => `sessions?${daysOf(valueDays, caller)}&by=/short`],
  [
    '28 days × 1,000 values of 4 KB, as stored before',
    (caller) => `sessions?${daysOf(valueDays, caller)}&by=/long`,
  ],
];

interface Asked {
  readonly answers: number;
  readonly unanswered: number;
  readonly p50: number;
  readonly longestBody: number;
  readonly megabytes: number;
}

async function askAll({ url, pid }: Program, path: Path): Promise<Asked> {
  const waits: number[] = [];
  let [longestBody, megabytes, unanswered] = [0, 0, 0];
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      const accept = caller % 2 === 0 ? 'application/json' : 'text/csv';
      while (performance.now() < until) {
        const answer = await ask(url, `/api/server/statistics/${path(caller)}`, accept).catch(
          () => undefined,
        );
        if (!answer) unanswered += 1;
        if (!answer) continue;
        const { milliseconds, body } = answer;
        waits.push(milliseconds);
        longestBody = Math.max(longestBody, body.length);
        megabytes = Math.max(megabytes, residentMegabytes(pid));
      }
    }),
  );
  waits.sort((a, b) => a - b);
  return {
    answers: waits.length,
    p50: waits[waits.length >> 1] ?? Number.NaN,
    longestBody,
    megabytes,
    unanswered,
  };
}

async function measure(engine: string, databaseUrl: string): Promise<void> {
  await fill(databaseUrl, players);
  const start = () =>
    startService({
      ...{ DATABASE_URL: databaseUrl, JWT_SECRET: secret, SERVER_API_KEY: serverKey },
      STATISTICS_CONTEXT: '/short,/long',
    });
  const first = await start();
  await waitUntilCounted(first.url, say);
  await first.stop();
  await insertRows(databaseUrl);
  const service = await start();
  await waitUntilCounted(service.url, say);
  const besides = startPlayerLoad(service.url, players);
  const rate = await halfThePeak(besides, seconds);
  const alone = await besides.run({ seconds, rate });
  for (const [name, path] of calls) {
    const before = residentMegabytes(service.pid);
    const { result, players: beside } = await besidePlayers(besides, rate, () => askAll(service, path));
    const grown = Math.max(0, result.megabytes - before);
    const isMet =
      beside.p99 < bars.p99 &&
      result.unanswered === 0 &&
      grown < bars.megabytes &&
      (!name.includes('values') || result.longestBody < bars.kilobytes * 1_000);
    const cells = [
      ...[engine, name, number(rate), number(alone.p99, 1), number(beside.p50, 1), number(beside.p99, 1)],
      ...[
        beside.failures,
        result.answers,
        result.unanswered,
        number(result.p50),
        number(result.longestBody / 1_000),
      ],
      ...[number(grown), isMet ? 'pass' : '**fail**'],
    ];
    note(`| ${cells.join(' | ')} |`);
  }
  besides.stop();
  await service.stop();
}

note(
  '| engine | beside | players a second | p99 ms alone | p50 ms | p99 ms | failures | answers | unanswered | p50 ms of an answer | longest kB | more MB | |\n' +
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|',
);
for (const engine of options.engines.split(',')) {
  const directory = mkdtempSync(join(tmpdir(), 'playkeep-callers-'));
  const server = engine === 'postgres' ? await openPostgres() : undefined;
  await measure(engine, server?.url ?? `sqlite:${join(directory, 'bench.db')}`);
  await server?.stop();
  rmSync(directory, { recursive: true });
}
const text = [
  `# Players beside the largest statistics, ${new Date().toISOString().slice(0, 10)}, commit ${startedOn}`,
  `\n${machine()}; ${players} players at half their peak, ${callers} callers without a pause, ${seconds} s each, everything on this ` +
    `machine. Bars: p99 of players under ${bars.p99} ms; the process grows by less than ${bars.megabytes} MB; an answer by value has ` +
    `less than ${bars.kilobytes} kB. Made by \`npx bun bench/statistics-callers.ts\`.\n`,
  ...lines,
];
keepResult('statistics-callers', startedOn, `${text.join('\n')}\n`);
process.exit(0);
