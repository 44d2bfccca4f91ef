// A clock that jumps ahead by 36 days: nothing is deleted for its age, and no endpoint disabled, until it is corrected or a service has run
// for a day.
import { beforeEach, expect, test } from 'bun:test';
import { newWebhookKeys } from '../../../src/webhooks/signatures.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { examine } from '../../harness/doctor.ts';
import { postgres, sqlite } from '../../harness/engines.ts';
import { author, day, emptySettlement, sessionA, signal } from './shared.ts';

const hour = 3_600_000;
const ahead = 36 * day;
const environment = { METADATA_HISTORY_INTERVAL_SECONDS: '0', METADATA_HISTORY_DAYS: '30' };
const engines = [sqlite, postgres];

describeStores('a clock that jumps ahead', { environment }, (t) => {
  const tables = [
    'ended_sessions',
    'metadata_versions',
    'idempotency_keys',
    'audit_entries',
    'metadata_indexes',
  ];

  async function deleteOld(): Promise<void> {
    const { audit, idempotencyKeys, indexes, sessions, versions } = t.store;
    await sessions.deleteOldHistory(1, signal);
    await versions.deleteOld(signal);
    await idempotencyKeys.deleteOld(signal);
    await audit.deleteOld(30, signal);
    await indexes.dropUndeclared();
  }
  /** The rows of each table. */
  const counts = () =>
    Promise.all(
      tables.map(async (table) => Number((await t.run(`SELECT count(*) AS n FROM ${table}`))[0]?.n)),
    );
  /** Judges the clock every hour, as a service does that runs. */
  async function run(hours: number): Promise<void> {
    for (let passed = 0; passed < hours; passed += 1) {
      t.clock.advance(hour);
      await t.store.clock.judge(hour);
    }
  }

  beforeEach(async () => {
    const id = await t.register('ann');
    for (const n of [1, 2])
      await t.store.metadata.edit(id, () => ({ answer: n, text: `{"n":${n}}` }), {
        idempotencyKey: { key: `${n}`, fingerprint: 'f' },
      });
    await t.store.sessions.start(id, sessionA);
    await t.store.sessions.end(id, 'stopped');
    await t.store.audit.record({ author, action: 'player.suspend' }, id);
    await t.store.indexes.declare([{ pointer: '/level', type: 'number' }]);
  });

  test('deletes nothing at a start and after a restart, until a service has run for a day', async () => {
    await t.store.clock.judge(0);
    const before = await counts();
    expect(before.every((rows) => rows > 0)).toBe(true);
    t.clock.advance(ahead);
    expect(await t.store.clock.judge(0)).toMatchObject({ doubtedAt: t.clock.now() });
    await deleteOld();
    expect(await counts()).toEqual(before);
    await run(23);
    await t.store.close();
    await t.reopen();
    await t.store.clock.judge(0);
    await deleteOld();
    expect(await counts()).toEqual(before);
    await run(1);
    await deleteOld();
    // Sessions go by whole months, and those that the statistics have not counted stay.
    expect((await counts()).slice(1)).toEqual([0, 0, 0, 0]);
  });

  test('deletes nothing between two looks at the clock', async () => {
    await t.store.clock.judge(0);
    const before = await counts();
    t.clock.advance(ahead);
    await deleteOld();
    expect(await counts()).toEqual(before);
  });

  test('lets a save delete no kept version', async () => {
    const id = await t.register('ann');
    t.clock.advance(ahead);
    await t.store.metadata.edit(id, () => ({ answer: 3, text: '{"n":3}' }), {});
    expect((await t.store.versions.list(id)).map(({ version }) => version)).toEqual([2, 1]);
  });

  test('is judged at its first look by the newest time that is stored', async () => {
    const certainAt = t.clock.now();
    t.clock.advance(ahead);
    expect(await t.store.clock.judge(0)).toEqual({ certainAt, doubtedAt: t.clock.now(), waited: 0 });
  });

  test('is a finding of the doctor until it is corrected', async () => {
    await t.store.clock.judge(0);
    t.clock.advance(ahead);
    await t.store.clock.judge(0);
    await run(5);
    expect((await examine(t.environment, t.clock)).findings).toEqual([
      expect.stringMatching(/^clock_state 0: the clock jumped from .* run for 19 more hours$/),
    ]);
    t.clock.advance(-ahead);
    expect(await t.store.clock.judge(hour)).toMatchObject({ certainAt: t.clock.now(), doubtedAt: null });
    expect((await examine(t.environment, t.clock)).findings).toEqual([]);
  });
});

describeStores('events and webhooks', { engines, environment: { EVENTS: 'players' } }, (t) => {
  test('stay when the clock jumps ahead', async () => {
    await t.register('ann');
    await t.store.clock.judge(0);
    t.clock.advance(ahead);
    await t.store.events.deleteOld(30, signal);
    expect(await t.run('SELECT type FROM events')).toHaveLength(1);
  });

  test('that fail for a moment are not disabled when the clock jumps ahead', async () => {
    const webhookId = '01a00000-0000-7000-8000-0000000000ee';
    const settings = { url: 'https://example.com/', types: ['player.erased'] as const, ordered: false };
    await t.store.webhooks.create(
      { webhookId, ...settings, enabled: true, keys: newWebhookKeys(false), after: 0 },
      { author, action: 'webhook.create' },
    );
    await t.store.clock.judge(0);
    const [lease] = await t.store.webhooks.claim('own');
    const fail = () =>
      t.store.webhooks.settle(webhookId, lease?.leaseNumber ?? -1, {
        ...emptySettlement,
        lastFailed: true,
        isDown: true,
      });
    await fail();
    t.clock.advance(ahead);
    expect(await fail()).toMatchObject({ enabled: true });
  });
});
