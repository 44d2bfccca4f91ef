// The list of the tables with rows about a player (src/store/ports/rows/of-players.ts): it has every table, and an erasure does what it
// says.
import { expect, test } from 'bun:test';
import { type PlayerTable, playerTables } from '../../../src/store/ports/rows/of-players.ts';
import { describeStores } from '../../harness/describe-stores.ts';
import { postgres, sqlite } from '../../harness/engines.ts';
import { allEvents } from '../../harness/events.ts';
import { author, sessionA, sessionB, signal } from './shared.ts';

/** The tables of the service that have nothing of a player. */
const others =
  `playkeep_schema server_keys console_sessions console_people metadata_indexes statistics_days statistics_state
  statistics_parts webhooks webhook_senders event_runs event_stamper clock_state`.split(/\s+/);

describeStores(
  'the tables with rows about players',
  { engines: [sqlite, postgres], environment: allEvents },
  (t) => {
    /** Without the partitions of months and days, the tables of the engine itself, and its index of parts of names. */
    const tables = async () =>
      (await t.tables()).filter(
        (name) => !/_(?:other|\d{4}_\d\d(?:_\d\d)?)$|^sqlite_|^name_grams_/.test(name),
      );

    test('are all in the list, which an erasure and an export take them from', async () => {
      const unknown = (await tables()).filter((name) => !(name in playerTables) && !others.includes(name));
      expect(unknown).toEqual([]);
    });

    test('have after an erasure what the list says', async () => {
      const ann = await t.register('ann');
      const { metadata, sessions, webhooks, players, events } = t.store;
      const audited = { author, action: 'metadata.set' } as const;
      const idempotencyKey = { key: 'k', fingerprint: 'f' };
      const installation = { installationId: 'phone-1' };
      await sessions.start(ann, sessionA, { context: '{"n":1}', ...installation, idempotencyKey });
      await sessions.start(ann, sessionB, { context: '{"n":2}', ...installation, onActive: 'replace' });
      const texts = [`{"long":"${'x'.repeat(400)}"}`, '{"n":1}', '{"n":2}'];
      for (const [n, text] of texts.entries())
        await metadata.edit(ann, () => ({ answer: null, text }), {
          by: 'server',
          audited,
          idempotencyKey: { key: `k${n}`, fingerprint: 'f' },
        });
      const webhookId = Bun.randomUUIDv7();
      const keys = { secret: 'whsec_x', signingKey: null };
      const settings = { url: 'https://example.com/', types: ['session.ended'] as const, ordered: false };
      await webhooks.create(
        { webhookId, ...settings, enabled: true, keys, after: 0 },
        { author, action: 'webhook.create' },
      );
      const about = {
        deliveryId: Bun.randomUUIDv7(),
        eventId: 2,
        sequentialId: ann,
        attempt: 1,
        status: 500,
      };
      await webhooks.noteDelivery(webhookId, {
        ...about,
        error: 'failed',
        milliseconds: 5,
        answer: 'an answer',
      });
      await webhooks.redeliver(
        webhookId,
        { events: [{ eventId: 2, sequentialId: ann }] },
        { author, action: 'webhook.redeliver' },
      );
      // What needs a key of a server, a declared index or a count of statistics.
      for (const row of [
        `server_idempotency_keys (sequential_id, key, fingerprint, outcome, created_at) VALUES (${ann}, 'k', 'f', '1', 1)`,
        `metadata_index_entries (sequential_id, index_id, value) VALUES (${ann}, 1, NULL)`,
        `statistics_players (sequential_id, days) VALUES (${ann}, '1')`,
      ])
        await t.run(`INSERT INTO ${row}`);
      const rows = async (table: string) => t.run(`SELECT * FROM ${table} WHERE sequential_id = ${ann}`);
      const named = ['players', 'rate_limits', 'erased_players'];
      const listed = (Object.keys(playerTables) as PlayerTable[]).filter((name) => !named.includes(name));
      for (const name of listed)
        if (name !== 'event_erasures') expect([name, (await rows(name)).length > 0]).toEqual([name, true]);
      await players.erase('ann');
      await events.forgetErased(signal);
      await webhooks.forget(0, signal);
      for (const name of listed) {
        const { erasure } = playerTables[name];
        const left = await rows(name);
        if (erasure === 'deleted' || erasure === 'moved') expect([name, left]).toEqual([name, []]);
        if (typeof erasure !== 'string')
          for (const column of erasure.cleared)
            expect([name, left.map((row) => row[column])]).toEqual([name, left.map(() => null)]);
      }
      expect(await t.run("SELECT * FROM players WHERE player_id = 'ann'")).toEqual([]);
    });
  },
);
