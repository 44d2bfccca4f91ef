// Imported sessions in the statistics: they count as sessions that come late, in their own months, and "imported" is not "seen".
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { engines } from '../harness/engines.ts';
import { importPlayers, playerOf } from '../harness/imports.ts';
import { seed, seeded } from '../harness/seeded.ts';
import { openTestStore, type TestStore } from '../harness/store.ts';
import { expectEqualFigures, pointers } from '../statistics/compare.ts';
import type { ReferenceSession } from '../statistics/reference.ts';

const hour = 3_600_000;
const zone = 'Europe/Berlin';
const settings = { STATISTICS_TIME_ZONE: zone, STATISTICS_CONTEXT: pointers.join(',') };

describe.each(engines)('the statistics after an import from another service on $name', (engine) => {
  let t: TestStore;
  beforeEach(async () => {
    t = await openTestStore(engine, settings);
    t.clock.advance(Date.parse('2026-04-10T12:00:00Z') - t.clock.now());
  });
  afterEach(() => t.remove());

  test(`count its sessions on their own dates, from seed ${seed}`, async () => {
    const random = seeded(seed);
    const played: ReferenceSession[] = [];
    const ann = await t.register('ann');
    await t.store.sessions.start(ann, '01a2a2a2-0000-7000-8000-000000000001', {});
    const start = t.clock.now();
    t.clock.advance(30_000);
    await t.store.sessions.end(ann, 'stopped');
    played.push({ player: ann, start, end: t.clock.now(), reason: 'stopped', context: null });
    await expectEqualFigures(t.store.statistics, zone, played);

    const contexts = [null, '{"platform":"ios","version":2}', '{"platform":"android"}'];
    const players = ['ann', 'bob', 'cyd', 'dan', 'eve'].map((name) => {
      const first = t.clock.now() - random(900) * 24 * hour - 40 * 24 * hour;
      const sessions = Array.from({ length: name === 'eve' ? 0 : 1 + random(12) }, (_, n) => {
        const startedAt = first + n * (1 + random(70)) * hour;
        return { startedAt, endedAt: startedAt + random(3 * hour), context: contexts[random(3)] ?? null };
      });
      return playerOf(name, { a: '1' }, { registeredAt: first, sessions });
    });
    expect((await importPlayers(players, t.environment, t.clock)).last).toMatchObject({
      new: 4,
      filled: 1,
    });
    const ids = await t.store.players.listSequentialIds(players.map(({ ids }) => ids.user?.[0] ?? ''));
    const imported = players.flatMap(({ sessions = [] }, index) =>
      sessions.map(({ startedAt, endedAt, context }) => ({
        ...{ player: ids[index] ?? 0, start: startedAt, end: endedAt, reason: 'stopped', context },
      })),
    );
    await expectEqualFigures(t.store.statistics, zone, [...played, ...imported]);
    await importPlayers(players, t.environment, t.clock);
    await expectEqualFigures(t.store.statistics, zone, [...played, ...imported]);
    const [eve] = await t.store.players.describe([ids[4] ?? 0]);
    expect(eve).toMatchObject({ lastSeenAt: null, version: 1 });
  }, 120_000);
});
