// The catalog of a database as lines of text, one for each object with all that the schema says of it: tables, columns, types,
// defaults, indexes, constraints, storage parameters, sequences, functions and partitions. Two databases of one schema have the same
// lines, however they came to it.
import { Database } from 'bun:sqlite';
import { SQL } from 'bun';
import type { TestDatabase } from '../../harness/engines.ts';

export async function readCatalog({ environment }: TestDatabase): Promise<readonly string[]> {
  const { DATABASE_URL = '' } = environment;
  return DATABASE_URL.startsWith('sqlite:')
    ? readSqlite(DATABASE_URL.slice('sqlite:'.length))
    : readPostgres(DATABASE_URL);
}

/** A file keeps the text of each statement, with added columns and new names put into it. Its symbols are compared. */
function readSqlite(path: string): readonly string[] {
  const db = new Database(path, { readonly: true });
  try {
    const rows = db
      .query<{ type: string; name: string; sql: string | null }, []>(
        'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name',
      )
      .all();
    return rows.map(({ type, name, sql }) => `${type} ${name}: ${symbolsOf(sql ?? '')}`);
  } finally {
    db.close();
  }
}

const symbolsOf = (sql: string): string =>
  (
    sql
      .replaceAll(/--.*/g, '')
      .replaceAll('"', '')
      .match(/\w+|'[^']*'|[^\s\w]/g) ?? []
  ).join(' ');

/**
 * Columns are in their order, whatever was dropped between them. The names of NOT NULL constraints, which PostgreSQL 18 has and a
 * renamed table keeps, mean nothing: the columns tell them.
 */
const statement = `
WITH relations AS (
  SELECT class.*, class.oid::regclass::text AS called FROM pg_class AS class
  WHERE relnamespace = 'public'::regnamespace AND relkind <> 'i' AND relkind <> 'I'
)
SELECT concat_ws(' ', 'relation', called, relkind, relpersistence, relreplident, relrowsecurity,
  (SELECT amname FROM pg_am WHERE pg_am.oid = relam), reltablespace, pg_get_partkeydef(oid),
  (SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = relations.oid), pg_get_expr(relpartbound, oid),
  (SELECT array_agg(option ORDER BY option) FROM unnest(reloptions) AS option),
  (SELECT toast.reloptions FROM pg_class AS toast WHERE toast.oid = relations.reltoastrelid)) AS line
FROM relations
UNION ALL SELECT concat_ws(' ', 'column', called, rank() OVER (PARTITION BY attrelid ORDER BY attnum), attname,
  format_type(atttypid, atttypmod), (SELECT collname FROM pg_collation WHERE pg_collation.oid = attcollation),
  'not null', attnotnull, 'default', pg_get_expr(adbin, adrelid), 'identity', attidentity, 'generated', attgenerated,
  'storage', attstorage, 'compression', attcompression, attstattarget, attoptions)
FROM relations JOIN pg_attribute ON attrelid = relations.oid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
WHERE attnum > 0 AND NOT attisdropped
UNION ALL SELECT concat_ws(' ', 'index', pg_get_indexdef(indexrelid), 'primary', indisprimary, 'valid', indisvalid,
  (SELECT inhparent::regclass::text FROM pg_inherits WHERE inhrelid = indexrelid))
FROM relations JOIN pg_index ON indrelid = relations.oid
UNION ALL SELECT concat_ws(' ', 'constraint', called, conname, contype, convalidated, pg_get_constraintdef(pg_constraint.oid))
FROM relations JOIN pg_constraint ON conrelid = relations.oid WHERE contype <> 'n'
UNION ALL SELECT concat_ws(' ', 'sequence', called, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle,
  (SELECT concat_ws(' ', deptype, refobjid::regclass, attname) FROM pg_depend
   JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid WHERE objid = relations.oid AND deptype IN ('a', 'i')))
FROM relations JOIN pg_sequence ON seqrelid = relations.oid
UNION ALL SELECT concat_ws(' ', 'function', pg_get_functiondef(oid)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
UNION ALL SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid))
FROM relations JOIN pg_trigger ON tgrelid = relations.oid WHERE NOT tgisinternal
UNION ALL SELECT concat_ws(' ', 'extension', extname) FROM pg_extension
ORDER BY 1`;

async function readPostgres(url: string): Promise<readonly string[]> {
  const sql = new SQL(url, { max: 1, prepare: false });
  try {
    const rows: { line: string }[] = await sql.unsafe(statement);
    return rows.map(({ line }) => line);
  } finally {
    await sql.close();
  }
}
