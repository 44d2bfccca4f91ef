// A change and its audit entry are committed together on every engine: where the entry cannot be written, the change is not there.
import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { newKeyId } from '../../../src/lib/ids.ts';
import { keyDigest } from '../../../src/lib/key-text.ts';
import type { AuditAction } from '../../../src/store/ports/audit.ts';
import { allEngines } from '../../harness/engines.ts';
import { openTestStore, type TestStore } from '../../harness/store.ts';

const author = { keyId: '01a00000-0000-7000-8000-0000000000aa', keyName: 'backend', requestId: 'r-1' };

/** Has the database refuse every entry, as another program might. */
async function refuseEntries(databaseUrl: string): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) {
    const db = new Database(databaseUrl.slice('sqlite:'.length));
    db.run(`CREATE TRIGGER refusal BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'refused'); END`);
    db.close();
    return;
  }
  const sql = new SQL(databaseUrl, { max: 1 });
  await sql`ALTER TABLE audit_entries ADD CONSTRAINT refusal CHECK (key_name = '') NOT VALID`;
  await sql.close();
}

for (const engine of allEngines) {
  describe(`where no audit entry can be written on ${engine.name}`, () => {
    let t: TestStore;
    let id: number;
    const keyId = '01a00000-0000-7000-8000-0000000000bb';
    const about = { name: 'x', scopes: ['players:read'], expiresInSeconds: undefined } as const;
    beforeEach(async () => {
      t = await openTestStore(engine);
      id = await t.register('ann');
      await t.store.metadata.save(id, '{"n":1}');
      await t.store.serverKeys.create({ keyId, digest: keyDigest('one'), ...about });
      await refuseEntries(t.environment.DATABASE_URL ?? '');
    });
    afterEach(() => t.remove());

    const as = (action: AuditAction) => ({ author, action });
    const edit = (text: string | null, key?: string) =>
      t.store.metadata.edit(id, () => ({ answer: null, text }), {
        by: 'server',
        audited: as('metadata.set'),
        ...(key !== undefined && { idempotencyKey: { key, fingerprint: 'f', owner: 'server' as const } }),
      });

    test('metadata stays as it is, and so do its versions', async () => {
      for (const write of [() => edit('{"n":2}'), () => edit(null), () => edit('{"n":3}', 'a')])
        await expect(write()).rejects.toThrow();
      expect(await t.store.metadata.find(id)).toMatchObject({ text: '{"n":1}', version: 1 });
      expect(await t.store.versions.list(id)).toEqual([]);
      // Writes of players go on.
      expect(await t.store.metadata.save(id, '{"n":4}')).toBe(2);
    });

    test('no server key is made or revoked', async () => {
      const other = { keyId: newKeyId(t.clock), digest: keyDigest('two'), ...about };
      await expect(t.store.serverKeys.create(other, as('key.create'))).rejects.toThrow();
      await expect(t.store.serverKeys.revoke(keyId, as('key.revoke'))).rejects.toThrow();
      expect((await t.store.serverKeys.list()).map((key) => key.keyId)).toEqual([keyId]);
    });
  });
}
