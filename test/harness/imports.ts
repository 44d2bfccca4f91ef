// The import of an array of players into a database, in this process, for tests.
import { openStore, openTransfer } from '../../src/app.ts';
import type { Environment } from '../../src/config/settings.ts';
import type { ImportMap } from '../../src/import/map.ts';
import type { ExistingRule } from '../../src/import/outcomes.ts';
import { readyMap } from '../../src/import/read-map.ts';
import type { LastLine, ReportedLine } from '../../src/import/report.ts';
import { createRun, type RunOptions } from '../../src/import/run.ts';
import type { Source, SourceItem, SourcePlayer } from '../../src/import/source.ts';
import { createLog } from '../../src/lib/log.ts';
import type { ManualClock } from './clock.ts';
import { testConfig } from './service.ts';

/** A source that is an array. */
export const arraySource = (items: readonly SourceItem[], notes: readonly string[] = []): Source => ({
  async *read() {
    yield* items;
  },
  players: items.length,
  notes: () => notes,
  close: async () => undefined,
});

/** A map under which each value of a test has the place that it had. */
export const plainMap: ImportMap = {
  player: ['{user}'],
  values: [
    { from: '/{a}', to: '/{a}' },
    { from: '/{a}/{b}', to: '/{a}/{b}' },
  ],
};

/** A player with the values of an object, by pointers of one or two tokens. */
export const playerOf = (
  user: string,
  values: Readonly<Record<string, string>> = {},
  more: Partial<SourcePlayer> = {},
): SourcePlayer => ({
  at: `row of ${user}`,
  ids: { user: [user] },
  values: Object.entries(values).map(([path, text]) => ({ path: path.split('/'), text })),
  ...more,
});

export interface ImportedReport {
  readonly lines: readonly ReportedLine[];
  readonly last: LastLine;
}

export interface TestImport
  extends Partial<
    Pick<RunOptions, 'bounds' | 'clock' | 'maxBytes' | 'schema' | 'rules' | 'advisorySchema' | 'progress'>
  > {
  readonly map?: ImportMap;
  readonly existing?: ExistingRule;
  readonly dryRun?: boolean;
  readonly from?: string;
}

/** Imports players, as the command does. */
export async function importPlayers(
  source: Source | readonly SourceItem[],
  environment: Environment,
  clock: ManualClock,
  { map = plainMap, existing = 'keep', dryRun = false, from = 'array', ...more }: TestImport = {},
): Promise<ImportedReport> {
  const config = testConfig(environment);
  const runtime = { clock, log: createLog({ level: 'silent', production: true }) };
  const transfer = dryRun ? undefined : await openTransfer(config, runtime);
  const store = await openStore(config, runtime);
  try {
    const run = createRun({
      ...{ store, transfer, clock, existing, map: readyMap(map), maxBytes: config.metadataMaxBytes },
      ...{
        schema: undefined,
        advisorySchema: undefined,
        rules: undefined,
        bounds: { players: 3, records: 100, bytes: 100_000, rest: 0 },
      },
      source: 'read' in source ? source : arraySource(source),
      origin: { author: { keyId: null, keyName: 'command line', requestId: null }, from },
      stopReason: () => undefined,
      progress: () => undefined,
      ...more,
    });
    const lines = await Array.fromAsync(run.lines());
    const error = run.error();
    if (error) throw error;
    return { lines: lines.slice(0, -1) as ReportedLine[], last: lines.at(-1) as LastLine };
  } finally {
    await store.close();
    await transfer?.close();
  }
}
