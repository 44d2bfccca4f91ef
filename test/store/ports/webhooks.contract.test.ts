// The promises of webhooks on every engine: endpoints and their audit, leases with a fencing number, what is written under one, the
// events that failed or are sent again, the end of an endpoint that fails, the log, and the end of what is old.
import { afterEach, expect, test } from 'bun:test';
import { WEBHOOKS_MAX } from '../../../src/limits.ts';
import type { AuditAction, AuditedAs } from '../../../src/store/ports/audit.ts';
import type { Store } from '../../../src/store/ports/store.ts';
import type {
  AttemptedRow,
  NewDelivery,
  NewWebhook,
  Settlement,
  Webhook,
  WebhookFacts,
} from '../../../src/store/ports/webhooks.ts';
import { newWebhookKeys } from '../../../src/webhooks/signatures.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { postgres, sqlite } from '../../harness/engines.ts';
import { author, day, emptySettlement, signal } from './shared.ts';

const as = (action: AuditAction): AuditedAs => ({ author, action });

/** An attempt at an event of the first player. */
const attempt = (
  deliveryId: string,
  eventId: number,
  failed: boolean,
  more: Partial<NewDelivery> = {},
): NewDelivery => ({
  deliveryId,
  eventId,
  sequentialId: 1,
  attempt: 1,
  status: failed ? 500 : 200,
  error: failed ? 'it answered 500' : null,
  milliseconds: 3,
  answer: 'text',
  ...more,
});

/** @param delayMilliseconds null for an event that is given up */
const failed = (
  eventId: number,
  sequentialId: number,
  delayMilliseconds: number | null,
  attempts = 1,
): Settlement['failed'][number] => ({ eventId, sequentialId, attempts, dueAt: null, delayMilliseconds });

