// Kept versions of which one is damaged: saves succeed, and the number of versions stays bounded.
import { expect, test } from 'bun:test';
import type { VersionRow } from '../../../src/store/ports/versions.ts';
import { keepVersion } from '../../../src/store/shared/versions.ts';

test('a damaged version prevents no save, and the oldest versions are dropped', () => {
  const policy = { intervalMilliseconds: 0, days: 30, maxVersions: 4, lossMinBytes: 100 };
  let rows: VersionRow[] = [];
  function keep(version: number): void {
    const text = JSON.stringify({ version, same: 'the same '.repeat(400) });
    const replaced = {
      version,
      text,
      writtenAt: version,
      sessionId: null,
      by: 'player' as const,
      keyId: null,
    };
    const { put, drop } = keepVersion(policy, rows, replaced, { now: version * 1_000, milestone: false });
    const changed = new Set([...drop, ...put.map((row) => row.version)]);
    rows = [...rows.filter((row) => !changed.has(row.version)), ...put];
  }
  for (let version = 1; version <= 6; version += 1) keep(version);
  expect(rows).toHaveLength(4);
  rows = rows.map((row) => (row.version === 6 ? { ...row, content: new Uint8Array([1, 2, 3]) } : row));
  for (let version = 7; version <= 20; version += 1) {
    keep(version);
    expect(rows.length).toBeLessThanOrEqual(4);
    expect(rows.some((row) => row.version === version)).toBe(true);
  }
});
