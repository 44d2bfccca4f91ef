// The marks of rows in the live list: which sessions are new since the last refresh, which are over, and for how long both are told.
import { expect, test } from 'bun:test';
import type { ActiveSession } from '../src/api/active-session.ts';
import { type LiveRows, markMilliseconds, refreshed, without } from '../src/pages/live-sessions/live-rows.ts';

/** `7a` is a session of player 7. */
const session = (name: string): ActiveSession => ({
  ...{
    sessionId: name,
    sequentialId: Number.parseInt(name, 10),
    playerId: `player ${name}`,
    installationId: null,
  },
  ...{ startTime: '2026-11-22T12:00:00.000Z', lastActivity: '2026-11-22T12:00:00.000Z', context: undefined },
});

const after = (
  before: LiveRows | undefined,
  names: string,
  now: number,
  more: Partial<Parameters<typeof refreshed>[1]> = {},
): LiveRows => refreshed(before, { source: names.split(' ').map(session), isWhole: true, now, ...more });

/** `2a new` */
const shown = ({ rows }: LiveRows): string =>
  rows.map(({ sessionId, mark }) => (mark ? `${sessionId} ${mark}` : sessionId)).join(', ');

test('a session that has come is new, and one that is over stays in its place, each for a while', () => {
  const first = after(undefined, '1a 3a 5a', 0);
  expect(shown(first)).toBe('1a, 3a, 5a');
  const second = after(first, '1a 2a 5b', 5_000);
  expect(shown(second)).toBe('1a, 2a new, 3a ended, 5a ended, 5b new');
  const third = after(second, '1a 2a', 10_000);
  expect(shown(third)).toBe('1a, 2a new, 3a ended, 5a ended, 5b ended');
  const late = 5_000 + markMilliseconds;
  expect(shown(after(third, '1a 2a', late))).toBe('1a, 2a, 5b ended');
  // The focus would be lost with its row.
  const isInUse = ({ sessionId }: { readonly sessionId: string }) => sessionId === '3a';
  expect(shown(after(third, '1a 2a', late, { isInUse }))).toBe('1a, 2a, 3a ended, 5b ended');
});

test('a further page has no new sessions, and nothing is known of those beyond the last page', () => {
  const first = after(undefined, '1a 2a', 0, { isWhole: false });
  const more = after(first, '1a 2a 3a 4a', 1_000);
  expect(shown(more)).toBe('1a, 2a, 3a, 4a');
  const shorter = after(after(undefined, '1a 2a 4a', 0, { isWhole: false }), '1a 2a 3a', 5_000, {
    isWhole: false,
  });
  // The page is full with player 3, so player 4 may still play.
  expect(shown(shorter)).toBe('1a, 2a, 3a new');
});

test('a session that was ended here is gone, also where an answer on its way has it', () => {
  const first = without(after(undefined, '1a 2a', 0), new Set(['1a']));
  expect(shown(first)).toBe('2a');
  const second = after(first, '1a 2a', 1_000);
  expect(shown(second)).toBe('2a');
  expect(shown(after(second, '1b 2a', 6_000))).toBe('1b new, 2a');
});

test('after a long pause nothing is marked', () => {
  expect(shown(after(after(undefined, '1a 2a', 0), '2a 3a', 61_000))).toBe('2a, 3a');
});
