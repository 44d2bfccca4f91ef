// The demo's month: the same story at each start, believable numbers, and nothing that a store would not hold.
import { describe, expect, test } from 'bun:test';
import { day, hour, targetOnline } from '../../src/demo/calendar.ts';
import { createRandom, uuidAt } from '../../src/demo/random.ts';
import { createWorld, type World } from '../../src/demo/world.ts';
import { isSessionId } from '../../src/lib/ids.ts';
import { recordsOf } from '../../src/store/ports/transfer.ts';

const now = Date.parse('2026-03-18T19:30:00.000Z');
const staff = {
  support: { keyId: '01a1fb57-a392-71cf-b279-7fe125c02a03', name: 'Support desk' },
  backend: { keyId: '01a1fb57-a392-71cf-b279-7fe125c02a04', name: 'Game backend' },
};
const worldAt = (at: number, players = 5_000): World => createWorld({ now: at, players, staff });

function recordsIn({ records }: World) {
  const all = records.flat();
  return {
    players: recordsOf(all, 'player'),
    ended: recordsOf(all, 'ended-session'),
    active: recordsOf(all, 'active-session'),
    audit: recordsOf(all, 'audit-entry'),
    losses: recordsOf(all, 'metadata-loss'),
  };
}

const world = worldAt(now);
const { players, ended, active, audit } = recordsIn(world);