describeStores('webhooks', { engines: [sqlite, postgres], isShared: true }, (t) => {
  const idOf = () => Bun.randomUUIDv7('hex', t.clock.now());
  const made: string[] = [];
  afterEach(async () => {
    for (const webhookId of made.splice(0)) await t.store.webhooks.delete(webhookId, as('webhook.delete'));
    await t.store.webhooks.release('own');
  });

  async function create(change: Partial<NewWebhook> = {}): Promise<WebhookFacts> {
    const settings: NewWebhook = {
      url: 'https://example.com/',
      types: ['session.ended'],
      ordered: false,
      enabled: true,
      webhookId: idOf(),
      keys: newWebhookKeys(true),
      after: 0,
    };
    made.push(settings.webhookId);
    return (await t.store.webhooks.create({ ...settings, ...change }, as('webhook.create'))) as WebhookFacts;
  }
  /** Takes the lease of an endpoint that is alone. @returns its fencing number; -1 without a lease */
  async function hold(webhookId: string, holder = 'own'): Promise<number> {
    const leases = await t.store.webhooks.claim(holder);
    return leases.find(({ webhook }) => webhook.webhookId === webhookId)?.leaseNumber ?? -1;
  }
  /** Makes an endpoint and takes its lease. */
  async function createHeld() {
    const webhook = await create();
    return { webhook, webhookId: webhook.webhookId, leaseNumber: await hold(webhook.webhookId) };
  }
  const settle = (
    webhookId: string,
    leaseNumber: number,
    settlement: Partial<Settlement>,
  ): Promise<Webhook | undefined> =>
    t.store.webhooks.settle(webhookId, leaseNumber, { ...emptySettlement, ...settlement });

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
    expect(await t.store.webhooks.find(made.webhookId)).toEqual(made);
    expect(await t.store.webhooks.list()).toEqual([made]);

    const changed = await t.store.webhooks.update(
      made.webhookId,
      { url: 'https://a.test/', ordered: false },
      as('webhook.update'),
    );
    expect(changed).toEqual({ ...made, url: 'https://a.test/', ordered: false });
    const off = await t.store.webhooks.update(made.webhookId, { enabled: false }, as('webhook.update'));
    expect(off).toMatchObject({ enabled: false, disabledAt: t.clock.now(), disabledReason: null });
    const on = await t.store.webhooks.update(made.webhookId, { enabled: true }, as('webhook.update'));
    expect(on).toMatchObject({ enabled: true, disabledAt: null });

    const keys = newWebhookKeys(false);
    const rotated = await t.store.webhooks.rotate(made.webhookId, keys, as('webhook.rotate'));
    expect(rotated).toMatchObject({ keys, former: { keys: made.keys, until: t.clock.now() + day } });

    expect(await t.store.webhooks.delete(made.webhookId, as('webhook.delete'))).toBe(true);
    expect(await t.store.webhooks.delete(made.webhookId, as('webhook.delete'))).toBe(false);
    const none = [
      await t.store.webhooks.find(made.webhookId),
      await t.store.webhooks.update(made.webhookId, { enabled: true }, as('webhook.update')),
      await t.store.webhooks.rotate(made.webhookId, keys, as('webhook.rotate')),
      await t.store.webhooks.redeliver(made.webhookId, { failedSince: 0 }, as('webhook.redeliver')),
    ];
    expect(none).toEqual([undefined, undefined, undefined, undefined]);
    const { entries } = await t.store.audit.list({}, 100);
    const own = entries.filter(({ detail }) => detail?.includes(made.webhookId));
    const updates = ['webhook.update', 'webhook.update', 'webhook.update'] as const;
    expect(own.map(({ action }) => action).sort()).toEqual([
      ...(['webhook.create', 'webhook.delete', 'webhook.rotate'] as const),
      ...updates,
    ]);
    expect(own.every(({ detail }) => !detail?.includes('whs'))).toBe(true);
  });

  test('there are not too many', async () => {
    for (let at = 0; at < WEBHOOKS_MAX; at += 1) await create();
    expect(await create()).toBe('too-many' as never);
  });

  test('a lease is of one process, and passes to another with its time and a new number', async () => {
    const { webhookId } = await create();
    const first = await hold(webhookId, 'first');
    expect(first).toBeGreaterThan(0);
    expect(await hold(webhookId, 'second')).toBe(-1);
    t.clock.advance(8_000);
    expect(await hold(webhookId, 'first')).toBe(first);
    // It was renewed, so it holds beyond the time of the first look.
    t.clock.advance(10_000);
    expect(await hold(webhookId, 'second')).toBe(-1);
    t.clock.advance(5_001);
    const second = await hold(webhookId, 'second');
    expect(second).toBeGreaterThan(first);
    expect(
      await settle(webhookId, first, {
        after: 5,
        log: [attempt(idOf(), 5, false)],
        failed: [failed(6, 1, 0)],
      }),
    ).toBeUndefined();
    expect(await t.store.webhooks.find(webhookId)).toMatchObject({ after: 0, pending: 0 });
    expect(await t.store.webhooks.listDeliveries(webhookId, { failedAlone: false, limit: 10 })).toEqual([]);
    expect(await settle(webhookId, second, { after: 5 })).toMatchObject({ after: 5 });
    await t.store.webhooks.release('second');
    expect(await hold(webhookId, 'third')).toBeGreaterThan(second);
    await t.store.webhooks.release('third');
  });

  test('processes share the endpoints, and one that begins later gets its part', async () => {
    for (let at = 0; at < 5; at += 1) await create();
    const held = async (holder: string) => (await t.store.webhooks.claim(holder)).length;
    expect(await held('a')).toBe(5);
    expect(await held('b')).toBe(0);
    expect(await held('a')).toBe(3);
    expect(await held('b')).toBe(2);
    // One that ends leaves its part to the others.
    await t.store.webhooks.release('a');
    expect(await held('b')).toBe(5);
    await t.store.webhooks.release('b');
  });

  test('no lease of a disabled endpoint is given', async () => {
    const { webhookId } = await create({ enabled: false });
    expect(await hold(webhookId)).toBe(-1);
  });

  const dueIn = (dueInMilliseconds: number) => ({
    dueInMilliseconds,
    dueAt: t.clock.now() + dueInMilliseconds,
  });
  const pendingIds = async (
    webhook: Pick<WebhookFacts, 'webhookId' | 'ordered' | 'after'>,
    ended: readonly number[] = [],
  ) => {
    const { events } = await t.store.webhooks.listPending(webhook, { limit: 100, except: [], ended });
    return events.map(({ eventId }) => eventId);
  };

  test('failures have rows that come due, in the order of their times', async () => {
    const { webhook, webhookId, leaseNumber } = await createHeld();
    const rows = [failed(1, 1, 5_000), failed(2, 2, 1_000), failed(3, 2, 0, 0), failed(4, 3, null, 10)];
    await settle(webhookId, leaseNumber, { after: 4, failed: rows, lastFailed: true });
    expect(await t.store.webhooks.find(webhookId)).toMatchObject({
      pending: 3,
      givenUp: 1,
      failingSince: t.clock.now(),
    });
    expect(await t.store.webhooks.listPending(webhook, { limit: 2, except: [], ended: [] })).toEqual({
      events: [
        { eventId: 3, sequentialId: 2, attempts: 0, ...dueIn(0) },
        { eventId: 2, sequentialId: 2, attempts: 1, ...dueIn(1_000) },
      ],
      pending: 3,
    });
    // Of an ordered endpoint only the first of each player, up to its place.
    expect(await pendingIds({ webhookId, ordered: true, after: 4 })).toEqual([2, 1]);
    expect(await pendingIds({ webhookId, ordered: true, after: 1 })).toEqual([1]);
    // One whose attempt has ended lets the next go.
    expect(await pendingIds({ webhookId, ordered: true, after: 4 }, [2])).toEqual([3, 1]);
    expect(await pendingIds(webhook, [2])).toEqual([3, 1]);
    expect([...(await t.store.webhooks.findHeld(webhookId, [1, 2, 3, 4]))].sort()).toEqual([1, 2]);
    await settle(webhookId, leaseNumber, {
      after: 4,
      done: [{ eventId: 2, dueAt: null }],
      failed: [failed(3, 2, 9_000)],
      hasDelivered: true,
    });
    expect(await pendingIds(webhook)).toEqual([1, 3]);
    expect(await t.store.webhooks.find(webhookId)).toMatchObject({ failingSince: null });
    await settle(webhookId, leaseNumber, { after: 4, forward: 1 });
    expect(
      (await t.store.webhooks.listPending(webhook, { limit: 9, except: [], ended: [] })).events.map(
        (row) => row.dueInMilliseconds,
      ),
    ).toEqual([0, 9_000]);
  });

  test('events are sent again by their ids, by a time, and as one range at a time', async () => {
    const { webhook, webhookId, leaseNumber } = await createHeld();
    await settle(webhookId, leaseNumber, { after: 9, failed: [failed(1, 1, null, 10)] });
    t.clock.advance(1_000);
    const since = t.clock.now();
    await settle(webhookId, leaseNumber, {
      after: 9,
      failed: [failed(2, 1, null, 10), failed(3, 1, 60_000)],
    });
    const again = (what: Parameters<Store['webhooks']['redeliver']>[1]) =>
      t.store.webhooks.redeliver(webhookId, what, as('webhook.redeliver'));
    expect(await again({ failedSince: since })).toBe(2);
    expect((await t.store.webhooks.listPending(webhook, { limit: 9, except: [], ended: [] })).events).toEqual(
      [
        { eventId: 2, sequentialId: 1, attempts: 0, ...dueIn(0) },
        { eventId: 3, sequentialId: 1, attempts: 0, ...dueIn(0) },
      ],
    );
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
    expect((await t.store.webhooks.find(webhookId))?.range).toEqual({ after: 2, until: 7 });
    expect(await settle(webhookId, leaseNumber, { after: 9, range: { after: 5, until: 7 } })).toMatchObject({
      range: { after: 5, until: 7 },
    });
    expect(await settle(webhookId, leaseNumber, { after: 9 })).toMatchObject({
      range: { after: 5, until: 7 },
    });
    expect(
      await settle(webhookId, leaseNumber, { after: 9, range: { after: null, until: 7 } }),
    ).toMatchObject({
      range: null,
    });
    expect(await again({ range: { after: 2, until: 3 } })).toBe(1);
    const { entries } = await t.store.audit.list({ action: 'webhook.redeliver' }, 9);
    expect(entries.map(({ detail }) => JSON.parse(detail ?? '').events).sort()).toEqual([1, 2, 2, 5]);
  });

  test('what is asked for again during an attempt stays, whatever the attempt comes to', async () => {
    const { webhook, webhookId, leaseNumber } = await createHeld();
    const rows = [1, 2, 3].map((eventId) => failed(eventId, eventId, 0, 9));
    await settle(webhookId, leaseNumber, { after: 9, failed: rows });
    const { events: taken } = await t.store.webhooks.listPending(webhook, {
      limit: 9,
      except: [],
      ended: [],
    });
    t.clock.advance(10);
    const events = [1, 2].map((eventId) => ({ eventId, sequentialId: eventId }));
    await t.store.webhooks.redeliver(webhookId, { events }, as('webhook.redeliver'));
    const attempted = taken.map(({ eventId, dueAt }) => ({ eventId, dueAt }));
    const [first, second, third] = attempted as [AttemptedRow, AttemptedRow, AttemptedRow];
    await settle(webhookId, leaseNumber, {
      after: 9,
      done: [first, third],
      failed: [{ ...failed(2, 2, null, 10), ...second }],
    });
    expect((await t.store.webhooks.listPending(webhook, { limit: 9, except: [], ended: [] })).events).toEqual(
      events.map((event) => ({ ...event, attempts: 0, ...dueIn(0) })),
    );
    // An event that comes by itself a second time, after its process died, changes nothing about its row.
    await settle(webhookId, leaseNumber, { after: 9, failed: [{ ...failed(1, 1, 60_000, 1), dueAt: 0 }] });
    expect(
      (await t.store.webhooks.listPending(webhook, { limit: 9, except: [], ended: [] })).events[0],
    ).toMatchObject({
      dueInMilliseconds: 0,
    });
  });

  test('a range that was asked for stays, though the end of the one before is written a second time', async () => {
    const { webhookId, leaseNumber } = await createHeld();
    const ask = (after: number, until: number) =>
      t.store.webhooks.redeliver(webhookId, { range: { after, until } }, as('webhook.redeliver'));
    await ask(2, 7);
    const end = { after: 9, range: { after: null, until: 7 } };
    expect(await settle(webhookId, leaseNumber, end)).toMatchObject({ range: null });
    await ask(3, 8);
    expect(await settle(webhookId, leaseNumber, end)).toMatchObject({ range: { after: 3, until: 8 } });
  });

  test('five days of failure of different players disable an endpoint, and so does 410', async () => {
    const { webhookId, leaseNumber } = await createHeld();
    const ofSome = { lastFailed: true, isDown: true };
    await settle(webhookId, leaseNumber, ofSome);
    t.clock.advance(5 * day - 1);
    expect(await settle(webhookId, leaseNumber, ofSome)).toMatchObject({ enabled: true });
    t.clock.advance(1);
    expect(await settle(webhookId, leaseNumber, { lastFailed: true })).toMatchObject({ enabled: true });
    expect(await settle(webhookId, leaseNumber, ofSome)).toMatchObject({
      enabled: false,
      disabledAt: t.clock.now(),
      disabledReason: 'failures',
    });
    t.clock.advance(day);
    // A new time of failures begins: there was no delivery yet.
    const on = await t.store.webhooks.update(webhookId, { enabled: true }, as('webhook.update'));
    expect(on).toMatchObject({ enabled: true, failingSince: t.clock.now(), disabledReason: null });
    t.clock.advance(1);
    const same = await t.store.webhooks.update(webhookId, { enabled: true }, as('webhook.update'));
    expect(same).toEqual(on);
    const again = await hold(webhookId);
    // An answer of a URL that the endpoint does not have any more.
    const late = { lastFailed: true, goneUrl: 'https://former.test/' };
    expect(await settle(webhookId, again, late)).toMatchObject({ enabled: true, disabledReason: null });
    const { url: goneUrl } = (await t.store.webhooks.find(webhookId)) as WebhookFacts;
    expect(await settle(webhookId, again, { lastFailed: true, goneUrl })).toMatchObject({
      enabled: false,
      disabledReason: 'gone',
    });
  });

  test('the events of some players are left out, retried, counted, and given up from the oldest on', async () => {
    const { webhook, webhookId, leaseNumber } = await createHeld();
    const rows = [failed(1, 1, 60_000), failed(2, 1, 0, 0), failed(3, 1, 0, 0), failed(4, 2, 5_000, 3)];
    await settle(webhookId, leaseNumber, { after: 9, failed: [...rows, failed(5, 1, null, 10)] });
    const list = async (except: readonly number[]) =>
      (await t.store.webhooks.listPending(webhook, { limit: 9, except, ended: [] })).events.map(
        ({ eventId }) => eventId,
      );
    expect([await list([]), await list([1]), await list([1, 2])]).toEqual([[2, 3, 4, 1], [4], []]);
    const longest = (ids: readonly number[]) => t.store.webhooks.findLongestQueue(webhookId, ids);
    expect(await longest([1, 2, 3])).toEqual({ sequentialId: 1, events: 3, attempts: 1 });
    expect(await longest([2, 3])).toEqual({ sequentialId: 2, events: 1, attempts: 3 });
    expect(await longest([3])).toBeUndefined();
    await settle(webhookId, leaseNumber, { after: 9, retried: [2, 3] });
    expect(await list([])).toEqual([2, 3, 4, 1]);
    expect(await list([1])).toEqual([4]);
    const { events } = await t.store.webhooks.listPending(webhook, { limit: 9, except: [1], ended: [] });
    expect(events).toMatchObject([{ eventId: 4, dueInMilliseconds: 0 }]);
    await settle(webhookId, leaseNumber, { after: 9, givenUp: { sequentialId: 1, events: 2 } });
    expect(await list([])).toEqual([3, 4]);
    expect(await t.store.webhooks.find(webhookId)).toMatchObject({ pending: 2, givenUp: 3 });
  });

  test('a success between failures begins the time of failures anew', async () => {
    const { webhookId, leaseNumber } = await createHeld();
    await settle(webhookId, leaseNumber, { lastFailed: true });
    t.clock.advance(4 * day);
    const both = await settle(webhookId, leaseNumber, { hasDelivered: true, lastFailed: true });
    expect(both).toMatchObject({ failingSince: t.clock.now() });
    t.clock.advance(4 * day);
    expect(await settle(webhookId, leaseNumber, {})).toMatchObject({
      enabled: true,
      failingSince: both?.failingSince,
    });
  });

  test('the log has attempts, newest first, in pages, and keeps the newest of each kind', async () => {
    const { webhookId, leaseNumber } = await createHeld();
    const log = Array.from({ length: 6 }, (_, at) => attempt(idOf(), at + 1, at % 2 === 0));
    await settle(webhookId, leaseNumber, { log });
    const list = (query: object) =>
      t.store.webhooks.listDeliveries(webhookId, { failedAlone: false, limit: 4, ...query });
    const page = await list({});
    expect(page.map(({ eventId }) => eventId)).toEqual([6, 5, 4, 3]);
    expect(page[1]).toEqual({ ...(log[4] as NewDelivery), at: t.clock.now(), answer: null });
    expect((await list({ after: page[3]?.deliveryId })).map(({ eventId }) => eventId)).toEqual([2, 1]);
    expect((await list({ failedAlone: true })).map(({ eventId }) => eventId)).toEqual([5, 3, 1]);
    const many = Array.from({ length: 1_003 }, (_, at) => attempt(idOf(), at + 10, true));
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
  });

  test('tests of an endpoint keep its log within the bound', async () => {
    const { webhookId, leaseNumber } = await createHeld();
    const log = Array.from({ length: 1_003 }, (_, at) => attempt(idOf(), at + 1, true));
    await settle(webhookId, leaseNumber, { log });
    const ofTest = { eventId: null, sequentialId: null };
    await t.store.webhooks.noteDelivery(webhookId, attempt(idOf(), 0, true, ofTest));
    const list = await t.store.webhooks.listDeliveries(webhookId, { failedAlone: false, limit: 2_000 });
    expect([list.length, list[0]?.eventId, list.at(-1)?.eventId]).toEqual([1_000, null, 5]);
  });

  test('an answer is shown while its player exists, and forgotten with the player', async () => {
    const { webhookId } = await create();
    const sequentialId = await t.register('somebody');
    const answer = 'a\u0000b \ud800 ü';
    await t.store.webhooks.noteDelivery(webhookId, attempt(idOf(), 1, true, { sequentialId, answer }));
    await t.store.webhooks.noteDelivery(
      webhookId,
      attempt(idOf(), 1, true, { eventId: null, sequentialId: null, answer: 'of a test' }),
    );
    await t.store.webhooks.noteDelivery(idOf(), attempt(idOf(), 2, true));
    const answers = async () =>
      (await t.store.webhooks.listDeliveries(webhookId, { failedAlone: false, limit: 9 })).map(
        (each) => each.answer,
      );
    expect(await answers()).toEqual(['of a test', 'a\ufffdb \ufffd ü']);
    await t.store.players.erase(sequentialId);
    expect(await answers()).toEqual(['of a test', null]);
    await t.store.webhooks.forget(0, signal);
    expect(await answers()).toEqual(['of a test', null]);
  });

  test('given up events that the feed let go of are counted as missed', async () => {
    const { webhookId, leaseNumber } = await createHeld();
    await settle(webhookId, leaseNumber, {
      missed: 2,
      failed: [failed(1, 1, null), failed(2, 1, null), failed(3, 1, 0), failed(7, 1, null)],
    });
    await t.store.webhooks.forget(5, AbortSignal.abort());
    expect(await t.store.webhooks.find(webhookId)).toMatchObject({ missed: 2, givenUp: 3 });
    await t.store.webhooks.forget(5, signal);
    expect(await t.store.webhooks.find(webhookId)).toMatchObject({ missed: 4, pending: 1, givenUp: 1 });
  });

  type Write = (webhookId: string, leaseNumber: number) => Promise<unknown>;
  const writes: readonly (readonly [name: string, write: Write])[] = [
    [
      'what a sender has done',
      (webhookId, leaseNumber) =>
        settle(webhookId, leaseNumber, { failed: [failed(1, 1, 0)], log: [attempt(idOf(), 1, true)] }),
    ],
    [
      'what is sent again',
      (webhookId) => {
        const events = [{ eventId: 1, sequentialId: 1 }];
        return t.store.webhooks.redeliver(webhookId, { events }, as('webhook.redeliver'));
      },
    ],
    ['a test', (webhookId) => t.store.webhooks.noteDelivery(webhookId, attempt(idOf(), 1, true))],
  ];
  test.each(writes)(
    '%s leaves nothing behind where the endpoint is deleted meanwhile',
    async (_name, write) => {
      const { webhooks } = t.store;
      for (let round = 0; round < 20; round += 1) {
        const { webhookId, leaseNumber } = await createHeld();
        const writing = write(webhookId, leaseNumber);
        // The deletion comes at another moment of the write in each round.
        for (let turn = 0; turn < round % 4; turn += 1) await new Promise(setImmediate);
        await Promise.all([writing, webhooks.delete(webhookId, as('webhook.delete'))]);
        await webhooks.release('own');
        const { pending } = await webhooks.listPending(
          { webhookId, ordered: false, after: 0 },
          { limit: 9, except: [], ended: [] },
        );
        const log = await webhooks.listDeliveries(webhookId, { failedAlone: false, limit: 9 });
        expect([pending, log]).toEqual([0, []]);
      }
    },
  );
});
