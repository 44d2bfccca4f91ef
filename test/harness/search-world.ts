// Players for the tests of the search, written straight into the tables of an engine: names, metadata with index entries, sessions
// and suspensions. It also has the model of a search: a filter over all players that shares no code with the service.
import { Database } from 'bun:sqlite';
import { SQL } from 'bun';
import type { Environment } from '../../src/config/settings.ts';
import type { IndexDeclaration } from '../../src/store/ports/indexes.ts';
import type { MetadataCondition, Period, PlayerSearch } from '../../src/store/ports/search.ts';
import { createIndexReader } from '../../src/store/shared/index-values.ts';

export interface WorldPlayer {
  readonly sequentialId: number;
  readonly playerId: string;
  readonly registeredAt: number;
  /** The text of the metadata; null for none. */
  readonly text: string | null;
  readonly suspendedUntil: number | null;
  /** The last activity of the session that has a row. */
  readonly activeAt: number | null;
  readonly endedAt: number | null;
  /** The activity that was noted when history was deleted. */
  readonly lastSeenAt: number | null;
}

/** The indexes of the world, by id. */
export const worldIndexes: readonly (IndexDeclaration & { readonly indexId: number })[] = [
  { indexId: 1, pointer: '/level', type: 'number' },
  { indexId: 2, pointer: '/clan/name', type: 'string' },
  { indexId: 3, pointer: '/vip', type: 'boolean' },
];

type Cell = string | number | null;
type Table = readonly [name: string, columns: Readonly<Record<string, string>>, rows: readonly Cell[][]];

const sessionId = (n: number, last: string): string =>
  `00000000-0000-7000-8000-${last}${n.toString(16).padStart(11, '0')}`;

function tablesOf(players: readonly WorldPlayer[], isPostgres: boolean): readonly Table[] {
  const entries = createIndexReader(worldIndexes);
  const of = (rows: (player: WorldPlayer) => Cell[][]): Cell[][] => players.flatMap(rows);
  const ids = { sequential_id: 'bigint' };
  const session = { session_id: 'uuid', started_at: 'bigint' };
  return [
    [
      'players',
      { ...ids, player_id: 'text', registered_at: 'bigint' },
      of((p) => [[p.sequentialId, p.playerId, p.registeredAt]]),
    ],
    [
      'metadata',
      {
        ...{ ...ids, text: 'text', version: 'bigint', suspended_until: 'bigint', last_seen_at: 'bigint' },
        ...(isPostgres && { player_id: 'text' }),
      },
      of((p) => [
        [p.sequentialId, p.text, p.text === null ? 0 : 1, p.suspendedUntil, p.lastSeenAt].concat(
          isPostgres ? [p.playerId] : [],
        ) as Cell[],
      ]),
    ],
    [
      'active_sessions',
      { ...ids, ...session, last_activity: 'bigint' },
      of(({ sequentialId: id, activeAt }) =>
        activeAt === null ? [] : [[id, sessionId(id, 'a'), activeAt, activeAt]],
      ),
    ],
    [
      'ended_sessions',
      { ...ids, ended_at: 'bigint', ...session, reason: 'text' },
      of(({ sequentialId: id, endedAt }) =>
        endedAt === null ? [] : [[id, endedAt, sessionId(id, 'e'), endedAt, 'stopped']],
      ),
    ],
    [
      'metadata_index_entries',
      { ...ids, index_id: 'bigint', value: 'bytea' },
      of(({ sequentialId, text }) =>
        entries(text).map((value, n) => [
          sequentialId,
          worldIndexes[n]?.indexId ?? 0,
          value && Buffer.from(value).toString('hex'),
        ]),
      ),
    ],
  ];
}

