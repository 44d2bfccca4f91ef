// The insertion of rows of one shard on Citus as lists of values. Rows of a query would go to the workers of all shards.
import type { Queries } from '../executor.ts';

export interface Insertion {
  readonly table: string;
  /** The columns with the types of their parameters. */
  readonly columns: Readonly<Record<string, 'text' | 'bigint'>>;
  /** The rest of the statement: what happens to a row that is there, and which columns come back. */
  readonly rest: string;
}

/** The numbers of rows in a statement. They are few, since each is a text that the connection keeps prepared. */
const sizes = [64, 16, 4, 1] as const;

/**
 * Inserts rows, in their order.
 * @returns the rows that come back
 */
export async function insertRows<R extends object>(
  queries: Queries,
  insertion: Insertion,
  rows: readonly (readonly unknown[])[],
): Promise<readonly R[]> {
  const found: R[] = [];
  for (let start = 0; start < rows.length; ) {
    const size = sizes.find((each) => each <= rows.length - start) ?? 1;
    const parameters = rows.slice(start, start + size).flat();
    found.push(...(await queries.query<R>(statementFor(insertion, size), parameters)));
    start += size;
  }
  return found;
}

function statementFor({ table, columns, rest }: Insertion, size: number): string {
  const types = Object.values(columns);
  const row = (index: number): string =>
    `(${types.map((type, column) => `$${index * types.length + column + 1}::${type}`).join(', ')})`;
  const values = Array.from({ length: size }, (_, index) => row(index)).join(', ');
  return `INSERT INTO ${table} (${Object.keys(columns).join(', ')}) VALUES ${values} ${rest}`;
}

/** The rows of metadata of new players, where they are missing. The new ones come back. */
export const newMetadata: Insertion = {
  table: 'metadata',
  columns: { sequential_id: 'bigint', player_id: 'text', version: 'bigint' },
  rest: 'ON CONFLICT (sequential_id) DO NOTHING RETURNING sequential_id::float8 AS "sequentialId"',
};

/** Names with their sequential ids, where they have none. The new ones come back. */
export const newNames: Insertion = {
  table: 'players',
  columns: { player_id: 'text', sequential_id: 'bigint', registered_at: 'bigint' },
  rest: `ON CONFLICT (player_id) DO NOTHING
    RETURNING player_id AS "playerId", sequential_id::float8 AS "sequentialId"`,
};

/** Token buckets, where they are missing. */
export const newBuckets: Insertion = {
  table: 'rate_limits',
  columns: { player_digest: 'text', full_at: 'bigint', asked_at: 'bigint', given: 'bigint' },
  rest: 'ON CONFLICT (player_digest) DO NOTHING',
};
