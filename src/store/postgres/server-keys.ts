// Server keys in PostgreSQL. Keys are created one after the other, so that together they keep the bound on their number.
import { SERVER_KEYS_MAX } from '../../limits.ts';
import type { AuditedAs } from '../ports/audit.ts';
import type { NewServerKey, ServerKey, ServerKeyStore } from '../ports/keys.ts';
import { formatScopes, type ServerKeyRow, toKeyAuditRow, toServerKey } from '../shared/server-keys.ts';
import { texts } from './arrays.ts';
import { insertAuditRows } from './audit.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import createKey from './sql/create-server-key.sql' with { type: 'text' };
import findKeys from './sql/find-server-keys.sql' with { type: 'text' };
import { withRetries } from './with-retries.ts';

/** The key of the advisory lock under which keys are created. Any number that nothing else in the database uses. */
const creationLock = 7_529_361_047;

const columns = `key_id::text AS "keyId", name, scopes, created_at::float8 AS "createdAt",
  expires_at::float8 AS "expiresAt", last_used_at::float8 AS "lastUsedAt"`;

const countKeys = 'SELECT count(*)::float8 AS keys FROM server_keys';
const listKeys = `SELECT ${columns} FROM server_keys ORDER BY created_at, key_id`;
const findKey = `SELECT ${columns} FROM server_keys WHERE key_id = $1::uuid`;
const deleteKey = `DELETE FROM server_keys WHERE key_id = $1::uuid RETURNING ${columns}`;
const noteUse = `UPDATE server_keys SET last_used_at = greatest(last_used_at,
    coalesce($2::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint))
  WHERE key_id = $1::uuid`;

interface FoundRow extends ServerKeyRow {
  readonly digest: string;
  readonly now: number;
}

export function serverKeyStore({ executor, now }: Database): ServerKeyStore {
  /** After an unknown outcome it may run again. It then finds the key, whose entry was committed with it. */
  async function insert(
    queries: Queries,
    key: NewServerKey,
    audited: AuditedAs | undefined,
  ): Promise<ServerKey | 'too-many'> {
    await queries.query('SELECT pg_advisory_xact_lock($1::bigint)', [creationLock]);
    const [own] = await queries.query<ServerKeyRow>(findKey, [key.keyId]);
    if (own) return toServerKey(own);
    const [count] = await queries.query<{ keys: number }>(countKeys, []);
    if ((count?.keys ?? 0) >= SERVER_KEYS_MAX) return 'too-many';
    const lifetime = key.expiresInSeconds === undefined ? null : key.expiresInSeconds * 1000;
    const parameters = [key.keyId, key.digest, key.name, formatScopes(key.scopes), lifetime, now()];
    const [row] = await queries.query<ServerKeyRow>(createKey, parameters);
    const created = toServerKey(row as ServerKeyRow);
    if (audited) await insertAuditRows(queries, [toKeyAuditRow(audited, created)], now());
    return created;
  }

  async function remove(
    queries: Queries,
    keyId: string,
    audited: AuditedAs | undefined,
  ): Promise<ServerKey | undefined> {
    const [row] = await queries.query<ServerKeyRow>(deleteKey, [keyId]);
    if (!row) return undefined;
    const removed = toServerKey(row);
    if (audited) await insertAuditRows(queries, [toKeyAuditRow(audited, removed)], now());
    return removed;
  }

  return {
    create: (key, audited) =>
      withRetries(() => executor.transaction((queries) => insert(queries, key, audited)), true),
    list: () =>
      withRetries(async () => (await executor.query<ServerKeyRow>(listKeys)).map(toServerKey), true),
    find: (keyId) =>
      withRetries(async () => {
        const [row] = await executor.query<ServerKeyRow>(findKey, [keyId]);
        return row && toServerKey(row);
      }, true),
    findByDigests: (digests) =>
      withRetries(async () => {
        const rows = await executor.query<FoundRow>(findKeys, [texts(digests), now()]);
        return rows.map((row) => ({ digest: row.digest, key: toServerKey(row), now: row.now }));
      }, true),
    // It is not repeated after an unknown outcome: a repetition would find no key.
    revoke: (keyId, audited) =>
      withRetries(() => executor.transaction((queries) => remove(queries, keyId, audited)), false),
    noteUse: async (keyId) => {
      await withRetries(() => executor.query(noteUse, [keyId, now()]), true);
    },
  };
}
