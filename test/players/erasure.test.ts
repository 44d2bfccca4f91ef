// An erasure leaves nothing of the player: a dump of every table, on every engine, has neither the name nor a text of theirs.
import { expect, test } from 'bun:test';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { type RawDatabase, rawDatabase } from '../harness/raw-database.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { startService } from '../harness/service.ts';
import { openStoreOn } from '../harness/store.ts';

const playerId = 'the name of ann';
const marker = 'a_mark-of-hers-alone';

/** All rows of all tables that have the player id or the marker in a column, in plain text or hexadecimal. */
async function findTraces(raw: RawDatabase): Promise<string[]> {
  const traces = [];
  for (const table of await raw.tables()) {
    for (const row of await raw.run(`SELECT * FROM ${table}`)) {
      const texts = Object.values(row).map((value) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value),
      );
      if (texts.some((text) => text.includes(playerId) || text.includes(marker))) traces.push(table);
    }
  }
  return [...new Set(traces)].sort();
}

/** The tables that have rows of a sequential id. */
async function tablesOf(raw: RawDatabase, sequentialId: number): Promise<string[]> {
  const found = [];
  for (const table of await raw.tables()) {
    const rows = await raw.run(`SELECT * FROM ${table}`);
    if (rows.some((row) => Number(row.sequential_id) === sequentialId)) found.push(table);
  }
  return found.sort();
}

test.each(engines)(
  'an erasure leaves no name and no text of the player in any table on $name',
  async (engine) => {
    const environment = { RATE_LIMIT_PER_MINUTE: '1000', METADATA_HISTORY_INTERVAL_SECONDS: '1' };
    const service = await startService({ engine, environment });
    const { token, keyId } = await createTestKey(service);
    const raw = rawDatabase(service.database.environment);
    const body = JSON.stringify({ playerId });
    const { sequentialId } = (await service.call('POST', '/api/server/players', { token, body })).body.data;
    const as = (method: string, path: string, text: string, key: string) =>
      service.as(playerId, method, path, { body: text, headers: { 'idempotency-key': key } });
    for (let n = 0; n < 4; n += 1) {
      await as('POST', paths.start, `{"onActive":"replace","context":{"of":"${marker}"}}`, `start ${n}`);
      await as('POST', paths.metadata, `{"data":{"n":${n},"mark":"${marker}"}}`, `set ${n}`);
      service.clock.advance(2000);
    }
    for (let n = 0; n < 2; n += 1) {
      const headers = { 'x-installation-id': marker };
      await service.as(playerId, 'POST', paths.start, { body: '{"onActive":"replace"}', headers });
    }
    const store = await openStoreOn(service.database.environment, service.clock);
    const text = `{"mark":"${marker}"}`;
    await store.metadata.edit(sequentialId, () => ({ answer: text, text }), {
      by: 'server',
      audited: { author: { keyId, keyName: 'test', requestId: 'r' }, action: 'metadata.set' },
      idempotencyKey: { key: 'k', fingerprint: 'f', owner: 'server' },
    });
    await store.close();
    await raw.run(`UPDATE metadata SET suspended_until = 1, suspension_reason = '${marker}'`);
    await raw.run(`INSERT INTO metadata_index_entries (sequential_id, index_id) VALUES (${sequentialId}, 1)`);
    const filled = [
      ...['active_sessions', 'audit_entries', 'ended_sessions', 'idempotency_keys', 'metadata'],
      ...['metadata_index_entries', 'metadata_versions', 'players', 'server_idempotency_keys'],
    ];
    // The job that counts sessions may have run. It leaves the days of a number, and no name.
    const isOther = (table: string) => /^ended_sessions_|^statistics_players$/.test(table);
    expect((await tablesOf(raw, sequentialId)).filter((table) => !isOther(table))).toEqual(filled);
    expect(await findTraces(raw)).toContain('server_idempotency_keys');
    const path = `/api/server/players/${sequentialId}`;
    expect((await service.call('GET', `${path}/export`, { token })).text).toContain(marker);
    expect((await service.call('DELETE', path, { token })).status).toBe(200);
    expect(await findTraces(raw)).toEqual([]);
    expect((await tablesOf(raw, sequentialId)).filter((table) => !isOther(table))).toEqual([
      ...['audit_entries', 'ended_sessions'],
    ]);
    const entries = await raw.run(`SELECT action FROM audit_entries WHERE sequential_id = ${sequentialId}`);
    expect(entries.map(({ action }) => action).sort()).toEqual([
      ...['metadata.set', 'player.erase', 'player.export', 'player.register'],
    ]);
    await raw.close();
    await service.stop();
  },
  60_000,
);
