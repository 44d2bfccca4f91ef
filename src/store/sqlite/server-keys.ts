// Server keys in SQLite.
import type { Database } from 'bun:sqlite';
import type { Clock } from '../../lib/clock.ts';
import { isPersonId } from '../../lib/person-id.ts';
import { SERVER_KEYS_MAX } from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { FoundServerKey, ServerKeyStore } from '../ports/keys.ts';
import {
  expiryOf,
  formatScopes,
  isStoredMaker,
  listRevoked,
  type ServerKeyRow,
  toKeyAuditRow,
  toServerKey,
} from '../shared/server-keys.ts';
import type { InsertAudit } from './audit.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

const columns = `key_id AS keyId, name, scopes, created_at AS createdAt, expires_at AS expiresAt,
  last_used_at AS lastUsedAt, made_by AS madeBy`;

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
    [
      ...[id: string, digest: string, name: string, scopes: string],
      ...[now: number, expiresAt: number | null, madeBy: string | null],
    ]
  >(
    `INSERT INTO server_keys (key_id, digest, name, scopes, created_at, expires_at, made_by)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING ${columns}`,
  );
  const findMaker = db.query<{ expiresAt: number | null }, [string]>(
    'SELECT expires_at AS expiresAt FROM server_keys WHERE key_id = ?1',
  );
  const findRole = db.query<{ hasRole: number }, [string]>(
    'SELECT 1 AS hasRole FROM console_people WHERE person_id = ?1 AND role_gone_at IS NULL',
  );
  const listNow = db.query<ServerKeyRow, []>(
    `SELECT ${columns} FROM server_keys ORDER BY created_at, key_id`,
  );
  const remove = db.query<object, [string]>('DELETE FROM server_keys WHERE key_id = ?1');
  const handOver = db.query<object, [maker: string | null, keyId: string]>(
    'UPDATE server_keys SET made_by = ?1 WHERE made_by = ?2',
  );
  const noteUse = db.query<object, [id: string, now: number, latest: number]>(
    'UPDATE server_keys SET last_used_at = iif(last_used_at BETWEEN ?2 AND ?3, last_used_at, ?2) WHERE key_id = ?1',
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
    create: ({ keyId, digest, name, scopes, expiresInSeconds, madeBy }, audited) =>
      writer.write((now) => {
        const maker = isStoredMaker(madeBy) ? findMaker.get(madeBy) : { expiresAt: null };
        if (maker === null) return 'unknown';
        if (madeBy !== undefined && isPersonId(madeBy) && findRole.get(madeBy) === null) return 'unknown';
        if (maker.expiresAt !== null && maker.expiresAt <= now) return 'expired';
        if ((count.get()?.keys ?? 0) >= SERVER_KEYS_MAX) return 'too-many';
        const expiresAt = expiryOf(now, expiresInSeconds, maker.expiresAt);
        const row = insert.get(keyId, digest, name, formatScopes(scopes), now, expiresAt, madeBy ?? null);
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
    revoke: (keyId, audited, options) =>
      writer.write((now) => {
        const revoked = listRevoked(listNow.all().map(toServerKey), keyId, options);
        if ('refused' in revoked) return revoked;
        for (const key of revoked) {
          remove.run(key.keyId);
          if (audited) insertAudit(toKeyAuditRow(audited, key), now);
        }
        const [first] = revoked;
        if (first?.keyId === keyId && !options?.withMade) handOver.run(first.madeBy, first.keyId);
        return revoked;
      }),
    noteUse: (keyId) => writer.write((now) => void noteUse.run(keyId, now, now + CLOCK_SKEW_MILLISECONDS)),
  };
}
