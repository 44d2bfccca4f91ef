// `playkeep statistics`: the reports of the server API as a table, CSV or JSON, and the rebuild of the sums. All work beside a
// running service.
import { type Command, Option } from 'commander';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors/errors.ts';
import { systemClock } from '../lib/clock.ts';
import { createTimeZone } from '../lib/time-zone.ts';
import { toCsv } from '../statistics/csv.ts';
import { createDistributions } from '../statistics/distributions.ts';
import { DISTRIBUTION_ROWS, readDistribution } from '../statistics/parameters.ts';
import { distributionReport, type Report, toJson } from '../statistics/report.ts';
import { type ReportName, reports } from '../statistics/reports.ts';
import { createStatistics } from '../statistics/statistics.ts';
import { toTable } from '../statistics/table.ts';
import type { StatisticsStore } from '../store/ports/statistics.ts';
import { type AddCommand, type CommandContext, UsageError } from './command.ts';
import { withStore } from './with-store.ts';

/** The options of a report, with the names of the route's parameters. */
interface ReportCommand {
  readonly report: ReportName;
  readonly name: string;
  readonly description: string;
  readonly options: readonly (readonly [flags: string, description: string, isRequired: boolean])[];
}

const days = [
  ['--from <date>', 'the first date, YYYY-MM-DD', true],
  ['--to <date>', 'the last date', true],
] as const;

const commands: readonly ReportCommand[] = [
  { report: 'online', name: 'online', description: 'players online now', options: [] },
  {
    report: 'series',
    name: 'series',
    description: 'players online over time',
    options: [
      ['--from <instant>', 'the first instant, such as 2026-01-31T12:00:00Z', true],
      ['--to <instant>', 'the end, which is not among the points', true],
      ['--step-seconds <seconds>', 'seconds between two points; 3600 unless given', false],
    ],
  },
  {
    report: 'players',
    name: 'players',
    description: 'active, new and returning players, sessions and play time',
    options: [...days, ['--interval <period>', 'day, week or month; day unless given', false]],
  },
  {
    report: 'stickiness',
    name: 'stickiness',
    description: 'players of a day on the average, and their share of those of a week, month or year',
    options: [...days, ['--interval <period>', 'week, month or year; month unless given', false]],
  },
  {
    report: 'retention',
    name: 'retention',
    description: 'players who came back days after their first',
    options: [...days, ['--days <days>', 'days after the first; 1,7,30 unless given', false]],
  },
  {
    report: 'cohorts',
    name: 'cohorts',
    description: 'players who came back weeks or months after their first',
    options: [
      ...days,
      ['--interval <period>', 'week or month; week unless given', false],
      ['--periods <periods>', 'weeks or months after the first; 1,2,3,4 unless given', false],
    ],
  },
  {
    report: 'lengths',
    name: 'lengths',
    description: 'the lengths of sessions that ended',
    options: days,
  },
  {
    report: 'sessions',
    name: 'sessions',
    description: 'sessions by the reason of their end, or by a value of their context',
    options: [...days, ['--by <by>', 'reason, or a pointer of STATISTICS_CONTEXT', true]],
  },
  {
    report: 'sessions-series',
    name: 'trends',
    description: 'sessions by reason or value in each day, week or month',
    options: [
      ...days,
      ['--by <by>', 'reason, or a pointer of STATISTICS_CONTEXT', true],
      ['--interval <period>', 'day, week or month; day unless given', false],
      ['--values <number>', 'values with rows of their own; 10 unless given', false],
    ],
  },
];

export const addStatistics: AddCommand = (program, context) => {
  const statistics = program
    .command('statistics')
    .description('print numbers of players and sessions, or make them anew');
  for (const command of commands) addReport(statistics, command, context);
  addDistribution(statistics, context);
  statistics
    .command('rebuild')
    .description('make the sums anew from the kept sessions, in the time zone of the settings')
    .action(() => withStore(context, ({ statistics }) => rebuild(statistics, context)));
};

