// Decisions that both engines share, at bounds that the contract tests of the store do not reach.
import { describe, expect, test } from 'bun:test';
import { isFromClockSetBack } from '../../../src/lib/clock-skew.ts';
import { UTF8_MAX_BYTES_PER_UNIT } from '../../../src/lib/utf8.ts';
import { IDEMPOTENCY_BRIEF_MAX_BYTES, IDEMPOTENCY_OUTCOMES_MAX_BYTES } from '../../../src/limits.ts';
import { StoreUnusable } from '../../../src/store/ports/errors.ts';
import type { VersionRow } from '../../../src/store/ports/versions.ts';
import { chooseShortening, historyCheckRows } from '../../../src/store/shared/history-limit.ts';
import { isPruningDue, toStoredOutcome } from '../../../src/store/shared/idempotency.ts';
import {
  assertKnownSchema,
  assertSchema,
  type Migrations,
} from '../../../src/store/shared/migration-numbers.ts';
import { correctedActivity } from '../../../src/store/shared/session-rules.ts';
import { inOrderOfTime, keepVersion, reasonToKeep } from '../../../src/store/shared/versions.ts';
import { CLOCK_SKEW_MILLISECONDS, SESSION_HISTORY_STEP_ROWS } from '../../../src/tuning.ts';

const now = 1_800_000_000_000;
const policy = { intervalMilliseconds: 1_000, days: 30, maxVersions: 4, lossMinBytes: 100 };

test('a stored time counts as from before a clock was set back when it is further ahead than the clock skew', () => {
  const replaced = { version: 3, byServer: false, sessionId: 's', activeSessionId: 's' };
  const reasonAt = (keptAt: number) => reasonToKeep(policy, { ...replaced, keptAt }, {}, now);
  const within = now + CLOCK_SKEW_MILLISECONDS;
  expect([isFromClockSetBack(within, now), isFromClockSetBack(within + 1, now)]).toEqual([false, true]);
  expect([correctedActivity(within, now), correctedActivity(within + 1, now)]).toEqual([null, now]);
  expect([reasonAt(within), reasonAt(within + 1)]).toEqual([undefined, 'interval']);
});

test('an outcome that may be too long in bytes is stored with a brief one beside it', () => {
  const briefOf = (length: number) =>
    toStoredOutcome({ answer: 'x'.repeat(length), brief: 'b', version: 1 }).briefOutcome;
  const shell = JSON.stringify({ answer: '', version: 1 }).length;
  const longest = Math.floor(IDEMPOTENCY_BRIEF_MAX_BYTES / UTF8_MAX_BYTES_PER_UNIT) - shell;
  expect([briefOf(longest), briefOf(longest + 1)]).toEqual([null, '{"answer":"b","version":1}']);
});

test('keys are pruned after one in 32 outcomes, and after each large one', () => {
  const isDue = (length: number, random: number) =>
    isPruningDue({ outcome: 'x'.repeat(length), briefOutcome: null }, random);
  const share = IDEMPOTENCY_OUTCOMES_MAX_BYTES / 32;
  expect([isDue(1, 1 / 32 - 1e-9), isDue(1, 1 / 32)]).toEqual([true, false]);
  expect([isDue(share, 0.9), isDue(share + 1, 0.9)]).toEqual([false, true]);
});

test('no kept version is later than a newer one', () => {
  const times = (...keptAt: number[]) => keptAt.map((each) => ({ keptAt: each }));
  expect(inOrderOfTime(times(5, 9, 3))).toEqual(times(5, 5, 3));
  expect(inOrderOfTime(times(9, 2), 4)).toEqual(times(4, 2));
});

test('a damaged version prevents no save, and the oldest versions are dropped', () => {
  let rows: VersionRow[] = [];
  function keep(version: number): void {
    const text = JSON.stringify({ version, same: 'the same '.repeat(400) });
    const replaced = {
      version,
      text,
      writtenAt: version,
      sessionId: null,
      by: 'player',
      keyId: null,
    } as const;
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

test('a history takes another step to be shortened when one was not enough', () => {
  const full = Array.from({ length: historyCheckRows }, () => ({ contextBytes: 0 }));
  expect(chooseShortening(full)).toMatchObject({ isMoreDue: true });
  expect(chooseShortening(full).remove).toHaveLength(SESSION_HISTORY_STEP_ROWS);
});

describe('the number of a schema', () => {
  const migrations: Migrations = [
    { number: 5, sql: 'a' },
    { number: 6, sql: 'b' },
    { number: 7, sql: 'c' },
  ];

  test('that is newer or older than the program knows is refused', () => {
    for (const known of [0, 5, 6, 7]) expect(() => assertKnownSchema(known, migrations)).not.toThrow();
    for (const other of [1, 4, 8]) expect(() => assertKnownSchema(other, migrations)).toThrow(StoreUnusable);
  });

  test('is exactly the newest where it may not be migrated', () => {
    expect(() => assertSchema(7, migrations)).not.toThrow();
    expect(() => assertSchema(8, migrations)).toThrow(/newer than this program knows \(7\)/);
    for (const before of [0, 6])
      expect(() => assertSchema(before, migrations)).toThrow(
        `at schema ${before}, this program needs 7; run playkeep migrate`,
      );
  });
});