/** Writes players into the tables; into some of them alone with `only`. */
export async function insertWorld(
  environment: Environment,
  players: readonly WorldPlayer[],
  only?: readonly string[],
): Promise<void> {
  const url = environment.DATABASE_URL ?? '';
  const isPostgres = url.startsWith('postgres');
  const tables = tablesOf(players, isPostgres).filter(([name]) => only?.includes(name) ?? true);
  if (isPostgres) {
    const sql = new SQL(url, { max: 1 });
    for (const [name, columns, rows] of tables) {
      const names = Object.keys(columns);
      const types = names.map(
        (column) => `${column} ${columns[column] === 'bytea' ? 'text' : columns[column]}`,
      );
      const values = names.map((column) =>
        columns[column] === 'bytea' ? `decode(${column}, 'hex')` : column,
      );
      const json = JSON.stringify(
        rows.map((row) => Object.fromEntries(names.map((column, n) => [column, row[n]]))),
      );
      await sql.unsafe(
        `INSERT INTO ${name} (${names}) SELECT ${values} FROM json_to_recordset($1::text::json) AS row (${types})`,
        [json],
      );
    }
    await sql.close();
    return;
  }
  const db = new Database(url.slice('sqlite:'.length));
  db.transaction(() => {
    for (const [name, columns, rows] of tables) {
      const names = Object.keys(columns);
      const values = names.map((column) => (columns[column] === 'bytea' ? 'unhex(?)' : '?'));
      const insert = db.prepare(`INSERT INTO ${name} (${names}) VALUES (${values})`);
      for (const row of rows) insert.run(...row);
      insert.finalize();
    }
  })();
  db.close();
}

/** The sequential ids that a search finds, by a filter over all players. */
export const modelOf = (
  players: readonly WorldPlayer[],
  search: PlayerSearch,
  now: number,
  timeout: number,
): readonly number[] =>
  players
    .filter((player) => isFound(player, search, now, timeout))
    .map((player) => player.sequentialId)
    .toSorted((a, b) => a - b);

function isFound(player: WorldPlayer, search: PlayerSearch, now: number, timeout: number): boolean {
  const online = player.activeAt !== null && player.activeAt > now - timeout;
  const lastSeenAt = online ? now : (player.activeAt ?? player.endedAt ?? player.lastSeenAt);
  const suspended = player.suspendedUntil !== null && player.suspendedUntil > now;
  const metadata = player.text === null ? {} : JSON.parse(player.text);
  return (
    player.playerId.startsWith(search.playerIdPrefix ?? '') &&
    isIn(player.registeredAt, search.registered) &&
    isIn(lastSeenAt, search.lastSeen) &&
    (search.online ?? online) === online &&
    (search.suspended ?? suspended) === suspended &&
    (search.metadata ?? []).every((condition) => holds(condition, metadata))
  );
}

function isIn(time: number | null, period: Period | undefined): boolean {
  if (!period) return true;
  return (
    time !== null &&
    !(period.from !== undefined && time < period.from) &&
    !(period.to !== undefined && time >= period.to)
  );
}

function holds({ pointer, type, op, value }: MetadataCondition, metadata: unknown): boolean {
  let found: unknown = metadata;
  for (const token of pointer.slice(1).split('/')) {
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return false;
    found = (found as Record<string, unknown>)[token];
  }
  if (typeof found !== type) return false;
  if (op === 'exists') return true;
  const wanted: unknown = JSON.parse(value ?? 'null');
  if (op === 'eq') return found === wanted;
  const order = compareValues(found, wanted);
  return op === 'lt' ? order < 0 : op === 'lte' ? order <= 0 : op === 'gt' ? order > 0 : order >= 0;
}

/** Numbers by size, strings by the code points of their first 256 characters, false before true. */
function compareValues(a: unknown, b: unknown): number {
  if (typeof a !== 'string' || typeof b !== 'string') return Number(a) - Number(b) || 0;
  const [codes, others] = [a, b].map((text) =>
    [...text].slice(0, 256).map((character) => character.codePointAt(0) ?? 0),
  ) as [number[], number[]];
  for (const [n, code] of codes.entries()) {
    const other = others[n];
    if (other === undefined) return 1;
    if (code !== other) return code - other;
  }
  return codes.length - others.length;
}
