// The promises of every engine about the audit: an entry is committed with its change, and pages are complete.
import { beforeEach, expect, test } from 'bun:test';
import { newKeyId } from '../../../src/lib/ids.ts';
import { keyDigest } from '../../../src/lib/key-text.ts';
import type { AuditFilter, AuditPosition } from '../../../src/store/ports/audit.ts';
import { describeStores } from '../../harness/describe-stores.ts';

const author = { keyId: '01a00000-0000-7000-8000-0000000000aa', keyName: 'backend', requestId: 'r-1' };

describeStores('the audit', {}, (t) => {
  let id: number;
  beforeEach(async () => {
    id = await t.register('ann');
  });

  const write = (sequentialId: number, text: string | undefined) =>
    t.store.metadata.edit(sequentialId, () => (text === undefined ? { answer: 0 } : { answer: 0, text }), {
      by: 'server',
      audited: { author, action: 'metadata.set', detail: { sizeBytes: text?.length } },
    });

  test('has an entry for a write that changes something, and none for one that does not', async () => {
    await write(id, '{"n":1}');
    await write(id, undefined);
    t.clock.advance(1);
    await write(id, '{"n":2}');
    const { entries, next } = await t.store.audit.list({}, 10);
    const now = t.clock.now();
    const about = { sequentialId: id, action: 'metadata.set', ...author, auditId: expect.any(String) };
    expect(entries).toEqual([
      { ...about, at: now, detail: '{"version":2,"sizeBytes":7}' },
      { ...about, at: now - 1, detail: '{"version":1,"sizeBytes":7}' },
    ] as never);
    expect(next).toBeUndefined();
  });

  test('names the key in the history, and a state of a server is kept when a player replaces it', async () => {
    await write(id, '{"n":1}');
    await t.store.metadata.save(id, '{"n":2}');
    await t.store.metadata.save(id, '{"n":3}');
    const kept = await t.store.versions.list(id);
    expect(kept.map(({ version, by, keyId }) => [version, by, keyId])).toEqual([[1, 'server', author.keyId]]);
    await write(id, '{"n":4}');
    await t.store.metadata.save(id, '{"n":5}');
    const later = await t.store.versions.list(id);
    expect(later.map(({ version, by, keyId }) => [version, by, keyId])).toEqual([
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
    expect(whole).toHaveLength(13);
    expect(await all({}, 2)).toEqual(whole);
    expect(await all({ sequentialId: other }, 1)).toHaveLength(4);
    expect(await all({ sequentialId: other }, 3)).toEqual(await all({ sequentialId: other }, 100));
    expect(await all({ action: 'import' }, 5)).toEqual(whole.filter((line) => line.startsWith('import -')));
    expect(await all({ keyId: author.keyId }, 5)).toHaveLength(12);
    const now = t.clock.now();
    expect(await all({ from: now - 10, to: now }, 3)).toEqual(
      whole.filter((line) => line.endsWith(` ${now - 10}`)),
    );
  });

  test('has an entry for a key that is made or revoked, and none for one that is not there', async () => {
    const key = {
      keyId: newKeyId(t.clock),
      ...{ digest: keyDigest('x'), name: 'x', expiresInSeconds: undefined },
      scopes: ['players:write', 'players:read'],
    } as const;
    await t.store.serverKeys.create(key, { author, action: 'key.create' });
    t.clock.advance(1);
    await t.store.serverKeys.revoke(key.keyId, { author, action: 'key.revoke' });
    await t.store.serverKeys.revoke(key.keyId, { author, action: 'key.revoke' });
    const detail = JSON.stringify({ keyId: key.keyId, scopes: ['players:read', 'players:write'] });
    const { entries } = await t.store.audit.list({}, 10);
    expect(entries.map((entry) => [entry.action, entry.sequentialId, entry.detail, entry.at])).toEqual([
      ['key.revoke', null, detail, t.clock.now()],
      ['key.create', null, detail, t.clock.now() - 1],
    ]);
  });

  test('has one entry for the revocation of a key by many at once, through several processes', async () => {
    const other = await t.open();
    const keyId = newKeyId(t.clock);
    const about = { name: 'x', scopes: ['players:read'], expiresInSeconds: undefined } as const;
    await t.store.serverKeys.create({ keyId, digest: keyDigest('x'), ...about });
    const revocations = Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? t.store : other).serverKeys.revoke(keyId, { author, action: 'key.revoke' }),
    );
    const revoked = (await Promise.all(revocations)).flat();
    expect(revoked).toHaveLength(1);
    expect((await t.store.audit.list({}, 10)).entries).toHaveLength(1);
    await other.close();
  });

  test('loses entries that are older than the retention, and no other', async () => {
    await write(id, '{"n":1}');
    t.clock.advance(24 * 3_600_000);
    await write(id, '{"n":2}');
    t.clock.advance(1);
    await t.store.audit.deleteOld(1, new AbortController().signal);
    const { entries } = await t.store.audit.list({}, 10);
    expect(entries.map(({ detail }) => detail)).toEqual(['{"version":2,"sizeBytes":7}']);
  });
});