/** The dates of UTC on which each player was active, counted from the epoch. */
const datesOf = (): ReadonlyMap<number, ReadonlySet<number>> => {
  const dates = new Map<number, Set<number>>();
  for (const { sequentialId, startedAt, endedAt } of ended) {
    const own = dates.get(sequentialId) ?? new Set();
    for (let date = Math.floor(startedAt / day); date <= Math.floor(endedAt / day); date += 1) own.add(date);
    dates.set(sequentialId, own);
  }
  return dates;
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

describe('the month of the demo', () => {
  test('is the same a week later, all times moved by the week', () => {
    const week = 7 * day;
    const relative = (at: number) => {
      const { players, ended, audit } = recordsIn(worldAt(at, 800));
      return [
        players.map(({ registeredAt, ...more }) => [registeredAt - at, more.playerId, more.metadataVersion]),
        ended.map(({ startedAt, endedAt, ...more }) => [
          startedAt - at,
          endedAt - at,
          more.reason,
          more.context,
        ]),
        audit.map(({ sequentialId, action, at: time }) => [sequentialId, action, time - at]),
      ];
    };
    expect(relative(now + week)).toEqual(relative(now) as never);
  });

  test('has 5,000 players with names of their own, in the order of registration', () => {
    expect(players).toHaveLength(5_000);
    expect(new Set(players.map(({ playerId }) => playerId)).size).toBe(5_000);
    const times = players.map(({ registeredAt }) => registeredAt);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const names = players.map(({ playerId }) => playerId).join('\n');
    for (const script of ['Script=Arabic', 'Script=Hebrew', 'Script=Han', 'Emoji'])
      expect(names).toMatch(new RegExp(`\\p{${script}}`, 'u'));
    expect(names).toMatch(/.{150}/);
    expect(names.match(/^steam:7656119/gm)?.length).toBeGreaterThan(1_500);
  });

  test('names heroes after ids, and the player of the tour leads', () => {
    const names = players.map(({ metadataText }): string => JSON.parse(metadataText ?? '{"name":""}').name);
    const nameOf = new Map(players.map(({ playerId }, place) => [playerId, names[place]]));
    for (const [playerId, name] of [
      ['mira.k', 'Mira K'],
      ['RobinRune27', 'Robin Rune'],
      ['Ольга_Буря', 'Ольга Буря'],
      ['  two  spaces  ', 'Two Spaces'],
    ])
      expect([playerId, nameOf.get(playerId ?? '')]).toEqual([playerId, name]);
    expect(names.filter((name) => /mira/i.test(name))).toEqual(['Mira K']);
    for (const hours of [0, 6, 12, 18]) {
      const { losses } = recordsIn(worldAt(now + hours * hour));
      const open = losses.filter(({ restoredAt }) => restoredAt === null);
      const newest = open.toSorted((a, b) => b.lostAt - a.lostAt)[0];
      expect([open.length, newest?.sequentialId]).toEqual([12, 137]);
    }
  });

  test.each([
    [1, 0.36, 0.47],
    [7, 0.15, 0.22],
    [30, 0.06, 0.11],
  ])('has a retention on day %d between %d and %d', (days, least, most) => {
    const today = Math.floor(now / day);
    const cohorts = [...datesOf().values()].filter((dates) => Math.min(...dates) + days < today);
    const returned = cohorts.filter((dates) => dates.has(Math.min(...dates) + days));
    expect(cohorts.length).toBeGreaterThan(500);
    expect(returned.length / cohorts.length).toBeWithin(least, most);
  });

  test('has sessions of believable lengths, without overlap and none in the future', () => {
    expect(ended.length).toBeWithin(30_000, 70_000);
    const minutes = ended.map(({ startedAt, endedAt }) => (endedAt - startedAt) / 60_000);
    expect(median(minutes)).toBeWithin(20, 30);
    expect(Math.max(...minutes)).toBeWithin(180, 361);
    const ofPlayer = Map.groupBy(ended, ({ sequentialId }) => sequentialId);
    for (const { sequentialId, startedAt, lastActivity } of active) {
      const before = ofPlayer.get(sequentialId)?.at(-1)?.endedAt ?? 0;
      expect(startedAt).toBeWithin(before, lastActivity + 1);
      expect(lastActivity).toBeLessThanOrEqual(now);
    }
    const overlaps = [...ofPlayer.values()].flatMap((sessions) =>
      sessions.filter(({ startedAt }, place) => startedAt < (sessions[place - 1]?.endedAt ?? 0)),
    );
    expect(overlaps).toEqual([]);
    expect(ended.filter(({ startedAt, endedAt }) => endedAt < startedAt || endedAt > now)).toEqual([]);
  });

  test('has every reason that a session can have while its player is there', () => {
    const counts = Map.groupBy(ended, ({ reason }) => reason);
    expect([...counts.keys()].toSorted()).toEqual(['expired', 'replaced', 'stopped', 'terminated']);
    expect((counts.get('stopped')?.length ?? 0) / ended.length).toBeWithin(0.7, 0.85);
  });

  test('has an audit of what the support did', () => {
    const counts = Map.groupBy(audit, ({ action }) => action);
    expect(Object.fromEntries([...counts].map(([action, entries]) => [action, entries.length]))).toEqual({
      ...{ 'metadata.restore': 5, 'metadata.patch': 5, 'session.terminate': 2, 'player.suspend': 5 },
      ...{ 'player.unsuspend': 1, 'player.export': 1, 'player.erase': 1 },
    });
    expect(audit.filter(({ at }) => at > now)).toEqual([]);
    expect(players.filter(({ suspendedUntil }) => suspendedUntil !== null)).toHaveLength(4);
  });

  test.each([0, 6, 12, 18])('has 30 to 60 players online at hour %d', (hours) => {
    const at = Date.parse('2026-03-18T00:05:00.000Z') + hours * hour;
    const world = worldAt(at, 2_000);
    expect(world.online).toHaveLength(targetOnline(at));
    expect(targetOnline(at)).toBeWithin(30, 61);
    const ids = new Set(recordsIn(world).active.map(({ sequentialId }) => sequentialId));
    expect(ids.size).toBe(world.online.length);
  });
});

test('an id of a session has the form of a UUIDv7 and its time', () => {
  const id = uuidAt(createRandom(1), now);
  expect(isSessionId(id)).toBe(true);
  expect(id).toMatch(/^.{14}7.{4}[89ab]/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now);
});
