// The creation of a server key in PostgreSQL, which runs again after an unknown outcome.
import { expect, test } from 'bun:test';
import { newKeyId } from '../../../src/lib/ids.ts';
import { keyDigest } from '../../../src/lib/key-text.ts';
import { postgres } from '../../harness/engines.ts';
import { openTestStore } from '../../harness/store.ts';

test('a creation that runs again finds its key, and leaves one entry in the audit', async () => {
  const t = await openTestStore(postgres);
  try {
    const author = { keyId: null, keyName: 'command line', requestId: null };
    const key = {
      keyId: newKeyId(t.clock),
      digest: keyDigest('x'),
      name: 'x',
      scopes: ['players:read'],
    } as const;
    const create = () =>
      t.store.serverKeys.create({ ...key, expiresInSeconds: 60 }, { author, action: 'key.create' });
    const first = await create();
    t.clock.advance(1_000);
    expect(await create()).toEqual(first);
    expect((await t.store.audit.list({}, 10)).entries).toHaveLength(1);
  } finally {
    await t.remove();
  }
});
