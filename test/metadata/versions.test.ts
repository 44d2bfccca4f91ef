// The kept versions of metadata through HTTP: list, read and restore, and the space that they take.
import { describe, expect, test } from 'bun:test';
import type { VersionRow } from '../../src/store/ports/versions.ts';
import { textOf } from '../../src/store/shared/version-chain.ts';
import { keepVersion } from '../../src/store/shared/versions.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { seeded } from '../harness/seeded.ts';
import { until } from '../harness/until.ts';
import { useFreshService } from '../harness/use-service.ts';

describe.each(engines)('the history of metadata on $name', (engine) => {
  const service = useFreshService({ engine });

  const as = (player: string, method: string, path: string, body?: string) =>
    service.as(player, method, path, { body });
  const set = (text: string, player = 'ann') => as(player, 'POST', paths.metadata, `{"data":${text}}`);
  const list = async (player = 'ann') => (await as(player, 'GET', paths.history)).body.data.versions;
  const now = async () => (await as('ann', 'GET', paths.metadata)).text;

  test('a bad save can be undone by one restore', async () => {
    const start = new Date(service.clock.now()).toISOString();
    await set('{"level":41, "gold":1.0}');
    service.clock.advance(60_000);
    const { sessionId } = (await as('ann', 'POST', paths.start)).body.data;
    const { headers } = await set('{"level":0}');
    const kept = await list();
    expect(kept).toEqual([
      {
        version: 1,
        etag: expect.stringMatching(/^"[^"]+"$/),
        writtenAt: start,
        writtenBy: 'player',
        sessionId: null,
        replacedAt: new Date(service.clock.now()).toISOString(),
        sizeBytes: 24,
      },
    ]);
    const version = await as('ann', 'GET', `${paths.history}/1`);
    expect(version.body.data).toEqual({
      playerId: 'ann',
      sequentialId: 1,
      ...kept[0],
      metadata: { level: 41, gold: 1 },
    });
    expect(version.text).toContain('"metadata":{"level":41, "gold":1.0}');
    const restored = await as('ann', 'POST', `${paths.history}/1/restore`);
    expect(restored.body.data.metadata).toEqual({ level: 41, gold: 1 });
    expect(restored.headers.get('etag')).not.toBe(headers.get('etag'));
    expect(await now()).toContain('"metadata":{"level":41, "gold":1.0}');
    // The state that the restore replaced can be restored as well.
    expect((await list()).map((each: { version: number }) => each.version)).toEqual([2, 1]);
    expect((await list())[0].sessionId).toBe(sessionId);
    await as('ann', 'POST', `${paths.history}/2/restore`);
    expect(await now()).toContain('"metadata":{"level":0}');
  });

  test('belongs to its player, and unknown versions are not found', async () => {
    await set('{"a":1}');
    await set('{"a":2}');
    expect(await list('bob')).toEqual([]);
    for (const [player, version] of [
      ['bob', '1'],
      ['ann', '2'],
      ['ann', '0'],
      ['ann', '01'],
      ['ann', 'x'],
      ['ann', '9007199254740993'],
    ] as const) {
      for (const [method, path] of [
        ['GET', `${paths.history}/${version}`],
        ['POST', `${paths.history}/${version}/restore`],
      ] as const) {
        const answer = await as(player, method, path);
        expect([answer.status, answer.body.error]).toEqual([404, { message: 'Version not found' }]);
      }
    }
  });

  test('can be turned off, which drops the kept versions', async () => {
    await set('{"a":1}');
    await set('{"a":2}');
    expect(await list()).toHaveLength(1);
    await service.restart({ METADATA_HISTORY_DAYS: '0' });
    await set('{"a":3}');
    await as('ann', 'DELETE', paths.metadata);
    await until(async () => {
      await service.clock.pass(6 * 3_600_000);
      return (await list()).length === 0;
    });
  });

  test('restores no version past the bound, though it can still be read', async () => {
    await set(`{"x":"${'é'.repeat(500)}"}`);
    await set('{"x":1}');
    await service.restart({ METADATA_MAX_BYTES: '1007' });
    const restore = () => as('ann', 'POST', `${paths.history}/1/restore`);
    const answer = await restore();
    expect([answer.status, answer.body.error]).toEqual([413, { message: 'Metadata too large' }]);
    expect(await now()).toContain('"metadata":{"x":1}');
    expect((await as('ann', 'GET', `${paths.history}/1`)).status).toBe(200);
    await service.restart({ METADATA_MAX_BYTES: '1008' });
    expect((await restore()).status).toBe(200);
  });

  test('keeps at most METADATA_HISTORY_VERSIONS versions', async () => {
    await service.restart({ METADATA_HISTORY_VERSIONS: '3', METADATA_HISTORY_INTERVAL_SECONDS: '10' });
    for (let n = 0; n < 12; n += 1) {
      await set(`{"n":${n}}`);
      service.clock.advance(10_000);
    }
    expect(await list()).toHaveLength(3);
  });
});

describe('kept versions', () => {
  const policy = { intervalMilliseconds: 300_000, days: 30, maxVersions: 20, lossMinBytes: 100 };
  const random = seeded(1);

  /** Keeps this many versions of a document of 16 KB, of which a twentieth changes each time. */
  function keepMany(count: number): { rows: VersionRow[]; texts: Map<number, string> } {
    const itemOf = (id: number) => ({ id, name: `item-${random(1e6)}`, at: random(1e12) });
    const items = Array.from({ length: 230 }, (_, id) => itemOf(id));
    const texts = new Map<number, string>();
    let rows: VersionRow[] = [];
    for (let version = 1; version <= count; version += 1) {
      for (let change = 0; change < 12; change += 1) {
        const id = random(items.length);
        items[id] = itemOf(id);
      }
      const text = JSON.stringify({ items, padding: 'level '.repeat(700) });
      texts.set(version, text);
      const by = { by: 'player', writtenAt: null, sessionId: null, keyId: null } as const;
      const now = 1_700_000_000_000 + version * 301_000;
      const { put, drop } = keepVersion(policy, rows, { version, text, ...by }, { now, milestone: false });
      const changed = new Set([...drop, ...put.map((row) => row.version)]);
      rows = [...rows.filter((row) => !changed.has(row.version)), ...put];
    }
    return { rows, texts };
  }

  test('twenty of a document that changes by a twentieth take less space than three copies of it', () => {
    const { rows, texts } = keepMany(20);
    expect(rows).toHaveLength(20);
    expect(texts.get(20)?.length).toBeGreaterThan(15_000);
    const sizes = rows.map((row) => row.content.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3 * Math.max(...sizes));
  });

  test('read as they were, whichever versions were dropped before them, and beside one that is damaged', () => {
    const { rows, texts } = keepMany(75);
    for (let oldest = 0; oldest < 10; oldest += 1) {
      const left = rows.toSorted((a, b) => b.version - a.version).slice(0, rows.length - oldest);
      for (const { version } of left) expect(textOf(left, version)).toBe(texts.get(version) as string);
    }
    const middle = rows.toSorted((a, b) => a.version - b.version)[10] as VersionRow;
    const content = middle.content.map((byte, at) => (at > 20 ? byte ^ 1 : byte));
    const damaged = rows.map((row) => (row === middle ? { ...middle, content } : row));
    expect(() => textOf(damaged, middle.version)).toThrow();
    for (const { version } of rows.filter((row) => row.version > middle.version)) {
      expect(textOf(damaged, version)).toBe(texts.get(version) as string);
    }
  });
});
