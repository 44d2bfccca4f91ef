// The promises of every engine about the audit: an entry is committed with its change or neither is, and pages are complete.
import { beforeEach, describe, expect, test } from 'bun:test';
import { newKeyId } from '../../../src/lib/ids.ts';
import { keyDigest } from '../../../src/lib/key-text.ts';
import type { AuditAction, AuditFilter, AuditPosition } from '../../../src/store/ports/audit.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { author, day, signal } from './shared.ts';

describeStores('the audit', {}, (t, engine) => {
  let id: number;
  beforeEach(async () => {
    id = await t.register('ann');
  });

  const as = (action: AuditAction) => ({ author, action });
  const write = (sequentialId: number, text: string | null | undefined, key?: string) =>
    t.store.metadata.edit(sequentialId, () => (text === undefined ? { answer: 0 } : { answer: 0, text }), {
      by: 'server',
      audited: { ...as('metadata.set'), detail: { sizeBytes: text?.length } },
      ...(key !== undefined && { idempotencyKey: { key, fingerprint: 'f', owner: 'server' } }),
    });
  const entries = async (limit = 10) => (await t.store.audit.list({}, limit)).entries;
  const newKey = () =>
    ({
      keyId: newKeyId(t.clock),
      digest: keyDigest(crypto.randomUUID()),
      name: 'x',
      expiresInSeconds: undefined,
      scopes: ['players:write', 'players:read'],
    }) as const;

  test('has an entry for a write that changes something, and none for one that does not', async () => {
    await write(id, '{"n":1}');
    await write(id, undefined);
    t.clock.advance(1);
    await write(id, '{"n":2}');
    const now = t.clock.now();
    const about = { sequentialId: id, action: 'metadata.set', ...author, auditId: expect.any(String) };
    expect(await t.store.audit.list({}, 10)).toEqual({
      entries: [
        { ...about, at: now, detail: '{"version":2,"sizeBytes":7}' },
        { ...about, at: now - 1, detail: '{"version":1,"sizeBytes":7}' },
      ],
      next: undefined,
    } as never);
  });

  test('names the key in the history, and a state of a server is kept when a player replaces it', async () => {
    await write(id, '{"n":1}');
    for (const n of [2, 3]) await t.store.metadata.save(id, `{"n":${n}}`);
    await write(id, '{"n":4}');
    await t.store.metadata.save(id, '{"n":5}');
    const kept = await t.store.versions.list(id);
    expect(kept.map(({ version, by, keyId }) => [version, by, keyId])).toEqual([
      [4, 'server', author.keyId],
      [3, 'player', null],
      [1, 'server', author.keyId],
    ]);
  });

  test('is listed newest first by every filter, page after page, without a gap or a repetition', async () => {
    const other = await t.register('bob');
    for (let n = 0; n < 12; n += 1) {
      if (n % 4 === 3) t.clock.advance(10);
      await write(n % 3 === 0 ? other : id, `{"n":${n}}`);
    }
    await t.store.audit.record({ author: { ...author, keyId: null }, action: 'import' }, null);
    async function all(filter: AuditFilter, limit: number): Promise<string[]> {
      const found: string[] = [];
      let after: AuditPosition | undefined;
      do {
        const page = await t.store.audit.list(filter, limit, after);
        for (const { action, sequentialId, at } of page.entries)
          found.push(`${action} ${sequentialId ?? '-'} ${at}`);
        after = page.next;
      } while (after);
      return found;
    }
    const whole = await all({}, 100);
    const thoseWith = (part: RegExp) => whole.filter((line) => part.test(line));
    expect(whole).toHaveLength(13);
    expect(await all({}, 2)).toEqual(whole);
    for (const limit of [1, 3, 100])
      expect(await all({ sequentialId: other }, limit)).toEqual(thoseWith(new RegExp(` ${other} `)));
    expect(await all({ action: 'import' }, 5)).toEqual(thoseWith(/^import -/));
    expect(await all({ keyId: author.keyId }, 5)).toEqual(thoseWith(/^metadata/));
    const now = t.clock.now();
    expect(await all({ from: now - 10, to: now }, 3)).toEqual(thoseWith(new RegExp(` ${now - 10}$`)));
  });

  test('has an entry for a key that is made or revoked, and none for one that is not there', async () => {
    const key = newKey();
    await t.store.serverKeys.create(key, as('key.create'));
    t.clock.advance(1);
    for (let n = 0; n < 2; n += 1) await t.store.serverKeys.revoke(key.keyId, as('key.revoke'));
    const about = {
      sequentialId: null,
      detail: JSON.stringify({ keyId: key.keyId, scopes: ['players:read', 'players:write'] }),
    };
    expect(await entries()).toMatchObject([
      { ...about, action: 'key.revoke', at: t.clock.now() },
      { ...about, action: 'key.create', at: t.clock.now() - 1 },
    ]);
  });

  test('has one entry for the revocation of a key by many at once, through several processes', async () => {
    const other = await t.open();
    const key = newKey();
    await t.store.serverKeys.create(key);
    const revocations = Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? t.store : other).serverKeys.revoke(key.keyId, as('key.revoke')),
    );
    expect((await Promise.all(revocations)).flat()).toHaveLength(1);
    expect(await entries()).toHaveLength(1);
    await other.close();
  });

  test('loses entries that are older than the retention, and no other', async () => {
    await write(id, '{"n":1}');
    t.clock.advance(day);
    await write(id, '{"n":2}');
    t.clock.advance(1);
    await t.store.audit.deleteOld(1, signal);
    expect((await entries()).map(({ detail }) => detail)).toEqual(['{"version":2,"sizeBytes":7}']);
  });

  describe('where no entry can be written', () => {
    let first: ReturnType<typeof newKey>;
    beforeEach(async () => {
      first = newKey();
      await t.store.metadata.save(id, '{"n":1}');
      await t.store.serverKeys.create(first);
      // As another program might.
      await t.run(
        engine.name === 'sqlite'
          ? `CREATE TRIGGER refusal BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'refused'); END`
          : `ALTER TABLE audit_entries ADD CONSTRAINT refusal CHECK (key_name = '') NOT VALID`,
      );
    });

    test('metadata stays as it is, and so do its versions', async () => {
      await expect(write(id, '{"n":2}')).rejects.toThrow();
      await expect(write(id, null)).rejects.toThrow();
      await expect(write(id, '{"n":3}', 'a')).rejects.toThrow();
      expect(await t.store.metadata.find(id)).toMatchObject({ text: '{"n":1}', version: 1 });
      expect(await t.store.versions.list(id)).toEqual([]);
      // Writes of players go on.
      expect(await t.store.metadata.save(id, '{"n":4}')).toMatchObject({ version: 2 });
    });

    test('no server key is made or revoked', async () => {
      await expect(t.store.serverKeys.create(newKey(), as('key.create'))).rejects.toThrow();
      await expect(t.store.serverKeys.revoke(first.keyId, as('key.revoke'))).rejects.toThrow();
      expect((await t.store.serverKeys.list()).map(({ keyId }) => keyId)).toEqual([first.keyId]);
    });
  });
});
