// Server keys in PostgreSQL. Keys are created and revoked one after the other, so that together they keep the bound on their
// number, and no key that is revoked makes another one meanwhile.
import { isPersonId } from '../../lib/person-id.ts';
import { SERVER_KEYS_MAX } from '../../limits.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { AuditedAs } from '../ports/audit.ts';
import type { NewServerKey, Revocation, ServerKey, ServerKeyStore } from '../ports/keys.ts';
import {
  formatScopes,
  isStoredMaker,
  listRevoked,
  toKeyAuditRow,
  toServerKey,
} from '../shared/server-keys.ts';
import { lockKeys } from './advisory-locks.ts';
import { insertAuditRows } from './audit.ts';
import type { Database } from './database.ts';
import type { Queries } from './executor.ts';
import {
  countServerKeys,
  createServerKey,
  deleteServerKeys,
  findPeople,
  findServerKey,
  findServerKeys,
  handKeysOver,
  listServerKeys,
  lockAdvisory,
  noteKeyUse,
} from './sql/statements.ts';
import { withRetries } from './with-retries.ts';

export function serverKeyStore({ executor, now }: Database): ServerKeyStore {
  /** After an unknown outcome it may run again. It then finds the key, whose entry was committed with it. */
  async function insert(
    queries: Queries,
    key: NewServerKey,
    audited: AuditedAs | undefined,
  ): Promise<ServerKey | 'too-many' | 'unknown' | 'expired'> {
    await queries.run(lockAdvisory, { key: lockKeys.serverKeys });
    const [own] = await queries.run(findServerKey, { keyId: key.keyId });
    if (own) return toServerKey(own);
    const maker = isStoredMaker(key.madeBy) ? key.madeBy : null;
    if (maker !== null && (await queries.run(findServerKey, { keyId: maker })).length === 0) return 'unknown';
    if (key.madeBy !== undefined && isPersonId(key.madeBy) && !(await hasRole(queries, key.madeBy)))
      return 'unknown';
    const [count] = await queries.run(countServerKeys, {});
    if ((count?.keys ?? 0) >= SERVER_KEYS_MAX) return 'too-many';
    const lifetime = key.expiresInSeconds === undefined ? null : key.expiresInSeconds * 1000;
    const { keyId, digest, name, madeBy = null } = key;
    const row = { keyId, digest, name, scopes: formatScopes(key.scopes), lifetime, madeBy, makerId: maker };
    const [inserted] = await queries.run(createServerKey, { ...row, now: now() });
    if (!inserted) return 'expired';
    const created = toServerKey(inserted);
    if (audited) await insertAuditRows(queries, [toKeyAuditRow(audited, created)], now());
    return created;
  }

  const hasRole = async (queries: Queries, personId: string): Promise<boolean> =>
    (await queries.run(findPeople, { personIds: [personId], now: now() })).length > 0;

  async function remove(
    queries: Queries,
    keyId: string,
    audited: AuditedAs | undefined,
    options: Revocation | undefined,
  ) {
    await queries.run(lockAdvisory, { key: lockKeys.serverKeys });
    const list = (await queries.run(listServerKeys, {})).map(toServerKey);
    const revoked = listRevoked(list, keyId, options);
    if ('refused' in revoked || revoked.length === 0) return revoked;
    await queries.run(deleteServerKeys, { keyIds: revoked.map((key) => key.keyId) });
    const [first] = revoked;
    if (first?.keyId === keyId && !options?.withMade)
      await queries.run(handKeysOver, { madeBy: first.madeBy, keyId: first.keyId });
    const rows = audited ? revoked.map((key) => toKeyAuditRow(audited, key)) : [];
    if (rows.length > 0) await insertAuditRows(queries, rows, now());
    return revoked;
  }

  return {
    create: (key, audited) =>
      withRetries(() => executor.transactionOfOthers((queries) => insert(queries, key, audited)), true),
    list: () => withRetries(async () => (await executor.run(listServerKeys, {})).map(toServerKey), true),
    find: (keyId) =>
      withRetries(async () => {
        const [row] = await executor.run(findServerKey, { keyId });
        return row && toServerKey(row);
      }, true),
    findByDigests: (digests) =>
      withRetries(async () => {
        const rows = await executor.run(findServerKeys, { digests, now: now() });
        return rows.map((row) => ({ digest: row.digest, key: toServerKey(row), now: row.now }));
      }, true),
    // It is not repeated after an unknown outcome: a repetition would find no key.
    revoke: (keyId, audited, options) =>
      withRetries(
        () => executor.transactionOfOthers((queries) => remove(queries, keyId, audited, options)),
        false,
      ),
    noteUse: async (keyId) => {
      await withRetries(
        () => executor.run(noteKeyUse, { keyId, now: now(), skew: CLOCK_SKEW_MILLISECONDS }),
        true,
      );
    },
  };
}
