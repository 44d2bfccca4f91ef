// Statements for Citus made of the plain ones: with the shard of their input as a condition, and with the time as a parameter.

/**
 * Replaces a part of a plain statement, so that a change of its other parts holds on Citus too.
 * @throws Error when the statement does not have the part
 */
export function replacePart(statement: string, part: string, replacement: string): string {
  if (!statement.includes(part))
    throw new Error(`a statement for Citus is made of a part that is gone: ${part}`);
  return statement.replaceAll(part, () => replacement);
}

const orServerTime =
  /coalesce\((\$\d+::bigint), floor\(extract\(epoch FROM statement_timestamp\(\)\) \* 10+\)::bigint\)/g;

/** It keeps a function of the time from being called for each row. Citus would run such a subquery by itself first. */
const onceOnly = /(?<=\$\d+::bigint) OFFSET 0/g;

/** The parameter alone is the time. Citus refuses functions of the time beside columns, and a worker would use its own clock. */
export const withGivenTime = (statement: string): string =>
  statement.replaceAll(orServerTime, (_, parameter: string) => parameter).replaceAll(onceOnly, '');

/** The coordinator finds the shard of a batch by this condition, not by a join with the input. */
export const withShardOfInput = (statement: string, table: string): string =>
  replacePart(
    statement,
    `${table}.sequential_id = input.sequential_id`,
    `${table}.sequential_id = ANY ($1::bigint[]) AND ${table}.sequential_id = input.sequential_id`,
  );

/** The same condition for a table within subqueries, where the coordinator does not see that it has the shard of the others. */
export const withShardOfSubqueries = (statement: string, table: string): string =>
  replacePart(
    statement,
    `WHERE ${table}.sequential_id = metadata.sequential_id`,
    `WHERE ${table}.sequential_id = ANY ($1::bigint[]) AND ${table}.sequential_id = metadata.sequential_id`,
  );

/** The numbers of an array parameter that `bigints` made. */
export const toNumbers = (array: unknown): readonly number[] => toItems(array).map(Number);

export function toItems(array: unknown): readonly string[] {
  const items = String(array).slice(1, -1);
  return items === '' ? [] : items.split(',');
}

/** The texts of the parameters that `packedTexts` made; null for a text that is removed. */
export function unpackTexts([starts, lengths, bytes]: readonly unknown[]): readonly (string | null)[] {
  const all = bytes as Buffer;
  const lengthOf = toItems(lengths);
  return toItems(starts).map((start, index) => {
    const length = lengthOf[index];
    if (length === undefined || length === 'NULL') return null;
    return all.toString('utf8', Number(start) - 1, Number(start) - 1 + Number(length));
  });
}
