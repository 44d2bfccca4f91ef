// The promises of webhooks on every engine: endpoints and their audit, leases with a fencing number, what is written under one, the
// events that wait, the log, and what is forgotten.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { WEBHOOKS_MAX } from '../../../src/limits.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import { newWebhookKeys } from '../../../src/webhooks/signatures.ts';
import { allEngines } from '../../harness/engines.ts';
import { as, attempt, failed, openWebhookWorld, type WebhookWorld } from './webhook-world.ts';

const day = 24 * 3_600_000;

for (const engine of allEngines.filter(({ isDistributed }) => !isDistributed)) {
  describe(`webhooks on ${engine.name}`, () => {
    let world: WebhookWorld;
    let store: Store;
    let create: WebhookWorld['create'];
    let hold: WebhookWorld['hold'];
    let settle: WebhookWorld['settle'];
    let remove: WebhookWorld['removeWebhook'];
    beforeAll(async () => {
      world = await openWebhookWorld(engine);
      ({ store, create, hold, settle, removeWebhook: remove } = world);
    });
    afterAll(() => world.remove());

    test('an endpoint is made, found, changed, rotated and deleted, each with an entry in the audit', async () => {
      const made = await create({ types: ['metadata.lost', 'session.ended'], ordered: true, after: 7 });
      expect(made).toMatchObject({
        types: ['session.ended', 'metadata.lost'],
        ordered: true,
        enabled: true,
        after: 7,
      });
      expect(made).toMatchObject({
        former: null,
        disabledAt: null,
        failingSince: null,
        pending: 0,
        givenUp: 0,
        missed: 0,
      });
      expect(await store.webhooks.find(made.webhookId)).toEqual(made);
      expect(await store.webhooks.list()).toEqual([made]);

      const changed = await store.webhooks.update(
        made.webhookId,
        { url: 'https://a.test/', ordered: false },
        as('webhook.update'),
      );
      expect(changed).toEqual({ ...made, url: 'https://a.test/', ordered: false });
      const off = await store.webhooks.update(made.webhookId, { enabled: false }, as('webhook.update'));
      expect(off).toMatchObject({ enabled: false, disabledAt: world.clock.now(), disabledReason: null });
      const on = await store.webhooks.update(made.webhookId, { enabled: true }, as('webhook.update'));
      expect(on).toMatchObject({ enabled: true, disabledAt: null });

      const keys = newWebhookKeys(false);
      const rotated = await store.webhooks.rotate(made.webhookId, keys, as('webhook.rotate'));
      expect(rotated).toMatchObject({ keys, former: { keys: made.keys, until: world.clock.now() + day } });

      expect(await store.webhooks.delete(made.webhookId, as('webhook.delete'))).toBe(true);
      expect(await store.webhooks.delete(made.webhookId, as('webhook.delete'))).toBe(false);
      const none = [
        await store.webhooks.find(made.webhookId),
        await store.webhooks.update(made.webhookId, { enabled: true }, as('webhook.update')),
        await store.webhooks.rotate(made.webhookId, keys, as('webhook.rotate')),
        await store.webhooks.redeliver(made.webhookId, { failedSince: 0 }, as('webhook.redeliver')),
      ];
      expect(none).toEqual([undefined, undefined, undefined, undefined]);
      const { entries } = await store.audit.list({}, 100);
      const own = entries.filter(({ detail }) => detail?.includes(made.webhookId));
      const updates = ['webhook.update', 'webhook.update', 'webhook.update'] as const;
      expect(own.map(({ action }) => action).sort()).toEqual([
        ...(['webhook.create', 'webhook.delete', 'webhook.rotate'] as const),
        ...updates,
      ]);
      expect(own.every(({ detail }) => !detail?.includes('whs'))).toBe(true);
    });

    test('there are not too many', async () => {
      const made = [];
      for (let at = 0; at < WEBHOOKS_MAX; at += 1) made.push(await create());
      expect(await create()).toBe('too-many' as never);
      for (const { webhookId } of made) await remove(webhookId);
    });

    test('a lease is of one process, and passes to another with its time and a new number', async () => {
      const { webhookId } = await create();
      const first = await hold(webhookId, 'first');
      expect(first).toBeGreaterThan(0);
      expect(await hold(webhookId, 'second')).toBe(-1);
      world.clock.advance(8_000);
      expect(await hold(webhookId, 'first')).toBe(first);
      // It was renewed, so it holds beyond the time of the first look.
      world.clock.advance(10_000);
      expect(await hold(webhookId, 'second')).toBe(-1);
      world.clock.advance(5_001);
      const second = await hold(webhookId, 'second');
      expect(second).toBeGreaterThan(first);
      expect(
        await settle(webhookId, first, {
          after: 5,
          log: [attempt(world.idOf(), 5, false)],
          failed: [failed(6, 1, 0)],
        }),
      ).toBeUndefined();
      expect(await store.webhooks.find(webhookId)).toMatchObject({ after: 0, pending: 0 });
      expect(await store.webhooks.listDeliveries(webhookId, { failedAlone: false, limit: 10 })).toEqual([]);
      expect(await settle(webhookId, second, { after: 5 })).toMatchObject({ after: 5 });
      await store.webhooks.release('second');
      expect(await hold(webhookId, 'third')).toBeGreaterThan(second);
      await store.webhooks.release('third');
      await remove(webhookId);
    });

    test('processes share the endpoints, and one that begins later gets its part', async () => {
      const made = [];
      for (let at = 0; at < 5; at += 1) made.push(await create());
      const held = async (holder: string) => (await store.webhooks.claim(holder)).length;
      expect(await held('a')).toBe(5);
      expect(await held('b')).toBe(0);
      expect(await held('a')).toBe(3);
      expect(await held('b')).toBe(2);
      // One that ends leaves its part to the others.
      await store.webhooks.release('a');
      expect(await held('b')).toBe(5);
      await store.webhooks.release('b');
      for (const { webhookId } of made) await remove(webhookId);
    });

    test('no lease of a disabled endpoint is given', async () => {
      const { webhookId } = await create({ enabled: false });
      expect(await hold(webhookId)).toBe(-1);
      await remove(webhookId);
    });
  });
}
