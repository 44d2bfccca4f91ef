// The statements of a search in PostgreSQL. Each goes by index, whatever the statistics of a growing table say, and reads no more
// rows than its limit.
import type { CandidateSet, UnorderedSet } from '../shared/search-plan.ts';

const id = 'sequential_id::float8 AS "sequentialId"';

/** The ids of each set. $1 is the most of them. An ordered set begins after the id $2. */
const idsOf: Readonly<Record<CandidateSet['by'], (columns: string) => string>> = {
  // By metadata_index_entries_value.
  value: (columns) => `SELECT ${columns} FROM metadata_index_entries
    WHERE index_id = $3::bigint AND value = $4::bytea AND sequential_id > $2::bigint ORDER BY sequential_id LIMIT $1::int`,
  values: (columns) => `SELECT ${columns} FROM metadata_index_entries
    WHERE index_id = $2::bigint AND value >= $3::bytea AND value < $4::bytea LIMIT $1::int`,
  // By players_pkey, whose collation is that of the code points.
  names: (columns) => `SELECT ${columns} FROM players
    WHERE player_id >= $2::text AND player_id < $3::text LIMIT $1::int`,
  // By active_sessions_pkey.
  online: (columns) => `SELECT ${columns} FROM active_sessions
    WHERE sequential_id > $2::bigint ORDER BY sequential_id LIMIT $1::int`,
  // By metadata_suspended.
  suspended: (columns) => `SELECT ${columns} FROM metadata
    WHERE suspended_until IS NOT NULL AND sequential_id > $2::bigint ORDER BY sequential_id LIMIT $1::int`,
  // By metadata_pkey.
  all: (columns) => `SELECT ${columns} FROM metadata
    WHERE sequential_id > $2::bigint ORDER BY sequential_id LIMIT $1::int`,
};

const sets = Object.entries(idsOf) as [CandidateSet['by'], (columns: string) => string][];

export const listStatements = Object.fromEntries(sets.map(([by, select]) => [by, select(id)])) as Readonly<
  Record<CandidateSet['by'], string>
>;

export const countStatements = Object.fromEntries(
  sets.map(([by, select]) => [by, `SELECT count(*)::int AS size FROM (${select('sequential_id')}) AS ids`]),
) as Readonly<Record<CandidateSet['by'], string>>;

type UnorderedBy = UnorderedSet['by'];

/** The size of an unordered set, and its first ids after the id $4 (names) or $5 (values), at most as many as the parameter after. */
const collectStatement = (by: UnorderedBy, next: number): string =>
  `WITH found AS MATERIALIZED (${idsOf[by]('sequential_id')})
  SELECT (SELECT count(*)::int FROM found) AS size, ARRAY(
    SELECT sequential_id::float8 FROM found WHERE sequential_id > $${next}::bigint ORDER BY sequential_id LIMIT $${next + 1}::int
  ) AS ids`;

export const collectStatements: Readonly<Record<UnorderedBy, string>> = {
  values: collectStatement('values', 5),
  names: collectStatement('names', 4),
};

/**
 * The ids of $1 that have an entry in each of the ranges. The comparison of values is written so that no index on them serves it:
 * the entries of the ids are few, and those of a range may be very many. By metadata_index_entries_pkey.
 */
export const filterStatement = `SELECT ${id}
  FROM unnest($2::bigint[], $3::text[], $4::text[]) AS range (index_id, lower, upper)
  JOIN metadata_index_entries AS entry ON entry.index_id = range.index_id
    AND coalesce(value >= decode(lower, 'hex') AND value < decode(upper, 'hex'), false)
  WHERE entry.sequential_id = ANY ($1::bigint[]) AND entry.index_id = ANY ($2::bigint[])
  GROUP BY sequential_id
  HAVING count(*) = cardinality($2::bigint[])`;
