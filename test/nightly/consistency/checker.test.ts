// The checker on small histories written by hand: histories with a legal order pass, all others fail.
import { expect, test } from 'bun:test';
import { check, SearchTooLong } from './checker.ts';
import {
  active,
  add,
  at,
  beaten,
  changed,
  conflict,
  count,
  counted,
  empty,
  ended,
  erase,
  type Histories,
  heartbeat,
  isActive,
  isSuspended,
  lost,
  noSession,
  notCurrent,
  read,
  record,
  replace,
  set,
  start,
  started,
  stop,
  suspend,
  testVerdicts,
  unsuspend,
} from './events.ts';
import type { Event } from './operations.ts';
import { findViolation } from './report.ts';

const legal: Histories = {
  'nothing at all': [],
  'one after the other': [at(0, 1, set(1), record(1, 'a')), at(2, 3, read, record(1, 'a'))],
  'a read beside a write sees the old state': [
    at(0, 1, read, empty('o')),
    at(2, 9, set(1), record(1, 'a')),
    at(3, 4, read, empty('o')),
    at(5, 6, read, record(1, 'a')),
  ],
  'writes beside each other, in the order that a read tells': [
    at(0, 9, set(1), record(1, 'a')),
    at(0, 9, set(2), record(2, 'b')),
    at(10, 11, read, record(1, 'a')),
  ],
  'a suspension that begins beside a write and ends later than its repetition': [
    at(0, 9, suspend, changed),
    at(0, 9, set(1, { key: 'k' }), record(1, 'a')),
    at(10, 11, set(1, { key: 'k' }), isSuspended),
    at(10, 11, heartbeat(), isSuspended),
    at(12, 19, unsuspend, changed),
    at(13, 14, read, isSuspended),
    at(20, 21, set(1, { key: 'k' }), record(1, 'a')),
    at(22, 23, active, noSession),
  ],
  'an unanswered suspension, and an end of none that comes before it': [
    at(0, 9, unsuspend, changed),
    lost(1, suspend),
    at(10, 11, read, isSuspended),
  ],
  'an unanswered write that happened': [lost(0, set(1)), at(5, 6, read, record(1, 'a'))],
  'an unanswered write that never happened': [
    at(0, 1, set(1), record(1, 'a')),
    lost(2, set(2)),
    at(3, 4, read, record(1, 'a')),
  ],
  'an unanswered write that happens late': [
    at(0, 1, set(1), record(1, 'a')),
    lost(2, set(2)),
    at(3, 4, read, record(1, 'a')),
    at(5, 6, set(3, { ifMatch: 'a' }), conflict(2, 'b')),
    at(7, 8, read, record(2, 'b')),
  ],
  'an unanswered start and its session': [
    lost(0, start),
    at(1, 2, start, isActive),
    at(3, 4, heartbeat(), beaten('s', 5)),
    at(5, 6, stop, ended('s')),
    at(7, 8, active, noSession),
  ],
  'one write and its repetition': [
    lost(0, add('k')),
    at(2, 3, add('k'), { status: 200, tag: 'b', text: '{"a":1}' }),
    at(3, 4, add('k'), { status: 200, tag: 'b', text: '{"a":1}' }),
    at(5, 6, read, { status: 200, tag: 'b', text: '{"a":1}' }),
  ],
  'additions beside each other, in either order': [
    at(0, 9, count(10), counted(110, 'b')),
    at(0, 9, count(100), counted(100, 'a')),
    at(10, 11, read, counted(110, 'b')),
  ],
  'an addition and its repetition under one key': [
    lost(0, count(10, 'k')),
    at(2, 3, count(100), counted(110, 'b')),
    at(4, 5, count(10, 'k'), counted(10, 'a')),
    at(6, 7, read, counted(110, 'b')),
  ],
  'of two starts one, and the replaced session writes no more': [
    at(0, 5, start, started('s')),
    at(1, 5, start, isActive),
    at(6, 7, replace, started('t')),
    at(8, 9, set(1, { requiredSessionId: 's' }), notCurrent),
    at(8, 9, heartbeat('s'), noSession),
    at(10, 11, set(1, { requiredSessionId: 't' }), record(1, 'a')),
  ],
  'a delete of nothing keeps the tag': [
    at(0, 1, read, empty('o')),
    at(2, 3, erase, { status: 200, tag: 'o' }),
    at(4, 5, set(1), record(1, 'a')),
    at(6, 7, erase, { status: 200, tag: 'b' }),
    at(8, 9, read, empty('b')),
  ],
};

