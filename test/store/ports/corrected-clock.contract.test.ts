// A clock that was 36 days ahead and is corrected: leases pass on, roles are confirmed again, retries come, and no age is negative.
import { beforeEach, expect, test } from 'bun:test';
import { personIdOf } from '../../../src/auth/staff/people.ts';
import { keyDigest } from '../../../src/lib/key-text.ts';
import {
  CONSOLE_SESSION_IDLE_SECONDS,
  IDEMPOTENCY_KEY_SECONDS,
  ROLE_CHECK_SECONDS,
  WEBHOOK_LEASE_SECONDS,
  WEBHOOK_LOG_MAX_ROWS,
} from '../../../src/limits.ts';
import type { AuditAction } from '../../../src/store/ports/audit.ts';
import type { SortedPage, SortPlace } from '../../../src/store/ports/search.ts';
import type { Settlement, Webhook } from '../../../src/store/ports/webhooks.ts';
import { newWebhookKeys } from '../../../src/webhooks/signatures.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { postgres, sqlite } from '../../harness/engines.ts';
import { until } from '../../harness/until.ts';
import { author, day, emptySettlement, sessionA, signal } from './shared.ts';

const ahead = 36 * day;
const as = (action: AuditAction) => ({ author, action });

describeStores('a clock that was 36 days ahead', {}, (t) => {
  const correct = (by = ahead) => t.clock.advance(-by);

  test('leaves the lease of the count to the next process', async () => {
    const { clock, store } = t;
    await t.run(
      `UPDATE statistics_state SET lease_holder = 'another', lease_until = ${clock.now() + 30_000} WHERE id = 1`,
    );
    expect(await store.statistics.count(signal, { publish: 'now' })).toBe('busy');
    correct();
    expect(await store.statistics.count(signal, { publish: 'now' })).toBe('done');
  });

  test('leaves no statistics from the future that are shown as new', async () => {
    const { clock, store } = t;
    await store.statistics.count(signal, { publish: 'now' });
    correct();
    expect(await store.statistics.read([])).toMatchObject({ age: Number.POSITIVE_INFINITY });
    await store.statistics.count(signal, { publish: 'if-asked' });
    await store.statistics.count(signal, { publish: 'now' });
    expect(await store.statistics.read([])).toMatchObject({ asOf: clock.now(), age: 0 });
  });

  const session = { digest: keyDigest('a'), keyDigest: keyDigest('key') };
  const idle = CONSOLE_SESSION_IDLE_SECONDS * 1000;
  const findSession = async () => (await t.store.consoleSessions.findByDigests([session.digest]))[0];

  test('ends console sessions of then, and the idle time of those before counts from now', async () => {
    const { clock, store } = t;
    await store.consoleSessions.create(session);
    clock.advance(idle / 2);
    await store.consoleSessions.noteUse(session.digest);
    correct(idle / 2);
    expect((await findSession())?.endsAt).toBe(clock.now() + idle);
    await store.consoleSessions.noteUse(session.digest);
    expect((await findSession())?.lastUsedAt).toBe(clock.now());
    correct();
    expect((await findSession())?.endsAt).toBeLessThanOrEqual(clock.now());
    await store.consoleSessions.create({ ...session, digest: keyDigest('b') });
    expect(await findSession()).toBeUndefined();
  });

  test('has a role confirmed at once, though it was confirmed or is being confirmed in the future', async () => {
    const check = ROLE_CHECK_SECONDS * 1000;
    const { create, beginRoleCheck, endRoleCheck } = t.store.consoleSessions;
    await create(session, { attempt: 'one', tokens: 'sealed', isConfirmed: true });
    t.clock.advance(check);
    expect(await beginRoleCheck(session.digest)).toBe('sealed');
    correct(check / 2);
    expect(await beginRoleCheck(session.digest)).toBeUndefined();
    t.clock.advance(check / 2);
    await endRoleCheck(session.digest, 'sealed again');
    correct(check / 2);
    expect(await beginRoleCheck(session.digest)).toBe('sealed again');
    correct(check / 2);
    // The lease of that check is of the future too.
    expect(await beginRoleCheck(session.digest)).toBe('sealed again');
    const issuer = 'https://login.example/';
    const person = { personId: personIdOf(issuer, 'mira'), issuer, subject: 'mira', mail: null };
    await t.store.people.confirm({ ...person, scopes: ['players:read'] });
    correct();
    await t.store.people.confirm({ ...person, scopes: ['players:read'] });
    expect(await t.store.people.list()).toMatchObject([{ confirmedAt: t.clock.now() }]);
  });

  test('leaves no use of a server key in the future', async () => {
    const { clock, store } = t;
    const keyId = '019b7cdc-9c80-7000-8000-000000000001';
    const key = { keyId, digest: keyDigest('k'), name: 'job', scopes: ['players:read'] as const };
    await store.serverKeys.create({ ...key, expiresInSeconds: 3_600 });
    await store.serverKeys.noteUse(keyId);
    correct();
    await store.serverKeys.noteUse(keyId);
    expect(await store.serverKeys.find(keyId)).toMatchObject({ lastUsedAt: clock.now() });
  });

  test('leaves idempotency keys a day from now on', async () => {
    const { clock, store } = t;
    const id = await t.register('ann');
    let runs = 0;
    const edit = () =>
      store.metadata.edit(id, () => ({ answer: ++runs, text: '{}' }), {
        idempotencyKey: { key: 'key', fingerprint: 'f' },
      });
    await edit();
    correct();
    await store.idempotencyKeys.deleteOld(signal);
    clock.advance(IDEMPOTENCY_KEY_SECONDS * 1000 - 1);
    await edit();
    expect(runs).toBe(1);
    clock.advance(1);
    await edit();
    expect(runs).toBe(2);
  });

  test('shows no player as seen in the future', async () => {
    const { clock, store } = t;
    const ids = [await t.register('ann'), await t.register('bob')];
    for (const id of ids) await store.sessions.start(id, sessionA);
    await store.sessions.end(ids[0] as number, 'stopped');
    correct();
    const seen = (await store.players.describe(ids)).map(({ lastSeenAt }) => lastSeenAt);
    expect(seen).toEqual([clock.now(), clock.now()]);
    const listed: string[] = [];
    // A page may be short on a busy machine.
    for (let place: SortPlace | undefined | 'first' = 'first'; place !== undefined; ) {
      const after = place === 'first' ? undefined : place;
      const page: SortedPage = await store.search.findSortedPage({}, { by: 'lastSeen' }, 10, after);
      listed.push(...page.players.map(({ playerId }) => playerId));
      place = page.next;
    }
    expect(listed.sort()).toEqual(['ann', 'bob']);
  });

  test('drops an index that was declared in the future an hour after the correction', async () => {
    const level = { pointer: '/level', type: 'number' } as const;
    await t.store.indexes.declare([level]);
    correct();
    expect(await t.store.indexes.dropUndeclared()).toEqual([]);
    t.clock.advance(3_600_001);
    expect(await t.store.indexes.dropUndeclared()).toEqual([level]);
  });
});

