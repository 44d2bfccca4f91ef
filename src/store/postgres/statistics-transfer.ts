// The statistics in exports from and imports into PostgreSQL. They are imported where no session was counted and none has ended.
// Until the import is complete nothing is counted.
import type {
  StatisticsDayRecord,
  StatisticsPlayerRecord,
  StatisticsRecord,
  TransferRecord,
} from '../ports/transfer.ts';
import { type ExportedState, statisticsRecords, toSumsRow } from '../shared/statistics-transfer.ts';
import { bigints, texts } from './arrays.ts';
import type { Statements } from './executor.ts';
import listActiveDays from './sql/list-active-days.sql' with { type: 'text' };

/** All records of the statistics, as pages. */
export async function* readStatistics(
  sql: Statements,
  pageRows: number,
): AsyncGenerator<readonly TransferRecord[]> {
  const [state]: ExportedState[] = await sql.unsafe(
    `SELECT zone, merged_key AS "mergedKey", reset_position::float8 AS "resetPosition", floor_day::float8 AS "floorDay",
       floor_utc_day::float8 AS "floorUtcDay", dropped_before::float8 AS "droppedBefore"
     FROM statistics_state WHERE id = 1 AND zone IS NOT NULL AND importing = 0`,
  );
  if (!state) return;
  const rows: { kind: string; day: number; sums: string }[] = await sql.unsafe(
    'SELECT kind, day::float8 AS day, sums FROM statistics_days',
  );
  const parts: { sums: string }[] = await sql.unsafe('SELECT sums FROM statistics_parts');
  const { head, days } = statisticsRecords(
    { ...state },
    rows.map(toSumsRow),
    parts.map(({ sums }) => sums),
  );
  yield [head];
  for (let start = 0; start < days.length; start += pageRows) yield days.slice(start, start + pageRows);
  yield* readActiveDays(sql, pageRows);
}

async function* readActiveDays(sql: Statements, pageRows: number): AsyncGenerator<readonly TransferRecord[]> {
  for (let after = 0; ; ) {
    const rows: { id: number; days: string }[] = await sql.unsafe(listActiveDays, [after, pageRows]);
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

/** @param digest names the export whose records these are; undefined for one without statistics */
export async function importStatistics(
  sql: Statements,
  { heads, days, players }: Records,
  digest: string | undefined,
): Promise<Step> {
  const total = heads.length + days.length + players.length;
  if (total === 0) return { added: 0, there: 0 };
  let added = 0;
  for (const head of heads) added += await acceptStatistics(sql, head);
  const state = await findAccepted(sql, digest);
  if (!state) return { added: 0, there: 0 };
  if (!state.importing) return { added, there: total };
  if (days.length > 0) {
    const rows = await sql.unsafe(
      `INSERT INTO statistics_days (kind, day, sums) SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[])
       ON CONFLICT DO NOTHING RETURNING day`,
      [
        texts(days.map((row) => row.kind)),
        bigints(days.map((row) => row.day)),
        texts(days.map((row) => row.sums)),
      ],
    );
    added += rows.length;
  }
  if (players.length > 0) {
    const rows = await sql.unsafe(
      `INSERT INTO statistics_players (sequential_id, days) SELECT * FROM unnest($1::bigint[], $2::text[])
       ON CONFLICT DO NOTHING RETURNING sequential_id`,
      [bigints(players.map((row) => row.sequentialId)), texts(players.map((row) => row.days))],
    );
    added += rows.length;
  }
  return { added, there: total };
}

export const acceptHead = `UPDATE statistics_state SET zone = $1::text, reset_position = $2::bigint, floor_day = $3::bigint,
       floor_utc_day = $4::bigint, dropped_before = $5::bigint, import_digest = $6::text, importing = 1,
       version = version + 1
     WHERE id = 1 AND zone IS NULL AND NOT EXISTS (SELECT 1 FROM ended_sessions) RETURNING id`;

async function acceptStatistics(sql: Statements, head: StatisticsRecord): Promise<number> {
  const { digest, zone, resetPosition, floorDay, floorUtcDay, droppedBefore } = head;
  const rows = await sql.unsafe(acceptHead, [
    zone,
    resetPosition,
    floorDay,
    floorUtcDay,
    droppedBefore,
    digest,
  ]);
  return rows.length;
}

/** The import whose sums are those of the database; undefined if they are others. Then the marks of its sessions do not hold. */
export async function findAccepted(
  sql: Statements,
  digest: string | undefined,
): Promise<{ readonly importing: boolean } | undefined> {
  if (digest === undefined) return undefined;
  const [row] = await sql.unsafe(
    'SELECT importing = 1 AS importing FROM statistics_state WHERE id = 1 AND import_digest = $1::text',
    [digest],
  );
  return row && { importing: row.importing };
}

export const completeStatistics = 'UPDATE statistics_state SET importing = 0 WHERE id = 1 AND importing = 1';
