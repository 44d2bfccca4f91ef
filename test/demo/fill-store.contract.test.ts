// The filled store of the demo on every engine: the doctor finds nothing, the statistics are counted, and a lost save can be
// restored.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, startApp } from '../../src/app.ts';
import type { Environment } from '../../src/config/settings.ts';
import { day } from '../../src/demo/calendar.ts';
import { demoIndexes, type FilledStore, fillStore } from '../../src/demo/fill-store.ts';
import { createLog } from '../../src/lib/log.ts';
import { call } from '../harness/api.ts';
import { type ManualClock, manualClock } from '../harness/clock.ts';
import { examine } from '../harness/doctor.ts';
import { allEngines, type TestDatabase } from '../harness/engines.ts';
import { testConfig } from '../harness/service.ts';

const players = 400;

describe.each(allEngines)('the filled store of the demo on $name', (engine) => {
  let database: TestDatabase;
  let environment: Environment;
  let clock: ManualClock;
  let filled: FilledStore;
  let app: App;
  beforeAll(async () => {
    database = await engine.create();
    const indexes = join(database.directory, 'indexes.json');
    writeFileSync(indexes, JSON.stringify(demoIndexes));
    const own = { METADATA_INDEXES: indexes, STATISTICS_CONTEXT: '/platform,/version' };
    environment = { ...database.environment, ...own };
    clock = manualClock(Date.parse('2026-03-18T19:30:00.000Z'));
    const runtime = { clock, log: createLog({ level: 'silent', production: true }) };
    const config = testConfig(environment);
    filled = await clock.passUntil(fillStore(config, runtime, { now: clock.now(), players }));
    app = await startApp(config, runtime);
  }, 120_000);
  afterAll(async () => {
    await app.stop();
    await database.remove();
  });

  const get = async (path: string) => {
    const { status, body } = await call(app.url, 'GET', `/api/server/${path}`, { token: filled.keyText });
    return { status, data: body.data };
  };
  const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

  test('has nothing that the doctor finds wrong', async () => {
    expect(await examine(environment, clock)).toEqual({ players, toBeMended: 0, findings: [] });
  });

  test('answers statistics with plausible figures at once', async () => {
    const to = dateOf(clock.now());
    const from = dateOf(clock.now() - 32 * day);
    const days = await get(`statistics/players?from=${from}&to=${to}`);
    expect(days.status).toBe(200);
    const fresh = days.data.rows.map((row: { new: number }) => row.new);
    // The erased player goes on counting.
    expect(fresh.reduce((sum: number, each: number) => sum + each, 0)).toBe(players + 1);
    expect(fresh).toHaveLength(33);
    expect(Math.max(...fresh)).toBe(fresh[0]);
    const retention = await get(`statistics/retention?from=${from}&to=${from}`);
    const [cohort] = retention.data.cohorts;
    expect(cohort.returned['1'] / cohort.size).toBeWithin(0.2, 0.65);
    const sessions = await get(`statistics/sessions?from=${from}&to=${to}&by=/platform`);
    const platforms = sessions.data.rows.map((row: { value: string }) => row.value);
    // The sessions of the erased player have lost their context.
    expect(new Set(platforms)).toEqual(new Set(['android', 'ios', 'windows', 'steam-deck', 'web', null]));
    const online = await get('statistics/online');
    expect(online.data.online).toBe(filled.world.online.length);
  });

  test('finds players by level and clan', async () => {
    const search = await call(app.url, 'POST', '/api/server/players/search', {
      token: filled.keyText,
      body: JSON.stringify({ metadata: [{ pointer: '/level', op: 'gte', value: 20 }] }),
      headers: { 'content-type': 'application/json' },
    });
    expect(search.status).toBe(200);
    expect(search.body.data.players.length).toBeGreaterThan(5);
  });

  test('lists keys of different scopes, and an audit that names them', async () => {
    const { data } = await get('keys');
    const names = data.keys.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(['Analytics', 'Demo', 'Game backend', 'Support desk']);
    const audit = await get('audit?action=key.create');
    expect(audit.data.entries).toHaveLength(4);
    const restores = await get('audit?action=metadata.restore');
    expect(restores.data.entries[0]).toMatchObject({ keyName: 'Support desk' });
  });

  test('restores the lost save from the history', async () => {
    const token = filled.keyText;
    const found = await call(app.url, 'POST', '/api/server/players/lookup', {
      token,
      body: '{"playerIds":["mira.k"]}',
      headers: { 'content-type': 'application/json' },
    });
    const [{ sequentialId }] = found.body.data.players;
    const path = `players/${sequentialId}/metadata`;
    expect((await get(path)).data.metadata.level).toBe(1);
    const history = await get(`${path}/history`);
    const levels = await Promise.all(
      history.data.versions.map(async ({ version }: { version: number }) => {
        const kept = await get(`${path}/history/${version}`);
        return { version, level: kept.data.metadata.level };
      }),
    );
    expect(levels.map(({ level }) => level).slice(0, 2)).toEqual([1, 42]);
    const restore = `/api/server/${path}/history/${levels[1].version}/restore`;
    expect((await call(app.url, 'POST', restore, { token })).status).toBe(200);
    expect((await get(path)).data.metadata.level).toBe(42);
  });
});
