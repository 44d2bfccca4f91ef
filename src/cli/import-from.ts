// `playkeep import --from NAME`: moves players in from another service, beside a running one. It reads the source and the map, opens the
// database, and writes the report and the rules.
import { openDoctor, openStore, openTransfer } from '../app.ts';
import type { Config } from '../config/config.ts';
import { describeDatabase } from '../config/database-url.ts';
import { createAccessRules } from '../import/access-rules.ts';
import type { ExistingRule } from '../import/outcomes.ts';
import { readyMap } from '../import/read-map.ts';
import { isIncomplete } from '../import/report.ts';
import { createRun, type Run, type RunOptions } from '../import/run.ts';
import type { SourceKind } from '../import/source-kind.ts';
import { systemClock } from '../lib/clock.ts';
import { createCommandLog } from '../lib/log.ts';
import { readMetadataSchema } from '../surroundings/setting-files.ts';
import { IMPORT_BATCH, SQLITE_IMPORT_BATCH } from '../tuning.ts';
import { commandLineAuthor } from './author.ts';
import { type CommandContext, exitStatus, UsageError } from './command.ts';
import { assertDatabaseExists } from './database.ts';
import { checkWrittenFiles, namingMap, readMap, writeRules } from './import-files.ts';
import { describeSums, showPlayers } from './import-progress.ts';
import { createReport, type WrittenReport } from './import-report.ts';
import { readStoreConfig, withoutEvents } from './read-config.ts';
import { watchSignals } from './signals.ts';

export interface ImportOptions {
  readonly from: string;
  readonly source: string | undefined;
  readonly map?: string;
  readonly printMap?: true;
  readonly existing: ExistingRule;
  readonly dryRun?: true;
  /** Tells no events of new players. */
  readonly quiet?: true | undefined;
  readonly report?: string;
  readonly rules?: string;
}

export async function importFrom(
  kinds: readonly SourceKind[],
  context: CommandContext,
  given: ImportOptions,
): Promise<void> {
  const kind = kinds.find(({ name }) => name === given.from);
  if (!kind)
    throw new UsageError(`--from ${given.from}: is none of ${kinds.map(({ name }) => name).join(', ')}`);
  const plain = JSON.stringify(kind.plainMap, null, 2);
  if (given.printMap) return context.print(plain);
  const environment = context.readEnvironment();
  const config = readStoreConfig(environment);
  await checkWrittenFiles(given, config.database);
  const schema = await readMetadataSchema(config.metadataSchema?.file);
  const map = given.map === undefined ? kind.plainMap : await readMap(given.map);
  const ready = namingMap(given.map ?? 'the plain map', () => readyMap(map));
  if (given.map === undefined)
    context.printError(
      `the plain map of ${kind.name} is used; to change it, save it and name it by --map:\n${plain}`,
    );
  const report = createReport(context, given);
  try {
    const source = await kind.open({ from: given.source, settings: map.read, environment });
    try {
      const { defaultRead } = kind;
      const rules =
        given.rules === undefined ? undefined : createAccessRules({ ...(defaultRead && { defaultRead }) });
      await runInto(config, context, { ...given, report }, { source, map: ready, rules, schema });
    } finally {
      await source.close();
    }
  } catch (error) {
    await report.writeUnlessBegun(error);
    throw error;
  }
}

/** Opens the database, which an import may make. A dry run makes and changes nothing. */
async function runInto(
  config: Config,
  context: CommandContext,
  given: Reporting,
  { schema, ...reading }: Pick<RunOptions, 'source' | 'map' | 'rules' | 'schema'>,
): Promise<void> {
  const { database, metadataSchema, metadataMaxBytes: maxBytes } = config;
  const runtime = { clock: systemClock, log: createCommandLog() };
  if (given.dryRun) await assertNewestDatabase(config, runtime);
  const silent = withoutEvents(config);
  const transfer = given.dryRun ? undefined : await openTransfer(given.quiet ? silent : config, runtime);
  try {
    // An import tells of new players alone, and those come in by the transfer.
    const store = await openStore(silent, runtime);
    try {
      context.printError(`database ${describeDatabase(database)}`);
      const into = { store, transfer, maxBytes, clock: systemClock, existing: given.existing };
      const binds = metadataSchema?.bindsPlayers === true;
      const schemas = { schema: binds ? schema : undefined, advisorySchema: binds ? undefined : schema };
      const bounds = database.engine === 'sqlite' ? SQLITE_IMPORT_BATCH : IMPORT_BATCH;
      const origin = { author: commandLineAuthor, from: given.from };
      await runAndReport({ ...reading, ...into, ...schemas, bounds, origin }, context, given);
    } finally {
      await store.close();
    }
  } finally {
    await transfer?.close();
  }
}

/** The start of a store would migrate an older one. @throws StoreUnusable */
async function assertNewestDatabase(
  config: Config,
  runtime: Parameters<typeof openDoctor>[1],
): Promise<void> {
  assertDatabaseExists(config.database);
  await (await openDoctor(config, runtime)).close();
}

async function runAndReport(
  options: Omit<RunOptions, 'stopReason' | 'progress'>,
  context: CommandContext,
  given: Reporting,
): Promise<void> {
  const watch = new AbortController();
  let signal: NodeJS.Signals | undefined;
  void watchSignals(createCommandLog(), context, { until: watch.signal }).then((received) => {
    signal = received;
  });
  const shown = showPlayers(context, options.source, systemClock);
  const stopReason = () => signal && `ended by ${signal}; run it again to go on`;
  const run = createRun({ ...options, stopReason, progress: shown.progress });
  try {
    await given.report.write(run.lines());
  } finally {
    shown.end();
    watch.abort();
  }
  const stopped = stopReason();
  if (options.rules && given.rules !== undefined) {
    const { rules } = given;
    // Rules of a part of the players would leave places of the others open.
    if (run.error() || stopped !== undefined)
      context.printError(`--rules ${rules}: is not written, since the import ended early`);
    else if (!(await writeRules(rules, options.rules.text()))) {
      context.printError(`--rules ${rules}: ${isAnother}`);
      context.setStatus(exitStatus.leftOut);
    }
  }
  finish(run, context, given, stopped);
}

/** The options, with the report in the place of its file. */
type Reporting = Omit<ImportOptions, 'report'> & { readonly report: WrittenReport };

const isAnother =
  'there is a file already that differs from what the source says now, and it is not replaced; name another file, and compare the two';

/** @throws the error that ended the run */
function finish(
  run: Run,
  { print, setStatus }: CommandContext,
  given: Reporting,
  stopped: string | undefined,
): void {
  const error = run.error();
  if (error) throw error;
  if (given.report.file !== undefined) print(describeSums(run.sums(), given));
  if (stopped !== undefined) throw new Error(stopped);
  if (!given.dryRun && isIncomplete(run.sums())) setStatus(exitStatus.leftOut);
}
