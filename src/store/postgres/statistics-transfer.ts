// The statistics in exports from and imports into PostgreSQL. They are imported where no session was counted and none has ended.
// Until the import is complete nothing is counted.
import { statisticsDays, statisticsPlayers } from '../ports/rows/others.ts';
import { namesOf } from '../ports/rows/table.ts';
import type {
  StatisticsDayRecord,
  StatisticsPlayerRecord,
  StatisticsRecord,
  TransferRecord,
} from '../ports/transfer.ts';
import { statisticsRecords, toSumsRow } from '../shared/statistics-transfer.ts';
import type { Queries } from './executor.ts';
import { arraysOf } from './rows.ts';
import {
  acceptStatistics as acceptStatisticsHead,
  findExportedStatistics,
  findImport,
  importActiveDays,
  importSums,
  listActiveDays,
  listAllParts,
  listSums,
} from './sql/statements.ts';

/** All records of the statistics, as pages. */
export async function* readStatistics(
  queries: Queries,
  pageRows: number,
): AsyncGenerator<readonly TransferRecord[]> {
  const [state] = await queries.run(findExportedStatistics, {});
  if (!state) return;
  const rows = await queries.run(listSums, {});
  const parts = await queries.run(listAllParts, {});
  const { head, days } = statisticsRecords(
    { ...state },
    rows.map(toSumsRow),
    parts.map(({ sums }) => sums),
  );
  yield [head];
  for (let start = 0; start < days.length; start += pageRows) yield days.slice(start, start + pageRows);
  yield* readActiveDays(queries, pageRows);
}

async function* readActiveDays(
  queries: Queries,
  pageRows: number,
): AsyncGenerator<readonly TransferRecord[]> {
  for (let after = 0; ; ) {
    const rows = await queries.run(listActiveDays, { after, limit: pageRows });
    const page = rows.map(({ id, days }) => ({ type: 'statistics-player', sequentialId: id, days }) as const);
    if (page.length > 0) yield page;
    if (rows.length < pageRows) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

/** The number of inserted records, and of those that the database now has. */
interface Step {
  readonly added: number;
  readonly there: number;
}

interface Records {
  readonly heads: readonly StatisticsRecord[];
  readonly days: readonly StatisticsDayRecord[];
  readonly players: readonly StatisticsPlayerRecord[];
}

const arraysOfDays = arraysOf(namesOf(statisticsDays));
const arraysOfPlayers = arraysOf(namesOf(statisticsPlayers));

/** @param digest names the export whose records these are; undefined for one without statistics */
export async function importStatistics(
  queries: Queries,
  { heads, days, players }: Records,
  digest: string | undefined,
): Promise<Step> {
  const total = heads.length + days.length + players.length;
  if (total === 0) return { added: 0, there: 0 };
  let added = 0;
  for (const head of heads) added += await acceptStatistics(queries, head);
  const state = await findAccepted(queries, digest);
  if (!state) return { added: 0, there: 0 };
  if (!state.importing) return { added, there: total };
  if (days.length > 0) {
    const rows = await queries.run(importSums, arraysOfDays(days));
    added += rows.length;
  }
  if (players.length > 0) {
    const rows = await queries.run(importActiveDays, arraysOfPlayers(players));
    added += rows.length;
  }
  return { added, there: total };
}

async function acceptStatistics(queries: Queries, head: StatisticsRecord): Promise<number> {
  const { digest, zone, resetPosition, floorDay, floorUtcDay, droppedBefore } = head;
  const floor = { resetPosition, floorDay, floorUtcDay, droppedBefore };
  const rows = await queries.run(acceptStatisticsHead, { zone, ...floor, digest });
  return rows.length;
}

/** The import whose sums are those of the database; undefined if they are others. Then the marks of its sessions do not hold. */
export async function findAccepted(
  queries: Queries,
  digest: string | undefined,
): Promise<{ readonly importing: boolean } | undefined> {
  if (digest === undefined) return undefined;
  const [row] = await queries.run(findImport, { digest });
  return row && { importing: row.importing };
}
