// The statements of the doctor in PostgreSQL. Each finds its rows by key.
import { tablesOfPlayers } from '../shared/doctor-reads.ts';
import { plannerSettings } from './planner-settings.ts';

/** A pooler tracks no settings of a connection, so they hold for the transaction. */
export const settings = `SELECT ${Object.entries(plannerSettings)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;

// Partners are looked up by scalar subqueries: for EXISTS the planner may read the whole other table into a hash table.
const inRange = 'sequential_id > $1::bigint AND sequential_id <= $2::bigint';

const endOf = (table: string, rows: string): string =>
  `(SELECT sequential_id FROM ${table} WHERE sequential_id > $1::bigint ORDER BY sequential_id OFFSET ${rows}::int - 1 LIMIT 1)`;

export const findEnd = `SELECT least(${[endOf('metadata', '$2'), ...tablesOfPlayers.map((table) => endOf(table, '$3'))].join(', ')})::float8 AS "end"`;

export const listOrphans = tablesOfPlayers
  .map(
    (
      table,
    ) => `SELECT DISTINCT '${table}' AS "tableName", sequential_id::float8 AS "sequentialId" FROM ${table}
      WHERE ${inRange} AND NOT EXISTS (SELECT FROM metadata WHERE metadata.sequential_id = ${table}.sequential_id)`,
  )
  .join(' UNION ALL ');

export const listMetadata = `SELECT sequential_id::float8 AS "sequentialId", version::float8, octet_length(text)::float8 AS "textBytes",
    written_at::float8 AS "writtenAt", CASE WHEN by_server THEN written_key_id END AS "keyId", index_set::float8 AS "indexSet",
    indexed_version::float8 AS "indexedVersion",
    (SELECT players.sequential_id FROM players WHERE players.player_id = metadata.player_id)
      IS NOT DISTINCT FROM metadata.sequential_id AS "hasPlayer"
  FROM metadata WHERE ${inRange} ORDER BY metadata.sequential_id`;

export const listVersions = `SELECT sequential_id::float8 AS "sequentialId", version::float8, base_version::float8 AS "baseVersion",
    size_bytes AS "sizeBytes", octet_length(content)::float8 AS "contentBytes", written_at::float8 AS "writtenAt",
    CASE WHEN by_server THEN key_id END AS "keyId"
  FROM metadata_versions WHERE ${inRange} ORDER BY metadata_versions.sequential_id, metadata_versions.version DESC`;

export const listAudit = `SELECT sequential_id::float8 AS "sequentialId", at::float8, audit_id::text AS "auditId", action, detail
  FROM audit_entries
  WHERE (sequential_id, at, audit_id) > ($1::bigint, $2::bigint, $3::uuid) AND sequential_id <= $4::bigint
  ORDER BY audit_entries.sequential_id, audit_entries.at, audit_entries.audit_id LIMIT $5::int`;

export const listIndexEntries = `SELECT sequential_id::float8 AS "sequentialId", index_id::float8 AS "indexId", value
  FROM metadata_index_entries WHERE ${inRange}
  ORDER BY metadata_index_entries.sequential_id, metadata_index_entries.index_id`;

export const listCrowded = `SELECT sequential_id::float8 AS id FROM active_sessions WHERE ${inRange}
  GROUP BY active_sessions.sequential_id HAVING count(*) > 1`;

export const findTexts = `SELECT sequential_id::float8 AS "sequentialId", text FROM metadata WHERE sequential_id = ANY ($1::bigint[])`;

export const findContents = `SELECT kept.sequential_id::float8 AS "sequentialId", kept.version::float8, content
  FROM unnest($1::bigint[], $2::bigint[]) AS input (sequential_id, version)
  JOIN metadata_versions AS kept ON kept.sequential_id = input.sequential_id AND kept.version = input.version`;

export const listPlayers = `SELECT player_id AS "playerId", sequential_id::float8 AS "sequentialId",
    (SELECT metadata.sequential_id FROM metadata WHERE metadata.sequential_id = players.sequential_id) IS NOT NULL
      AS "hasMetadata"
  FROM players WHERE player_id > $1::text ORDER BY player_id LIMIT $2::int`;