function addReport(
  program: Command,
  { report, name, description, options }: ReportCommand,
  context: CommandContext,
): void {
  const command = program.command(name).description(description);
  for (const [flags, about, isRequired] of options)
    command.addOption(new Option(flags, about).makeOptionMandatory(isRequired));
  command
    .addOption(formatOption())
    .action((given: Readonly<Record<string, string>>) =>
      withStore(context, ({ statistics: store }, config) => print(report, given, { store, config, context })),
    );
}

function addDistribution(program: Command, context: CommandContext): void {
  const command = program
    .command('metadata')
    .description('players by a value of their metadata')
    .requiredOption('--pointer <pointer>', 'a pointer of METADATA_INDEXES')
    .option('--type <type>', 'the type of the index, where the pointer has several')
    .option('--rows <number>', `the most ranges or values; ${DISTRIBUTION_ROWS} unless given`);
  command.addOption(formatOption()).action((given: Readonly<Record<string, string>>) =>
    withStore(context, async ({ indexes }) => {
      try {
        const query = readDistribution((name) => given[name] ?? null);
        const distributions = createDistributions(indexes, systemClock);
        const found = await distributions.count(await distributions.choose(query), query.rows);
        await printReport(distributionReport(query, found), given.format, context);
      } catch (error) {
        throw inWords(error);
      }
    }),
  );
}

const formatOption = () =>
  new Option('--format <format>', 'how to print it').choices(['table', 'csv', 'json']).default('table');

async function printReport(
  report: Report,
  format: string | undefined,
  context: CommandContext,
): Promise<void> {
  if (format === 'csv') await context.output.write(await toCsv(report));
  else context.print(format === 'json' ? await toJson(report) : toTable(report));
}

interface Printing {
  readonly store: StatisticsStore;
  readonly config: Config;
  readonly context: CommandContext;
}

async function print(
  name: ReportName,
  given: Readonly<Record<string, string>>,
  { store, config, context }: Printing,
): Promise<void> {
  const settings = config.statistics;
  const zone = createTimeZone(settings.zone);
  const statistics = createStatistics({ store, settings, clock: systemClock });
  try {
    const plan = reports[name]((parameter) => given[parameter] ?? null, { settings, zone });
    const report = await statistics.make(plan.queries, plan.make);
    await printReport(report, given.format, context);
  } catch (error) {
    throw inWords(error);
  } finally {
    await statistics.stop();
  }
}

/** The message of an error of the catalogue says less than its detail. */
function inWords(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const detail = error.options.detail ?? error.message;
  return error.error === 'invalidRequest' ? new UsageError(detail) : new Error(detail, { cause: error });
}

const pauseMilliseconds = 500;

/** Begins a rebuild and counts until it is complete. The service goes on with it when this command is interrupted. */
async function rebuild(store: StatisticsStore, { printError, print }: CommandContext): Promise<void> {
  while ((await store.rebuild()) === 'busy') await systemClock.sleep(pauseMilliseconds);
  printError('the rebuild has begun; the service goes on with it if this command is interrupted');
  const isDone = new AbortController();
  const progress = showProgress(store, isDone.signal, printError);
  const { signal } = new AbortController();
  try {
    while ((await store.count(signal, { publish: 'now' })) === 'busy')
      await systemClock.sleep(pauseMilliseconds);
  } finally {
    isDone.abort();
    await progress;
  }
  print('the statistics are rebuilt');
}

/** Prints how far the count is, every two seconds. */
async function showProgress(
  store: StatisticsStore,
  signal: AbortSignal,
  printError: CommandContext['printError'],
): Promise<void> {
  for (;;) {
    await systemClock.sleep(4 * pauseMilliseconds, signal);
    if (signal.aborted) return;
    const answer = await store.read([]);
    if (answer.state === 'counting' && answer.total > 0)
      printError(`${answer.counted} of ${answer.total} sessions are counted`);
  }
}