const illegal: Histories = {
  'a stale read': [
    at(0, 1, set(1), record(1, 'a')),
    at(2, 3, set(2), record(2, 'b')),
    at(4, 5, read, record(1, 'a')),
  ],
  'a lost update: two writes on one tag': [
    at(0, 1, set(1), record(1, 'a')),
    at(2, 9, set(2, { ifMatch: 'a' }), record(2, 'b')),
    at(2, 9, set(3, { ifMatch: 'a' }), record(3, 'c')),
  ],
  'a lost addition: two that begin from one state': [
    at(0, 9, count(10), counted(10, 'a')),
    at(0, 9, count(100), counted(100, 'b')),
  ],
  'an addition that is acknowledged and missing': [
    at(0, 1, count(10), counted(10, 'a')),
    at(2, 3, count(100), counted(100, 'b')),
  ],
  'an addition that ran again under its key': [
    at(0, 1, count(10, 'k'), counted(10, 'a')),
    at(2, 3, count(10, 'k'), counted(10, 'a')),
    at(4, 5, read, counted(20, 'b')),
  ],
  'a conflict without a cause': [
    at(0, 1, set(1), record(1, 'a')),
    at(2, 3, set(2, { ifMatch: 'a' }), conflict(1, 'a')),
  ],
  'two active sessions': [at(0, 9, start, started('s')), at(0, 9, start, started('t'))],
  'a write seen, then unseen': [lost(0, set(1)), at(1, 2, read, record(1, 'a')), at(3, 4, read, empty('o'))],
  'an answered write that is missing': [at(0, 1, set(1), record(1, 'a')), at(2, 3, read, empty('o'))],
  'a session that comes back': [
    at(0, 1, start, started('s')),
    at(2, 3, stop, ended('s')),
    lost(4, start),
    at(5, 6, heartbeat(), beaten('s', 7)),
  ],
  'a write after the answer of a suspension': [at(0, 1, suspend, changed), at(2, 3, set(1), record(1, 'a'))],
  'a session that survives a suspension': [
    at(0, 1, start, started('s')),
    at(2, 3, suspend, changed),
    at(4, 5, unsuspend, changed),
    at(6, 7, heartbeat(), beaten('s', 6)),
  ],
  'a refusal after the end of a suspension': [
    at(0, 1, suspend, changed),
    at(2, 3, unsuspend, changed),
    at(4, 5, read, isSuspended),
  ],
  'a write that a suspension refused, and that happened': [
    at(0, 1, suspend, changed),
    at(2, 3, set(1), isSuspended),
    at(4, 5, unsuspend, changed),
    at(6, 7, read, record(1, 'a')),
  ],
  'a heartbeat of a replaced session': [
    at(0, 1, start, started('s')),
    at(2, 3, replace, started('t')),
    at(4, 5, heartbeat('s'), beaten('s', 5)),
  ],
  'no session between two that followed each other at once': [
    at(0, 1, start, started('s')),
    at(2, 9, replace, started('t')),
    at(2, 9, heartbeat(), noSession),
  ],
  'a write that requires an ended session': [
    at(0, 1, start, started('s')),
    at(2, 3, stop, ended('s')),
    at(4, 5, set(1, { requiredSessionId: 's' }), record(1, 'a')),
  ],
  'one tag for two states': [at(0, 1, set(1), record(1, 'a')), at(2, 3, set(2), record(2, 'a'))],
  'an old tag for a new state': [
    at(0, 1, read, empty('o')),
    at(2, 3, set(1), record(1, 'a')),
    at(4, 5, erase, { status: 200, tag: 'o' }),
  ],
  'a write that is not what was sent': [at(0, 1, set(1), { status: 200, tag: 'a', text: '{"n": 1}' })],
  'a repetition that ran again': [
    at(0, 1, set(1, { key: 'k' }), record(1, 'a')),
    at(2, 3, set(2), record(2, 'b')),
    at(4, 5, set(1, { key: 'k' }), record(1, 'a')),
    at(6, 7, read, record(1, 'a')),
  ],
  'activity that was answered and not noted': [
    at(0, 1, start, started('s', 1)),
    at(2, 3, heartbeat(), beaten('s', 5)),
    at(4, 5, active, beaten('s', 1)),
  ],
  'an unanswered write that happened twice': [
    lost(0, set(1)),
    at(1, 2, read, record(1, 'a')),
    at(3, 4, set(2), record(2, 'b')),
    at(5, 6, read, record(1, 'c')),
  ],
  'an effect before its call': [at(0, 1, read, record(1, 'a')), at(2, 3, set(1), record(1, 'a'))],
};

testVerdicts(legal, illegal);

test('histories of different players are independent', () => {
  const [first, second] = illegal['two active sessions'] ?? [];
  expect(findViolation([{ ...first, player: 'bob' } as Event, second as Event])).toBeUndefined();
});

test('a search that takes too long is an error, not a pass', () => {
  const writes = Array.from({ length: 12 }, (_, n) => at(0, 9, set(n), record(n, `t${n}`)));
  expect(check(writes).isLegal).toBe(true);
  expect(() => check([...writes, at(10, 11, read, record(99, 'x'))], 1_000)).toThrow(SearchTooLong);
});

test('the report names the answer that no order explains, and the expected one', () => {
  const report = findViolation(illegal['a stale read'] ?? []) ?? '';
  expect(report).toContain('after 2 others');
  expect(report).toContain('⇒ 200 a {"n":1}, expected 200 {"n":2}');
});
