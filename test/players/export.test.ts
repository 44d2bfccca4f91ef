// The export of a player on every engine: everything that is stored, and never a part for the whole.
import { beforeEach, describe, expect, test } from 'bun:test';
import { exportPieces } from '../../src/players/export-replies.ts';
import { namedShapes } from '../../src/wire/named-shapes.ts';
import { type Answer, paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { rawDatabase } from '../harness/raw-database.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { openStoreOn } from '../harness/store.ts';
import { until } from '../harness/until.ts';
import { useFreshService } from '../harness/use-service.ts';

const path = '/api/server/players';
const environment = {
  METADATA_HISTORY_VERSIONS: '100',
  METADATA_HISTORY_INTERVAL_SECONDS: '1',
  METADATA_MAX_BYTES: String(2 * 1024 * 1024),
  EVENTS: 'players',
};

describe.each(engines)('exports of players on $name', (engine) => {
  const service = useFreshService({ engine, environment });
  let token: string;
  let keyId: string;
  let id: number;
  beforeEach(async () => {
    ({ token, keyId } = await createTestKey(service));
    const { body } = await service.call('POST', path, { token, body: '{"playerId":"ann"}' });
    id = body.data.sequentialId;
  }, 60_000);

  const exported = (target = `/${id}/export`): Promise<Answer> =>
    service.call('GET', path + target, { token, headers: { 'x-request-id': 'r-2' } });
  const save = (data: string) => service.as('ann', 'POST', paths.metadata, { body: `{"data":${data}}` });
  const withStore = async <T>(
    act: (store: Awaited<ReturnType<typeof openStoreOn>>) => Promise<T>,
  ): Promise<T> => {
    const store = await openStoreOn({ ...service.database.environment, ...environment }, service.clock);
    try {
      return await act(store);
    } finally {
      await store.close();
    }
  };
  const exportEntries = () =>
    withStore(async (store) => (await store.audit.list({ action: 'player.export' }, 10)).entries);

  test('has nothing but the player where nothing was stored', async () => {
    const { body } = await exported();
    expect(body.data).toMatchObject({
      ...{ suspension: null, metadata: {}, versions: [], activeSession: null, sessions: [] },
      audit: [{ action: 'player.export', requestId: 'r-2', keyId }, { action: 'player.register' }],
    });
    expect(body.data.player).toEqual((await service.call('GET', `${path}/${id}`, { token })).body.data);
    expect(namedShapes.PlayerExport.safeParse(body.data).error).toBeUndefined();
    expect(await exportEntries()).toMatchObject([{ keyId, sequentialId: id, requestId: 'r-2' }]);
  });

  test('has every digit of the metadata and its versions, all sessions and all entries', async () => {
    const states = ['{"n":12345678901234567890}', '{"n":1.0,"é":"\\u0000\\ud800"}', '{"n":1e400}'];
    for (const state of states) {
      await save(state);
      service.clock.advance(2000);
    }
    const context = '{"device":"a phone","n":1.0}';
    for (let n = 0; n < 205; n += 1) {
      await service.as('ann', 'POST', paths.start, { body: `{"context":${context}}` });
      service.clock.advance(1500);
      await service.as('ann', 'POST', paths.stop);
    }
    await service.as('ann', 'POST', paths.start, { body: `{"context":${context}}` });
    const raw = rawDatabase(service.database.environment);
    await raw.run(`UPDATE metadata SET suspended_until = 1000, suspension_reason = 'a "reason"'`);
    await raw.close();
    await withStore(async ({ metadata }) => {
      const author = { keyId, keyName: 'test', requestId: 'r-1' };
      for (let n = 0; n < 120; n += 1) {
        await metadata.edit(id, () => ({ answer: 0, text: states[2] ?? '' }), {
          audited: { author, action: 'metadata.set' },
        });
      }
    });
    const { text, body } = await exported();
    const { data } = body;
    expect(namedShapes.PlayerExport.safeParse(data).error).toBeUndefined();
    expect(text).toContain(`"metadata":${states[2]},"versions":[`);
    for (const state of states) expect(text).toContain(`"metadata":${state}}`);
    expect(data.versions.slice(-2).map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect(data.suspension).toEqual({ until: '1970-01-01T00:00:01.000Z', reason: 'a "reason"' });
    expect(data.activeSession).toMatchObject({ context: { device: 'a phone', n: 1 } });
    expect(data.sessions).toHaveLength(205);
    expect(new Set(data.sessions.map((each: { sessionId: string }) => each.sessionId)).size).toBe(205);
    expect(data.sessions[0]).toMatchObject({ duration: 1.5, reason: 'stopped' });
    expect(text.split(`"context":${context}}`)).toHaveLength(207);
    expect(data.audit).toHaveLength(122);
    expect(new Set(data.audit.map((each: { auditId: string }) => each.auditId)).size).toBe(122);
    expect(data.audit.at(-1).action).toBe('player.register');
  });

  test('has the events, earlier suspensions with their reasons, and the attempts to send them', async () => {
    await withStore(async ({ players, suspensions, webhooks }) => {
      const other = Number(await players.register('bob'));
      for (const sequentialId of [id, other, id]) {
        await suspensions.suspend(sequentialId, { until: 'forever', reason: `a reason of ${sequentialId}` });
        await suspensions.unsuspend(sequentialId);
      }
      const author = { keyId, keyName: 'test', requestId: 'r-1' };
      const webhookId = Bun.randomUUIDv7();
      const settings = { url: 'https://example.com/', types: ['player.suspended'] as const, ordered: false };
      const keys = { secret: 'whsec_x', signingKey: null };
      const webhook = { webhookId, ...settings, enabled: true, keys, after: 0 };
      await webhooks.create(webhook, { author, action: 'webhook.create' });
      for (const [eventId, sequentialId] of [
        [2, id],
        [5, other],
      ] as const) {
        const about = { deliveryId: Bun.randomUUIDv7(), eventId, sequentialId, attempt: 1, status: 200 };
        const answer = { error: null, milliseconds: 5, answer: `an answer about ${sequentialId}` };
        await webhooks.noteDelivery(webhookId, { ...about, ...answer });
      }
      await until(
        async () =>
          ((await service.call('GET', '/api/server/events', { token })).body.data.lastEventId ?? 0) >= 8,
      );
      const { data } = (await exported()).body;
      expect(namedShapes.PlayerExport.safeParse(data).error).toBeUndefined();
      expect(new Set(data.events.map((event: { sequentialId: number }) => event.sequentialId))).toEqual(
        new Set([id]),
      );
      const { body } = await service.call('GET', '/api/server/events', { token });
      expect(data.events).toEqual(
        body.data.events.filter((event: { sequentialId: number }) => event.sequentialId === id),
      );
      expect(data.events.map((event: { data: { reason?: string } }) => event.data.reason)).toEqual([
        undefined,
        ...Array(4).fill(`a reason of ${id}`),
      ]);
      expect(data.deliveries).toMatchObject([{ webhookId, eventId: '2', answer: `an answer about ${id}` }]);
    });
  });

  test('HEAD exports nothing and leaves no entry, and nor does a player who is not there', async () => {
    const answer = await service.call('HEAD', `${path}/${id}/export`, { token });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect((await exported('/4000/export')).status).toBe(404);
    expect(await exportEntries()).toEqual([]);
  });

  test('an erasure between any two pieces ends the export with an error', async () => {
    const author = { keyId, keyName: 'test', requestId: 'r-1' };
    await withStore(async (store) => {
      for (let pieces = 1, isOver = false; !isOver; pieces += 1) {
        const player = `player ${pieces}`;
        const sequentialId = Number(await store.players.register(player));
        for (const text of ['{"n":1}', '{"n":2}']) {
          await store.metadata.edit(sequentialId, () => ({ answer: 0, text }), { keepReplaced: true });
        }
        for (let n = 0; n < 2; n += 1) {
          await store.sessions.start(sequentialId, crypto.randomUUID(), { onActive: 'replace' });
          service.clock.advance(1000);
        }
        const document = exportPieces(store, sequentialId, author);
        for (let n = 0; n < pieces && !isOver; n += 1) isOver = (await document.next()).done ?? false;
        await store.players.erase(sequentialId);
        const rest = Array.fromAsync(document);
        // The last piece was sent as the player was still there.
        if (isOver) expect([await rest, pieces > 12]).toEqual([[], true]);
        else
          await rest.then(
            (texts) => expect([pieces, texts]).toEqual([pieces, []]),
            (error) => expect(error).toMatchObject({ error: 'playerNotFound' }),
          );
      }
    });
  }, 60_000);
});
