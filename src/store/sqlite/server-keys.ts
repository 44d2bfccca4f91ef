// Server keys in SQLite.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { SERVER_KEYS_MAX } from '../../limits.ts';
import type { FoundServerKey, ServerKeyStore } from '../ports/keys.ts';
import {
  expiryOf,
  formatScopes,
  type ServerKeyRow,
  toKeyAuditRow,
  toServerKey,
} from '../shared/server-keys.ts';
import type { InsertAudit } from './audit.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

const columns = `key_id AS keyId, name, scopes, created_at AS createdAt, expires_at AS expiresAt,
  last_used_at AS lastUsedAt`;

interface ServerKeyStoreOptions {
  readonly db: Database;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly insertAudit: InsertAudit;
}

export function serverKeyStore({
  db,
  writer,
  reader,
  clock,
  insertAudit,
}: ServerKeyStoreOptions): ServerKeyStore {
  const count = db.query<{ keys: number }, []>('SELECT count(*) AS keys FROM server_keys');
  const insert = db.query<
    ServerKeyRow,
    [id: string, digest: string, name: string, scopes: string, now: number, expiresAt: number | null]
  >(
    `INSERT INTO server_keys (key_id, digest, name, scopes, created_at, expires_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6) RETURNING ${columns}`,
  );
  const remove = db.query<ServerKeyRow, [string]>(
    `DELETE FROM server_keys WHERE key_id = ?1 RETURNING ${columns}`,
  );
  const noteUse = db.query<object, [string, number]>(
    'UPDATE server_keys SET last_used_at = max(coalesce(last_used_at, ?2), ?2) WHERE key_id = ?1',
  );
  const list = reader.db.query<ServerKeyRow, []>(
    `SELECT ${columns} FROM server_keys ORDER BY created_at, key_id`,
  );
  const find = reader.db.query<ServerKeyRow, [string]>(
    `SELECT ${columns} FROM server_keys WHERE key_id = ?1`,
  );
  const findByDigest = reader.db.query<ServerKeyRow, [string]>(
    `SELECT ${columns} FROM server_keys WHERE digest = ?1`,
  );

  function lookUp(digest: string, now: number): readonly FoundServerKey[] {
    const row = findByDigest.get(digest);
    return row === null ? [] : [{ digest, key: toServerKey(row), now }];
  }

  return {
    create: ({ keyId, digest, name, scopes, expiresInSeconds }, audited) =>
      writer.write((now) => {
        if ((count.get()?.keys ?? 0) >= SERVER_KEYS_MAX) return 'too-many';
        const expiresAt = expiryOf(now, expiresInSeconds);
        const row = insert.get(keyId, digest, name, formatScopes(scopes), now, expiresAt);
        const key = toServerKey(row as ServerKeyRow);
        if (audited) insertAudit(toKeyAuditRow(audited, key), now);
        return key;
      }),
    list: () => reader.read(() => list.all().map(toServerKey)),
    find: (keyId) =>
      reader.read(() => {
        const row = find.get(keyId);
        return row === null ? undefined : toServerKey(row);
      }),
    findByDigests: (digests) => reader.read(() => digests.flatMap((digest) => lookUp(digest, clock.now()))),
    revoke: (keyId, audited) =>
      writer.write((now) => {
        const row = remove.get(keyId);
        if (row === null) return undefined;
        const key = toServerKey(row);
        if (audited) insertAudit(toKeyAuditRow(audited, key), now);
        return key;
      }),
    noteUse: (keyId) => writer.write((now) => void noteUse.run(keyId, now)),
  };
}
