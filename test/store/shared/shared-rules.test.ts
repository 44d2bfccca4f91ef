// The decisions about keys, versions, history and schemas that both engines share, without a database.
import { describe, expect, test } from 'bun:test';
import { UTF8_MAX_BYTES_PER_UNIT } from '../../../src/lib/utf8.ts';
import {
  IDEMPOTENCY_BRIEF_MAX_BYTES,
  IDEMPOTENCY_KEY_SECONDS,
  IDEMPOTENCY_OUTCOMES_MAX_BYTES,
  SESSION_HISTORY_MAX_BYTES,
  SESSION_HISTORY_MAX_ROWS,
  SESSION_HISTORY_ROW_BYTES,
} from '../../../src/limits.ts';
import { StoreUnusable } from '../../../src/store/ports/errors.ts';
import {
  chooseShortening,
  exceedsHistoryLimit,
  historyCheckRows,
} from '../../../src/store/shared/history-limit.ts';
import {
  answerUnderKey,
  isPruningDue,
  keyRetentionStart,
  toStoredOutcome,
  withoutBrief,
} from '../../../src/store/shared/idempotency.ts';
import { toMetadata, toWrittenState } from '../../../src/store/shared/metadata-rows.ts';
import {
  assertKnownSchema,
  assertSchema,
  type Migrations,
  pendingMigrations,
} from '../../../src/store/shared/migration-numbers.ts';
import { chainEnds } from '../../../src/store/shared/version-chain.ts';
import { inOrderOfTime, reasonToKeep, versionsStart } from '../../../src/store/shared/versions.ts';
import { CLOCK_SKEW_MILLISECONDS, SESSION_HISTORY_STEP_ROWS } from '../../../src/tuning.ts';

const now = 1_800_000_000_000;

describe('an idempotency key', () => {
  const key = { key: 'k', fingerprint: 'f' };
  const found = { fingerprint: 'f', outcome: '{"answer":1}', isShortened: 0 };

  test('lets the first call run, answers the same request again and refuses another one', () => {
    expect(answerUnderKey(null, key)).toBeUndefined();
    expect(answerUnderKey(undefined, key)).toBeUndefined();
    expect(answerUnderKey(found, key)).toEqual({ answer: 1 });
    expect(answerUnderKey({ ...found, isShortened: true }, key)).toEqual({ answer: 1, isBrief: true });
    expect(answerUnderKey({ ...found, fingerprint: 'g' }, key)).toBe('key-reused');
  });

  test('is too old after its retention', () => {
    expect(now - keyRetentionStart(now)).toBe(IDEMPOTENCY_KEY_SECONDS * 1000);
  });

  test('stores a brief outcome beside one that may be too long in bytes, and gives it to no caller', () => {
    const outcomeOf = (length: number) => ({ answer: 'x'.repeat(length), brief: 'b', version: 1 });
    const longest = Math.floor(IDEMPOTENCY_BRIEF_MAX_BYTES / UTF8_MAX_BYTES_PER_UNIT);
    const shell = JSON.stringify({ answer: '', version: 1 }).length;
    expect(toStoredOutcome(outcomeOf(longest - shell)).briefOutcome).toBeNull();
    expect(toStoredOutcome(outcomeOf(longest - shell + 1)).briefOutcome).toBe('{"answer":"b","version":1}');
    expect(withoutBrief(outcomeOf(1))).toEqual({ answer: 'x', version: 1 } as never);
    expect(withoutBrief('already-active')).toBe('already-active');
  });

  test('is a reason to prune once in 32 outcomes, and after each large one', () => {
    const outcome = (length: number) => ({ outcome: 'x'.repeat(length), briefOutcome: null });
    expect([isPruningDue(outcome(1), 1 / 32 - 1e-9), isPruningDue(outcome(1), 1 / 32)]).toEqual([
      true,
      false,
    ]);
    const share = IDEMPOTENCY_OUTCOMES_MAX_BYTES / 32;
    expect([isPruningDue(outcome(share), 0.9), isPruningDue(outcome(share + 1), 0.9)]).toEqual([false, true]);
  });
});

describe('the reason to keep a replaced state', () => {
  const policy = { intervalMilliseconds: 1_000, days: 30, maxVersions: 10, lossMinBytes: 100 };
  const replaced = {
    ...{ version: 3, keptAt: now - 999, byServer: false },
    ...{ sessionId: 's', activeSessionId: 's' as string | null },
  };
  const reason = (change: Partial<typeof replaced>, options = {}, at = now) =>
    reasonToKeep(policy, { ...replaced, ...change }, options, at);

  test('is an interval that has passed, or that nothing was kept yet', () => {
    expect([reason({}), reason({ keptAt: now - 1_000 })]).toEqual([undefined, 'interval']);
    expect(reasonToKeep(policy, { ...replaced, keptAt: null }, {}, now)).toBe('interval');
  });

  test('is the first write of a session, a write by a server before or now, or the wish of the caller', () => {
    expect([reason({ activeSessionId: 't' }), reason({ activeSessionId: null })]).toEqual([
      'milestone',
      undefined,
    ]);
    expect([reason({}, { by: 'server' }), reason({}, { keepReplaced: true })]).toEqual([
      'milestone',
      'milestone',
    ]);
    expect([reason({ byServer: true })]).toEqual(['milestone']);
  });

  test('is a clock that was set back since the newest version was kept', () => {
    expect(reason({ keptAt: now + CLOCK_SKEW_MILLISECONDS })).toBeUndefined();
    expect(reason({ keptAt: now + CLOCK_SKEW_MILLISECONDS + 1 })).toBe('interval');
  });

  test('is missing for a state that was never written, and when no versions are kept', () => {
    expect(reason({ version: 0 }, { by: 'server' })).toBeUndefined();
    expect(reasonToKeep({ ...policy, days: 0 }, replaced, { by: 'server' }, now)).toBeUndefined();
  });

  test('is apart from the retention of versions, which is counted in days', () => {
    expect(now - versionsStart(now, policy)).toBe(30 * 86_400_000);
  });
});

