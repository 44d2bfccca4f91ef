// Players for the tests of the search, written straight into the tables of an engine: names, metadata with index entries, sessions
// and suspensions. It also has the model of a search: a filter over all players that shares no code with the service.
import type { Environment } from '../../src/config/settings.ts';
import type { IndexDeclaration } from '../../src/store/ports/indexes.ts';
import type { MetadataCondition, Period, PlayerSearch } from '../../src/store/ports/search.ts';
import { createIndexReader } from '../../src/store/shared/index-values.ts';
import { rawDatabase } from './raw-database.ts';

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

type Cell = string | number | Uint8Array | null;
type Table = readonly [name: string, columns: string, rows: readonly (readonly Cell[])[]];

const sessionId = (n: number, last: string): string =>
  `00000000-0000-7000-8000-${last}${n.toString(16).padStart(11, '0')}`;

function tablesOf(players: readonly WorldPlayer[], isPostgres: boolean): readonly Table[] {
  const entries = createIndexReader(worldIndexes);
  const rowsOf = (row: (player: WorldPlayer) => readonly Cell[]) => players.map(row);
  const active = players.filter(({ activeAt }) => activeAt !== null);
  const ended = players.filter(({ endedAt }) => endedAt !== null);
  return [
    [
      'players',
      'sequential_id, player_id, registered_at',
      rowsOf((p) => [p.sequentialId, p.playerId, p.registeredAt]),
    ],
    [
      'metadata',
      `sequential_id, text, version, suspended_until, last_seen_at${isPostgres ? ', player_id' : ''}`,
      rowsOf(({ sequentialId, playerId, text, suspendedUntil, lastSeenAt }) => [
        ...[sequentialId, text, text === null ? 0 : 1, suspendedUntil, lastSeenAt],
        ...(isPostgres ? [playerId] : []),
      ]),
    ],
    [
      'active_sessions',
      'sequential_id, session_id, started_at, last_activity',
      active.map(({ sequentialId: id, activeAt }) => [id, sessionId(id, 'a'), activeAt, activeAt]),
    ],
    [
      'ended_sessions',
      'sequential_id, ended_at, session_id, started_at, reason',
      ended.map(({ sequentialId: id, endedAt }) => [id, endedAt, sessionId(id, 'e'), endedAt, 'stopped']),
    ],
    [
      'metadata_index_entries',
      'sequential_id, index_id, value',
      players.flatMap(({ sequentialId, text }) =>
        entries(text).map((value, n) => [sequentialId, worldIndexes[n]?.indexId ?? 0, value ?? null]),
      ),
    ],
  ];
}

function literal(cell: Cell, isPostgres: boolean): string {
  if (cell === null || typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') return `'${cell.replaceAll("'", "''")}'`;
  const digits = Buffer.from(cell).toString('hex');
  return isPostgres ? `'\\x${digits}'` : `x'${digits}'`;
}

/** Writes players into the tables; into some of them alone with `only`. */
export async function insertWorld(
  environment: Environment,
  players: readonly WorldPlayer[],
  only?: readonly string[],
): Promise<void> {
  const isPostgres = environment.DATABASE_URL?.startsWith('postgres') ?? false;
  const raw = rawDatabase(environment);
  for (const [name, columns, rows] of tablesOf(players, isPostgres)) {
    if (rows.length === 0 || only?.includes(name) === false) continue;
    const values = rows.map((row) => `(${row.map((cell) => literal(cell, isPostgres))})`);
    await raw.run(`INSERT INTO ${name} (${columns}) VALUES ${values}`);
  }
  await raw.close();
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
