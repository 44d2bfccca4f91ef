// The insertion of rows of one shard on Citus as lists of values. Rows of a query would go to the workers of all shards.
import type { Queries } from '../executor.ts';

export interface Insertion {
  readonly table: string;
  /** The columns with the types of their parameters. */
  readonly columns: Readonly<Record<string, 'text' | 'bigint'>>;
  /** Columns with one value in all rows, as SQL of the first parameters: each parameter takes time on two servers. */
  readonly common: Readonly<Record<string, string>>;
  /** The rest of the statement: what happens to a row that is there, and which columns come back. It takes a row that is there twice. */
  readonly rest: string;
}

/** The numbers of rows in a statement. They are few, since each is a text that the connection keeps prepared. */
const sizes = [1, 2, 4, 8, 16, 32, 64] as const;
const largest = 64;

/**
 * Inserts rows, in their order.
 * @param common the first parameters
 * @returns the rows that come back
 */
export async function insertRows<R extends object>(
  queries: Queries,
  insertion: Insertion,
  rows: readonly (readonly unknown[])[],
  common: readonly unknown[] = [],
): Promise<readonly R[]> {
  const found: R[] = [];
  for (let start = 0; start < rows.length; start += largest) {
    const some = rows.slice(start, start + largest);
    const size = sizes.find((each) => each >= some.length) ?? largest;
    // A second statement would take longer than a row that is there twice.
    const last = some.at(-1) ?? [];
    const parameters = [
      ...common,
      ...some.flat(),
      ...Array(size - some.length)
        .fill(last)
        .flat(),
    ];
    found.push(...(await queries.query<R>(statementFor(insertion, size, common.length), parameters)));
  }
  return found;
}

function statementFor({ table, columns, common, rest }: Insertion, size: number, first: number): string {
  const types = Object.values(columns);
  const row = (index: number): string => {
    const own = types.map((type, column) => `$${first + index * types.length + column + 1}::${type}`);
    return `(${[...own, ...Object.values(common)].join(', ')})`;
  };
  const values = Array.from({ length: size }, (_, index) => row(index)).join(', ');
  return `INSERT INTO ${table} (${Object.keys({ ...columns, ...common }).join(', ')}) VALUES ${values} ${rest}`;
}

/** The rows of metadata of new players, where they are missing. The new ones come back. */
export const newMetadata: Insertion = {
  table: 'metadata',
  columns: { sequential_id: 'bigint', player_id: 'text' },
  common: { version: '0' },
  rest: 'ON CONFLICT (sequential_id) DO NOTHING RETURNING sequential_id::float8 AS "sequentialId"',
};

/** Names with their sequential ids, where they have none. The new ones come back. */
export const newNames: Insertion = {
  table: 'players',
  columns: { player_id: 'text', sequential_id: 'bigint' },
  common: { registered_at: '$1::bigint' },
  rest: `ON CONFLICT (player_id) DO NOTHING
    RETURNING player_id AS "playerId", sequential_id::float8 AS "sequentialId"`,
};

/** Token buckets, where they are missing. */
export const newBuckets: Insertion = {
  table: 'rate_limits',
  columns: { player_digest: 'text' },
  common: { full_at: '$1::bigint', asked_at: '$1::bigint', given: '0' },
  rest: 'ON CONFLICT (player_digest) DO NOTHING',
};
