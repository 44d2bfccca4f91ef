// Races about an endpoint on every engine: whatever is written while it is deleted, nothing of it is left behind.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { allEngines } from '../../harness/engines.ts';
import { as, attempt, failed, openWebhookWorld, type WebhookWorld } from './webhook-world.ts';

for (const engine of allEngines.filter(({ isDistributed }) => !isDistributed)) {
  describe(`races about webhooks on ${engine.name}`, () => {
    let world: WebhookWorld;
    beforeAll(async () => {
      world = await openWebhookWorld(engine);
    });
    afterAll(() => world.remove());

    const leftOf = async (webhookId: string) => {
      const { webhooks } = world.store;
      const { pending } = await webhooks.listPending({ webhookId, ordered: false, after: 0 }, 9);
      const log = await webhooks.listDeliveries(webhookId, { failedAlone: false, limit: 9 });
      return { pending, logged: log.length };
    };

    type Write = (webhookId: string, leaseNumber: number) => Promise<unknown>;
    const writes: readonly (readonly [name: string, write: Write])[] = [
      [
        'what a sender has done',
        (webhookId, leaseNumber) => {
          const log = [attempt(world.idOf(), 1, true)];
          return world.settle(webhookId, leaseNumber, { failed: [failed(1, 1, 0)], log });
        },
      ],
      [
        'what is sent again',
        (webhookId) => {
          const events = [{ eventId: 1, sequentialId: 1 }];
          return world.store.webhooks.redeliver(webhookId, { events }, as('webhook.redeliver'));
        },
      ],
      ['a test', (webhookId) => world.store.webhooks.noteDelivery(webhookId, attempt(world.idOf(), 1, true))],
    ];
    test.each(writes)('%s', async (_name, write) => {
      for (let round = 0; round < 20; round += 1) {
        const { webhookId } = await world.create();
        const leaseNumber = await world.hold(webhookId);
        const writing = write(webhookId, leaseNumber);
        // The deletion comes at another moment of the write in each round.
        await Bun.sleep((round % 4) / 2);
        await Promise.all([writing, world.removeWebhook(webhookId)]);
        expect(await leftOf(webhookId)).toEqual({ pending: 0, logged: 0 });
      }
    });
  });
}
