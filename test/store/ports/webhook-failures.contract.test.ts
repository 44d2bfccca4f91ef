// The promises of webhooks on every engine about events that failed or are sent again, the end of an endpoint that fails, the log, and
// the end of what is old.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Store } from '../../../src/store/ports/store.ts';
import type { AttemptedRow, NewDelivery, WebhookFacts } from '../../../src/store/ports/webhooks.ts';
import { allEngines } from '../../harness/engines.ts';
import { as, attempt, failed, openWebhookWorld, type WebhookWorld } from './webhook-world.ts';

const day = 24 * 3_600_000;
const { signal } = new AbortController();

for (const engine of allEngines.filter(({ isDistributed }) => !isDistributed)) {
  describe(`failures of webhooks on ${engine.name}`, () => {
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

    const dueIn = (dueInMilliseconds: number) => ({
      dueInMilliseconds,
      dueAt: world.clock.now() + dueInMilliseconds,
    });
    const pendingIds = async (webhook: Pick<WebhookFacts, 'webhookId' | 'ordered' | 'after'>) =>
      (await store.webhooks.listPending(webhook, 100)).events.map(({ eventId }) => eventId);

    test('failures have rows that come due, in the order of their times', async () => {
      const webhook = await create();
      const { webhookId } = webhook;
      const leaseNumber = await hold(webhookId);
      const rows = [failed(1, 1, 5_000), failed(2, 2, 1_000), failed(3, 2, 0, 0), failed(4, 3, null, 10)];
      await settle(webhookId, leaseNumber, { after: 4, failed: rows, lastFailed: true });
      expect(await store.webhooks.find(webhookId)).toMatchObject({
        pending: 3,
        givenUp: 1,
        failingSince: world.clock.now(),
      });
      expect(await store.webhooks.listPending(webhook, 2)).toEqual({
        events: [
          { eventId: 3, sequentialId: 2, attempts: 0, ...dueIn(0) },
          { eventId: 2, sequentialId: 2, attempts: 1, ...dueIn(1_000) },
        ],
        pending: 3,
      });
      // Of an ordered endpoint only the first of each player, up to its place.
      expect(await pendingIds({ webhookId, ordered: true, after: 4 })).toEqual([2, 1]);
      expect(await pendingIds({ webhookId, ordered: true, after: 1 })).toEqual([1]);
      expect([...(await store.webhooks.findHeld(webhookId, [1, 2, 3, 4]))].sort()).toEqual([1, 2]);
      await settle(webhookId, leaseNumber, {
        after: 4,
        done: [{ eventId: 2, dueAt: null }],
        failed: [failed(3, 2, 9_000)],
        hasDelivered: true,
      });
      expect(await pendingIds(webhook)).toEqual([1, 3]);
      expect(await store.webhooks.find(webhookId)).toMatchObject({ failingSince: null });
      await settle(webhookId, leaseNumber, { after: 4, forward: 1 });
      expect(
        (await store.webhooks.listPending(webhook, 9)).events.map((row) => row.dueInMilliseconds),
      ).toEqual([0, 9_000]);
      await remove(webhookId);
    });

    test('events are sent again by their ids, by a time, and as one range at a time', async () => {
      const webhook = await create();
      const { webhookId } = webhook;
      const leaseNumber = await hold(webhookId);
      await settle(webhookId, leaseNumber, { after: 9, failed: [failed(1, 1, null, 10)] });
      world.clock.advance(1_000);
      const since = world.clock.now();
      await settle(webhookId, leaseNumber, {
        after: 9,
        failed: [failed(2, 1, null, 10), failed(3, 1, 60_000)],
      });
      const again = (what: Parameters<Store['webhooks']['redeliver']>[1]) =>
        store.webhooks.redeliver(webhookId, what, as('webhook.redeliver'));
      expect(await again({ failedSince: since })).toBe(2);
      expect((await store.webhooks.listPending(webhook, 9)).events).toEqual([
        { eventId: 2, sequentialId: 1, attempts: 0, ...dueIn(0) },
        { eventId: 3, sequentialId: 1, attempts: 0, ...dueIn(0) },
      ]);
      expect(
        await again({
          events: [
            { eventId: 8, sequentialId: 4 },
            { eventId: 1, sequentialId: 1 },
          ],
        }),
      ).toBe(2);
      expect(await pendingIds(webhook)).toEqual([1, 2, 3, 8]);
      expect(await again({ range: { after: 2, until: 7 } })).toBe(5);
      expect(await again({ range: { after: 2, until: 3 } })).toBe('busy');
      expect((await store.webhooks.find(webhookId))?.range).toEqual({ after: 2, until: 7 });
      expect(await settle(webhookId, leaseNumber, { after: 9, range: { after: 5, until: 7 } })).toMatchObject(
        {
          range: { after: 5, until: 7 },
        },
      );
      expect(await settle(webhookId, leaseNumber, { after: 9 })).toMatchObject({
        range: { after: 5, until: 7 },
      });
      expect(
        await settle(webhookId, leaseNumber, { after: 9, range: { after: null, until: 7 } }),
      ).toMatchObject({
        range: null,
      });
      expect(await again({ range: { after: 2, until: 3 } })).toBe(1);
      const { entries } = await store.audit.list({ action: 'webhook.redeliver' }, 9);
      expect(entries.map(({ detail }) => JSON.parse(detail ?? '').events).sort()).toEqual([1, 2, 2, 5]);
      await remove(webhookId);
    });

    test('what is asked for again during an attempt stays, whatever the attempt comes to', async () => {
      const webhook = await create();
      const { webhookId } = webhook;
      const leaseNumber = await hold(webhookId);
      const rows = [1, 2, 3].map((eventId) => failed(eventId, eventId, 0, 9));
      await settle(webhookId, leaseNumber, { after: 9, failed: rows });
      const { events: taken } = await store.webhooks.listPending(webhook, 9);
      world.clock.advance(10);
      const events = [1, 2].map((eventId) => ({ eventId, sequentialId: eventId }));
      await store.webhooks.redeliver(webhookId, { events }, as('webhook.redeliver'));
      const attempted = taken.map(({ eventId, dueAt }) => ({ eventId, dueAt }));
      const [first, second, third] = attempted as [AttemptedRow, AttemptedRow, AttemptedRow];
      await settle(webhookId, leaseNumber, {
        ...{ after: 9, done: [first, third] },
        failed: [{ ...failed(2, 2, null, 10), ...second }],
      });
      expect((await store.webhooks.listPending(webhook, 9)).events).toEqual(
        events.map((event) => ({ ...event, attempts: 0, ...dueIn(0) })),
      );
      // An event that comes by itself a second time, after its process died, changes nothing about its row.
      await settle(webhookId, leaseNumber, { after: 9, failed: [{ ...failed(1, 1, 60_000, 1), dueAt: 0 }] });
      expect((await store.webhooks.listPending(webhook, 9)).events[0]).toMatchObject({
        dueInMilliseconds: 0,
      });
      await remove(webhookId);
    });

    test('a range that was asked for stays, though the end of the one before is written a second time', async () => {
      const { webhookId } = await create();
      const leaseNumber = await hold(webhookId);
      const ask = (after: number, until: number) =>
        store.webhooks.redeliver(webhookId, { range: { after, until } }, as('webhook.redeliver'));
      await ask(2, 7);
      const end = { after: 9, range: { after: null, until: 7 } };
      expect(await settle(webhookId, leaseNumber, end)).toMatchObject({ range: null });
      await ask(3, 8);
      expect(await settle(webhookId, leaseNumber, end)).toMatchObject({ range: { after: 3, until: 8 } });
      await remove(webhookId);
    });

    test('five days of failure disable an endpoint, and so does 410', async () => {
      const { webhookId } = await create();
      const leaseNumber = await hold(webhookId);
      await settle(webhookId, leaseNumber, { lastFailed: true });
      world.clock.advance(5 * day - 1);
      expect(await settle(webhookId, leaseNumber, { lastFailed: true })).toMatchObject({ enabled: true });
      world.clock.advance(1);
      expect(await settle(webhookId, leaseNumber, { lastFailed: true })).toMatchObject({
        ...{ enabled: false, disabledAt: world.clock.now(), disabledReason: 'failures' },
      });
      const on = await store.webhooks.update(webhookId, { enabled: true }, as('webhook.update'));
      expect(on).toMatchObject({ enabled: true, failingSince: null, disabledReason: null });
      const again = await hold(webhookId);
      // An answer of a URL that the endpoint does not have any more.
      const late = { lastFailed: true, goneUrl: 'https://former.test/' };
      expect(await settle(webhookId, again, late)).toMatchObject({ enabled: true, disabledReason: null });
      const { url: goneUrl } = (await store.webhooks.find(webhookId)) as WebhookFacts;
      expect(await settle(webhookId, again, { lastFailed: true, goneUrl })).toMatchObject({
        ...{ enabled: false, disabledReason: 'gone', failingSince: world.clock.now() },
      });
      await remove(webhookId);
    });

    test('a success between failures begins the time of failures anew', async () => {
      const { webhookId } = await create();
      const leaseNumber = await hold(webhookId);
      await settle(webhookId, leaseNumber, { lastFailed: true });
      world.clock.advance(4 * day);
      const both = await settle(webhookId, leaseNumber, { hasDelivered: true, lastFailed: true });
      expect(both).toMatchObject({ failingSince: world.clock.now() });
      world.clock.advance(4 * day);
      expect(await settle(webhookId, leaseNumber, {})).toMatchObject({
        enabled: true,
        failingSince: both?.failingSince,
      });
      await remove(webhookId);
    });

    test('the log has attempts, newest first, in pages, and keeps the newest of each kind', async () => {
      const { webhookId } = await create();
      const leaseNumber = await hold(webhookId);
      const log = Array.from({ length: 6 }, (_, at) => attempt(world.idOf(), at + 1, at % 2 === 0));
      await settle(webhookId, leaseNumber, { log });
      const list = (query: object) =>
        store.webhooks.listDeliveries(webhookId, { failedAlone: false, limit: 4, ...query });
      const page = await list({});
      expect(page.map(({ eventId }) => eventId)).toEqual([6, 5, 4, 3]);
      expect(page[1]).toEqual({ ...(log[4] as NewDelivery), at: world.clock.now(), answer: null });
      expect((await list({ after: page[3]?.deliveryId })).map(({ eventId }) => eventId)).toEqual([2, 1]);
      expect((await list({ failedAlone: true })).map(({ eventId }) => eventId)).toEqual([5, 3, 1]);
      const many = Array.from({ length: 1_003 }, (_, at) => attempt(world.idOf(), at + 10, true));
      await settle(webhookId, leaseNumber, { log: many, prunes: true });
      const all = [];
      for (let after: string | undefined; ; ) {
        const next = await list({ limit: 500, failedAlone: true, ...(after !== undefined && { after }) });
        all.push(...next);
        after = next.at(-1)?.deliveryId;
        if (next.length < 500) break;
      }
      expect(all).toHaveLength(1_000);
      expect(all.at(-1)?.eventId).toBe(13);
      expect((await list({ limit: 3 })).map(({ eventId }) => eventId)).toEqual([1_012, 1_011, 1_010]);
      await remove(webhookId);
    });

    test('tests of an endpoint keep its log within the bound', async () => {
      const { webhookId } = await create();
      const leaseNumber = await hold(webhookId);
      const log = Array.from({ length: 1_003 }, (_, at) => attempt(world.idOf(), at + 1, true));
      await settle(webhookId, leaseNumber, { log });
      const ofTest = { eventId: null, sequentialId: null };
      await store.webhooks.noteDelivery(webhookId, attempt(world.idOf(), 0, true, ofTest));
      const list = await store.webhooks.listDeliveries(webhookId, { failedAlone: false, limit: 2_000 });
      expect([list.length, list[0]?.eventId, list.at(-1)?.eventId]).toEqual([1_000, null, 5]);
      await remove(webhookId);
    });

    test('an answer is shown while its player exists, and forgotten with the player', async () => {
      const { webhookId } = await create();
      const sequentialId = await world.register('somebody');
      const answer = 'a\u0000b \ud800 ü';
      await store.webhooks.noteDelivery(webhookId, attempt(world.idOf(), 1, true, { sequentialId, answer }));
      await store.webhooks.noteDelivery(
        webhookId,
        attempt(world.idOf(), 1, true, { eventId: null, sequentialId: null, answer: 'of a test' }),
      );
      await store.webhooks.noteDelivery(world.idOf(), attempt(world.idOf(), 2, true));
      const answers = async () =>
        (await store.webhooks.listDeliveries(webhookId, { failedAlone: false, limit: 9 })).map(
          (each) => each.answer,
        );
      expect(await answers()).toEqual(['of a test', 'a\ufffdb \ufffd ü']);
      await store.players.erase(sequentialId);
      expect(await answers()).toEqual(['of a test', null]);
      await store.webhooks.forget(0, signal);
      expect(await answers()).toEqual(['of a test', null]);
      await remove(webhookId);
    });

    test('given up events that the feed let go of are counted as missed', async () => {
      const { webhookId } = await create();
      const leaseNumber = await hold(webhookId);
      await settle(webhookId, leaseNumber, {
        missed: 2,
        failed: [failed(1, 1, null), failed(2, 1, null), failed(3, 1, 0), failed(7, 1, null)],
      });
      await store.webhooks.forget(5, AbortSignal.abort());
      expect(await store.webhooks.find(webhookId)).toMatchObject({ missed: 2, givenUp: 3 });
      await store.webhooks.forget(5, signal);
      expect(await store.webhooks.find(webhookId)).toMatchObject({ missed: 4, pending: 1, givenUp: 1 });
      await remove(webhookId);
    });
  });
}