describeStores('webhooks whose clock was 36 days ahead', { engines: [sqlite, postgres] }, (t) => {
  const webhookId = '01a00000-0000-7000-8000-0000000000ee';
  let leaseNumber: number;
  const correct = () => t.clock.advance(-ahead);
  const claim = (holder: string) => t.store.webhooks.claim(holder);
  const settle = (settlement: Partial<Settlement>): Promise<Webhook | undefined> =>
    t.store.webhooks.settle(webhookId, leaseNumber, { ...emptySettlement, isDown: true, ...settlement });

  beforeEach(async () => {
    const settings = { url: 'https://example.com/', types: ['session.ended'] as const, ordered: false };
    const webhook = { webhookId, ...settings, enabled: true, keys: newWebhookKeys(false), after: 0 };
    await t.store.webhooks.create(webhook, as('webhook.create'));
    leaseNumber = (await claim('own'))[0]?.leaseNumber ?? -1;
  });

  test('are leased by their process for no longer than a lease, or by another one', async () => {
    correct();
    const [lease] = await claim('own');
    expect(lease).toMatchObject({ leaseNumber, leftMilliseconds: WEBHOOK_LEASE_SECONDS * 1000 });
    correct();
    expect(await claim('another')).toHaveLength(1);
    expect(await claim('own')).toHaveLength(0);
  });

  test('fail since now at most, and are disabled five days later', async () => {
    await settle({ lastFailed: true });
    correct();
    expect(await settle({ lastFailed: true })).toMatchObject({ enabled: true, failingSince: t.clock.now() });
    t.clock.advance(5 * day);
    expect(await settle({ lastFailed: true })).toMatchObject({ enabled: false, disabledReason: 'failures' });
  });

  test('get their retries at once', async () => {
    const event = { eventId: 1, sequentialId: 1, attempts: 1, dueAt: null, delayMilliseconds: 3_600_000 };
    await settle({ failed: [event] });
    correct();
    const { events } = await t.store.webhooks.listPending(
      { webhookId, ordered: false, after: 0 },
      { limit: 10, except: [], ended: [] },
    );
    expect(events).toMatchObject([{ eventId: 1, dueInMilliseconds: 0 }]);
  });

  test('log new attempts in the place of those from the future', async () => {
    const deliveryOf = (eventId: number) => ({
      deliveryId: Bun.randomUUIDv7('hex', t.clock.now()),
      eventId,
      sequentialId: 1,
      attempt: 1,
      status: 200,
      error: null,
      milliseconds: 3,
      answer: null,
    });
    await settle({ log: Array.from({ length: WEBHOOK_LOG_MAX_ROWS }, (_, at) => deliveryOf(at + 1)) });
    correct();
    await settle({ log: [deliveryOf(9_999)], prunes: true });
    const list = await t.store.webhooks.listDeliveries(webhookId, { failedAlone: false, limit: 10 });
    expect(list.map(({ eventId }) => eventId)).toContain(9_999);
  });
});

const environment = { EVENTS: 'players' };
describeStores('the feed after a clock was 36 days ahead', { engines: [postgres], environment }, (t) => {
  test('goes on, though another process had the lease then', async () => {
    await t.run(
      `UPDATE event_stamper SET holder = 'another', lease_number = lease_number + 1,
         lease_until = floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint + ${ahead} WHERE id = 1`,
    );
    await t.register('ann');
    await until(async () => (await t.store.events.newest()) === 1);
  });
});