test('no kept version is later than a newer one', () => {
  const times = (...keptAt: number[]) => keptAt.map((each) => ({ keptAt: each }));
  expect(inOrderOfTime(times(5, 9, 3))).toEqual(times(5, 5, 3));
  expect(inOrderOfTime(times(9, 2), 4)).toEqual(times(4, 2));
});

test('a chain of versions ends at the version without a base, and has no end when a version is missing', () => {
  const endOf = chainEnds([
    { version: 5, baseVersion: null },
    { version: 3, baseVersion: 5 },
    { version: 2, baseVersion: 3 },
    { version: 1, baseVersion: 4 },
  ]);
  expect([5, 2, 1, 9].map(endOf)).toEqual([5, 5, undefined, undefined]);
});

test('rows take the forms of the port, whichever engine they are from', () => {
  expect(toMetadata({ playerId: 'ann', text: null, version: 2 })).toEqual({
    ...{ playerId: 'ann', text: undefined, version: 2 },
  });
  const row = { version: 2, writtenAt: 7, sessionId: null, byServer: 1, keyId: 'k' };
  expect(toWrittenState(row, null)).toEqual({
    ...{ version: 2, writtenAt: 7, sessionId: null, by: 'server', keyId: 'k', text: undefined },
  });
  expect([0, false].map((byServer) => toWrittenState({ ...row, byServer }, null))).toMatchObject([
    { by: 'player', keyId: null },
    { by: 'player', keyId: null },
  ]);
});

describe('the history of a player', () => {
  test('exceeds its limit by rows or by bytes', () => {
    const rows = SESSION_HISTORY_MAX_ROWS;
    expect([
      exceedsHistoryLimit({ rows, contextBytes: 0 }),
      exceedsHistoryLimit({ rows: rows + 1, contextBytes: 0 }),
    ]).toEqual([rows * SESSION_HISTORY_ROW_BYTES > SESSION_HISTORY_MAX_BYTES, true]);
    const left = SESSION_HISTORY_MAX_BYTES - SESSION_HISTORY_ROW_BYTES;
    expect([left, left + 1].map((contextBytes) => exceedsHistoryLimit({ rows: 1, contextBytes }))).toEqual([
      false,
      true,
    ]);
  });

  test('loses rows past the bound, and the oldest contexts first', () => {
    const rows = Array.from({ length: SESSION_HISTORY_MAX_ROWS + 3 }, (_, n) => ({ n, contextBytes: 0 }));
    expect(chooseShortening(rows)).toMatchObject({ removeContext: [], isMoreDue: false });
    expect(chooseShortening(rows).remove.map(({ n }) => n)).toEqual(
      [0, 1, 2].map((n) => SESSION_HISTORY_MAX_ROWS + n),
    );
    const half = Math.floor(SESSION_HISTORY_MAX_BYTES / 2);
    const large = [0, 1, 2].map((n) => ({ n, contextBytes: half }));
    expect(chooseShortening(large).removeContext.map(({ n }) => n)).toEqual([1, 2]);
  });

  test('takes another step when one step was not enough', () => {
    const full = Array.from({ length: historyCheckRows }, () => ({ contextBytes: 0 }));
    expect(chooseShortening(full)).toMatchObject({ isMoreDue: true });
    expect(chooseShortening(full).remove).toHaveLength(SESSION_HISTORY_STEP_ROWS);
  });
});

describe('the number of a schema', () => {
  const migrations: Migrations = [
    { number: 5, sql: 'a' },
    { number: 6, sql: 'b' },
    { number: 7, sql: 'c' },
  ];

  test('says which migrations are pending, in order', () => {
    expect(pendingMigrations(migrations, 0)).toEqual(migrations);
    expect(pendingMigrations(migrations, 5)).toEqual(migrations.slice(1));
    expect(pendingMigrations(migrations, 7)).toEqual([]);
  });

  test('that is newer or older than the program knows is refused', () => {
    expect(() => assertKnownSchema(8, migrations)).toThrow(StoreUnusable);
    for (const known of [0, 5, 6, 7]) expect(() => assertKnownSchema(known, migrations)).not.toThrow();
    for (const older of [1, 4]) expect(() => assertKnownSchema(older, migrations)).toThrow(StoreUnusable);
  });

  test('is exactly the newest where it may not be migrated', () => {
    expect(() => assertSchema(8, migrations)).toThrow(/newer than this program knows \(7\)/);
    expect(() => assertSchema(6, migrations)).toThrow(
      /at schema 6, this program needs 7; run playkeep migrate/,
    );
    expect(() => assertSchema(0, migrations)).toThrow(
      /at schema 0, this program needs 7; run playkeep migrate/,
    );
    expect(() => assertSchema(4, migrations)).toThrow(
      /at schema 4, older than version 0.2.0; .* \(commit 68017266\)/,
    );
    expect(() => assertSchema(7, migrations)).not.toThrow();
  });
});
