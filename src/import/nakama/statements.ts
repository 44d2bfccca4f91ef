// The statements that read Nakama's tables. Numbers come as float8, which has every size and time exactly, and values as the text
// that PostgreSQL prints of them: no digit passes through a number.
import { type FoundColumn, idColumns, profileColumns, tables, valueColumns } from './columns.ts';

/** The user that owns what belongs to the server itself. It is the lowest id, so pages begin behind it. */
export const SYSTEM_USER = '00000000-0000-0000-0000-000000000000';

export const findColumns = `
SELECT DISTINCT ON (class.relname, attribute.attnum) class.relname AS table_name, attribute.attname AS column_name,
  format_type(attribute.atttypid, NULL) AS data_type,
  has_column_privilege(class.oid, attribute.attnum, 'SELECT') AS is_readable
FROM pg_attribute AS attribute
JOIN pg_class AS class ON class.oid = attribute.attrelid AND class.relkind IN ('r', 'p', 'v', 'm', 'f')
JOIN pg_namespace AS namespace ON namespace.oid = class.relnamespace
WHERE namespace.nspname = ANY (current_schemas(false))
AND pg_table_is_visible(class.oid)
AND attribute.attnum > 0 AND NOT attribute.attisdropped
AND class.relname IN (${tables.map(({ name }) => `'${name}'`).join(', ')})`;

/** The counts at the beginning: of the players, and of the objects of the system user. */
export const countRows = `
SELECT (SELECT count(*) FROM users WHERE id <> '${SYSTEM_USER}')::float8 AS players,
  (SELECT count(*) FROM storage WHERE user_id = '${SYSTEM_USER}')::float8 AS system_objects`;

export interface UserSize {
  readonly id: string;
  /** UTF-8 bytes of all that `listUsers`, `listDevices` and `listObjects` read of the user, but for short columns. */
  readonly bytes: number;
  /** Objects and device ids. */
  readonly parts: number;
}

/** Parameters: the id before the first one, and the number of users. The texts are made, measured and dropped at the server. */
export function measureUsers(found: readonly FoundColumn[]): string {
  const own = valueColumns.filter((name) => has(found, name)).map((name) => `octet_length(${name}::text)`);
  return `
SELECT u.id::text AS id, (u.bytes + coalesce(o.bytes, 0) + coalesce(d.bytes, 0))::float8 AS bytes,
  (o.parts + d.parts)::float8 AS parts
FROM (
  SELECT id, ${['0', ...own].join(' + ')} AS bytes FROM users WHERE id > $1::uuid ORDER BY id LIMIT $2::int
) AS u
CROSS JOIN LATERAL (
  SELECT count(*) AS parts, sum(octet_length(value::text) + octet_length(collection) + octet_length(key)) AS bytes
  FROM storage WHERE user_id = u.id
) AS o
CROSS JOIN LATERAL (
  SELECT count(*) AS parts, sum(octet_length(id)) AS bytes FROM user_device WHERE user_id = u.id
) AS d
ORDER BY u.id`;
}

/** Parameters: the same. Nothing of them is measured. */
export const listIds = 'SELECT id::text AS id FROM users WHERE id > $1::uuid ORDER BY id LIMIT $2::int';

/** A row of `users`: texts, which are null where there is none or the column is missing. */
export type UserRow = Readonly<
  Record<keyof typeof idColumns | keyof typeof profileColumns | (typeof valueColumns)[number], string | null>
> & {
  readonly id: string;
  readonly registered_at: number;
  readonly is_disabled: boolean;
};

const has = (found: readonly FoundColumn[], column: string): boolean =>
  found.some((each) => each.table_name === 'users' && each.column_name === column);

/** Parameter of this and of the following: an array of ids. */
export function listUsers(found: readonly FoundColumn[]): string {
  const names = new Set([...Object.keys(idColumns), ...Object.keys(profileColumns), ...valueColumns]);
  const texts = [...names].map((name) => (has(found, name) ? `${name}::text AS ${name}` : `NULL AS ${name}`));
  const isDisabled = has(found, 'disable_time')
    ? "coalesce(disable_time <> '1970-01-01 00:00:00+00', false)"
    : 'false';
  return `
SELECT id::text AS id, ${texts.join(', ')}, ${isDisabled} AS is_disabled,
  floor(extract(epoch FROM create_time) * 1000)::float8 AS registered_at
FROM users WHERE id = ANY ($1::uuid[]) ORDER BY id`;
}

export interface DeviceRow {
  readonly user_id: string;
  readonly id: string;
}

export const listDevices = `
SELECT user_id::text AS user_id, id::text AS id
FROM user_device WHERE user_id = ANY ($1::uuid[]) ORDER BY user_device.user_id, user_device.id`;

export interface ObjectRow {
  readonly user_id: string;
  readonly collection: string;
  readonly key: string;
  readonly value: string;
  readonly read: number;
  readonly write: number;
}

export const listObjects = `
SELECT user_id::text AS user_id, collection::text AS collection, key::text AS key, value::text AS value, read, write
FROM storage WHERE user_id = ANY ($1::uuid[]) ORDER BY storage.user_id, storage.collection, storage.key`;
