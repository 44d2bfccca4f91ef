// An erasure leaves nothing of the player: a search of every table, and on SQLite of the bytes of the file, finds neither the name
// nor a text that the player or a server wrote. Before the erasure the same search finds them.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, type CallOptions, paths } from '../harness/api.ts';
import { examine } from '../harness/doctor.ts';
import { placesOf } from '../harness/dump.ts';
import { engines, type TemporaryDirectory, temporaryDirectory } from '../harness/engines.ts';
import { rawDatabase } from '../harness/raw-database.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';

const mark = (of: string): string => `${of}-${crypto.randomUUID()}`;
const merge = { 'content-type': 'application/merge-patch+json' };

describe.each(engines)('after an erasure on $name', (engine) => {
  const name = mark('player');
  const marker = mark('metadata');
  const texts = {
    context: mark('context'),
    reason: mark('reason'),
    key: mark('key'),
    installation: mark('phone'),
  };
  const all = [name, marker, ...Object.values(texts)];
  let folder: TemporaryDirectory;
  let service: Service;
  let token: string;
  let id: number;

  beforeAll(async () => {
    folder = temporaryDirectory();
    const indexes = [
      { pointer: '/clan', type: 'string' },
      { pointer: '/level', type: 'number' },
    ];
    const file = join(folder.directory, 'indexes.json');
    writeFileSync(file, JSON.stringify(indexes));
    service = await startService({
      engine,
      environment: {
        METADATA_INDEXES: file,
        METADATA_HISTORY_INTERVAL_SECONDS: '0',
        RATE_LIMIT_PER_MINUTE: '1000',
        SERVER_RATE_LIMIT_PER_MINUTE: '1000',
      },
    });
    token = (await createTestKey(service)).token;
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    folder.remove();
  });

  const expectOk = async (answer: Promise<Answer>): Promise<Answer> => {
    const { status, text } = await answer;
    expect([status, status === 200 ? '' : text]).toEqual([200, '']);
    return answer;
  };
  const asPlayer = (method: string, path: string, options: CallOptions = {}) =>
    expectOk(service.as(name, method, path, options));
  const asServer = (method: string, path: string, options: CallOptions = {}) =>
    service.call(method, `/api/server/players/${id}${path}`, { token, ...options });
  const once = (n: number) => ({ 'idempotency-key': `${texts.key} ${n}` });
  const state = (n: number) =>
    JSON.stringify({
      clan: `${marker} clan`,
      level: n,
      long: `${marker} `.repeat(200),
      same: 'the same '.repeat(100),
    });
  const start = (headers: Record<string, string> = {}) =>
    asPlayer('POST', paths.start, {
      body: JSON.stringify({ context: { device: texts.context } }),
      headers,
    });

  /** Every write of a server that goes by the player's number. Each is repeated after the erasure. */
  const serverWrites = (): readonly (() => Promise<Answer>)[] => [
    () => asServer('POST', '/metadata', { body: `{"data":${state(5)}}`, headers: once(1) }),
    () => asServer('PATCH', '/metadata', { body: `{"note":"${marker}"}`, headers: { ...merge, ...once(2) } }),
    () => asServer('POST', '/metadata/history/2/restore', { headers: once(3) }),
    () => asServer('POST', '/session/terminate', { headers: once(4) }),
    () => asServer('GET', '/export'),
  ];
  const bulk = () => {
    const operations = [
      { op: 'set', data: JSON.parse(state(7)), idempotencyKey: `${texts.key} 5` },
      { op: 'merge', data: { more: marker }, idempotencyKey: `${texts.key} 6` },
    ].map((operation) => ({ sequentialId: id, ...operation }));
    return service.call('POST', '/api/server/metadata/bulk', {
      token,
      body: JSON.stringify({ operations }),
    });
  };

  test('a search of everything finds nothing that it found before', async () => {
    for (let n = 1; n <= 40; n += 1) {
      const other = await service.as(`other ${n}`, 'POST', paths.metadata, {
        body: `{"data":{"level":${n}}}`,
      });
      expect(other.status).toBe(200);
    }
    id = (await asPlayer('GET', paths.metadata)).body.data.sequentialId;
    await start();
    for (let n = 1; n <= 3; n += 1) {
      const options = { body: `{"data":${state(n)}}`, headers: n === 2 ? once(0) : {} };
      await asPlayer('POST', paths.metadata, options);
    }
    await asPlayer('PATCH', paths.metadata, {
      body: `{"note":"${marker}"}`,
      headers: { ...merge, ...once(9) },
    });
    await asPlayer('POST', paths.stop);
    await start();
    for (const write of serverWrites()) expect((await write()).status).toBe(200);
    expect(
      (await bulk()).body.data.results.map(({ statusCode }: { statusCode: number }) => statusCode),
    ).toEqual([200, 200]);
    await start({ 'x-installation-id': texts.installation });
    await asPlayer('POST', paths.stop);
    await start({ 'x-installation-id': texts.installation });
    const raw = rawDatabase(service.database.environment);
    // As the service deletes: with zeros.
    if (engine.name === 'sqlite') await raw.run('PRAGMA secure_delete = ON');
    await raw.run(
      `UPDATE metadata SET suspended_until = 253402300799999, suspension_reason = '${texts.reason}', last_seen_at = 1
         WHERE sequential_id = ${id}`,
    );
    const digest = new Bun.CryptoHasher('sha256').update(name).digest('hex');

    const places = () => placesOf(service.database.environment, all);
    const before = await places();
    const files = engine.name === 'sqlite' ? ['the file'] : [];
    const partitions = before.filter((table) => /^ended_sessions_/.test(table));
    expect(before).toEqual(
      [
        ...['active_sessions', 'ended_sessions', 'idempotency_keys', 'metadata', 'metadata_index_entries'],
        ...['metadata_versions', 'players', 'server_idempotency_keys', ...partitions, ...files],
      ].toSorted(),
    );
    if (engine.name !== 'sqlite') {
      const buckets = await raw.run(`SELECT FROM rate_limits WHERE player_digest = '${digest}'`);
      expect([partitions.length > 0, buckets.length]).toEqual([true, 1]);
    }
    const entries = await raw.run(`SELECT action FROM audit_entries WHERE sequential_id = ${id}`);
    expect(entries.length).toBeGreaterThanOrEqual(6);

    expect((await asServer('DELETE', '')).body.data).toEqual({ erased: true });
    expect(await places()).toEqual([]);
    if (engine.name !== 'sqlite') {
      expect(await raw.run(`SELECT FROM rate_limits WHERE player_digest = '${digest}'`)).toHaveLength(0);
    }
    // What is left of the number tells nothing of the player. The job that counts sessions leaves the days of a number.
    const isOther = (table: string) => /^ended_sessions_|^statistics_players$/.test(table);
    const tables = (await raw.tables()).filter((table) => !isOther(table));
    const rows = await Promise.all(tables.map((table) => raw.run(`SELECT * FROM ${table}`)));
    const ofPlayer = tables.filter((_, n) => rows[n]?.some((row) => Number(row.sequential_id) === id));
    expect(ofPlayer.toSorted()).toEqual(['audit_entries', 'ended_sessions']);
    // Late requests of a server, under keys that it used before and under none, find nobody and store nothing.
    for (const write of serverWrites()) expect((await write()).status).toBe(404);
    await bulk();
    await service.as(name, 'POST', paths.metadata, { body: `{"data":${state(9)}}`, headers: once(9) });
    expect(await places()).toEqual([]);
    const left = await raw.run(`SELECT action FROM audit_entries WHERE sequential_id = ${id}`);
    expect(left).toHaveLength(entries.length + 1);
    expect(left.map(({ action }) => action)).toContain('player.erase');
    await raw.close();
    const { environment } = service.database;
    expect((await examine(environment, service.clock)).findings).toEqual([]);
  }, 60_000);
});
