// The promises of every engine about the idempotency keys of servers: apart from those of the player, with bounds of their own,
// and one entry of the audit however often a request comes.
import { beforeEach, expect, spyOn, test } from 'bun:test';
import { IDEMPOTENCY_MAX_KEYS } from '../../../src/limits.ts';
import type { IdempotencyKey } from '../../../src/store/ports/idempotency.ts';
import type { Metadata } from '../../../src/store/ports/metadata.ts';
import { describeStores, enginesAndPooler } from '../../harness/describe-stores.ts';

const author = { keyId: '01a00000-0000-7000-8000-0000000000aa', keyName: 'backend', requestId: 'r-1' };
const audited = { author, action: 'metadata.patch' } as const;
const day = 24 * 3_600_000;

const increment = ({ text = '{"n":0}' }: Metadata) => {
  const n = JSON.parse(text).n + 1;
  return { answer: n as number, text: `{"n":${n}}` };
};

describeStores('the idempotency keys of servers', { engines: enginesAndPooler }, (t) => {
  let id: number;
  beforeEach(async () => {
    id = await t.register('ann');
  });

  /** @returns the number after the increment; the first one again for a repetition. */
  async function add(key: string, owner?: IdempotencyKey['owner'], store = t.store): Promise<unknown> {
    const idempotencyKey = { key, fingerprint: 'f', ...(owner && { owner }) };
    const options = owner === 'server' ? { by: owner, audited, idempotencyKey } : { idempotencyKey };
    const edited = await store.metadata.edit(id, increment, options);
    return typeof edited === 'object' && 'answer' in edited ? edited.answer : edited;
  }
  const countEntries = async () => (await t.store.audit.list({ sequentialId: id }, 100)).entries.length;

  test('are apart from the keys of the player', async () => {
    expect([await add('a'), await add('a', 'server'), await add('b', 'server')]).toEqual([1, 2, 3]);
    expect([await add('b'), await add('a'), await add('a', 'server')]).toEqual([4, 1, 2]);
    const other = { key: 'a', fingerprint: 'another', owner: 'server' } as const;
    const reused = await t.store.metadata.edit(id, increment, { by: 'server', idempotencyKey: other });
    expect(reused).toBe('key-reused');
    expect(await countEntries()).toBe(2);
  });

  test('let a write run once with one entry when it comes concurrently, through several processes', async () => {
    const other = await t.open();
    for (let round = 1; round <= 5; round += 1) {
      const writes = Array.from({ length: 10 }, (_, n) =>
        add(`round ${round}`, 'server', n % 2 ? t.store : other),
      );
      expect(await Promise.all(writes)).toEqual(Array.from({ length: 10 }, () => round));
      expect(await countEntries()).toBe(round);
    }
    await other.close();
  });

  test('are forgotten past their own number, and those of the player are not', async () => {
    // Almost all without pruning.
    const random = spyOn(Math, 'random').mockReturnValue(0.999_999);
    try {
      await add('of the player');
      for (let n = 0; n < IDEMPOTENCY_MAX_KEYS; n += 1) {
        if (n === IDEMPOTENCY_MAX_KEYS - 1) random.mockReturnValue(0);
        t.clock.advance(1);
        await t.store.metadata.edit(id, () => ({ answer: n }), {
          by: 'server',
          idempotencyKey: { key: `key ${n}`, fingerprint: 'f', owner: 'server' },
        });
      }
      t.clock.advance(1);
      await add('one of the player more');
      expect(await add('key 0', 'server')).toBe(0);
      t.clock.advance(1);
      await add('one more', 'server');
      expect(await add('key 0', 'server')).not.toBe(0);
      expect(await add('key 2', 'server')).toBe(2);
      expect(await add('of the player')).toBe(1);
    } finally {
      random.mockRestore();
    }
  }, 60_000);

  test('are forgotten after a day', async () => {
    await add('a', 'server');
    t.clock.advance(day - 1);
    await t.store.idempotencyKeys.deleteOld(new AbortController().signal);
    expect(await add('a', 'server')).toBe(1);
    t.clock.advance(1);
    await t.store.idempotencyKeys.deleteOld(new AbortController().signal);
    expect(await add('a', 'server')).toBe(2);
  });
});
