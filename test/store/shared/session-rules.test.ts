// The decisions about sessions that both engines share, without a database.
import { describe, expect, test } from 'bun:test';
import { isFromClockSetBack } from '../../../src/store/shared/clock-skew.ts';
import {
  answerFromHistory,
  answerToEnd,
  correctedActivity,
  endOf,
  explainNotActive,
  isExpired,
  isRequiredSession,
  nextActivity,
  nextStepOfStart,
  noActiveSession,
  stateOf,
} from '../../../src/store/shared/session-rules.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../../../src/tuning.ts';

const timeout = 60_000;
const now = 1_800_000_000_000;
const a = '01a00000-0000-7000-8000-00000000000a';
const b = '01a00000-0000-7000-8000-00000000000b';
const rowAt = (lastActivity: number, expiresFrom = lastActivity) => ({
  sessionId: a,
  startedAt: now - 100_000,
  lastActivity,
  expiresFrom,
  context: '{}',
  installationId: null,
});

test('a session expires when its last activity is a timeout old, and not a millisecond before', () => {
  expect(isExpired(rowAt(now - timeout + 1), now, timeout)).toBe(false);
  expect(isExpired(rowAt(now - timeout), now, timeout)).toBe(true);
  expect(stateOf(rowAt(now - timeout + 1), now, timeout)).toBe('active');
  expect(stateOf(rowAt(now - timeout), now, timeout)).toBe('expired');
  expect([stateOf(null, now, timeout), stateOf(undefined, now, timeout)]).toEqual(['none', 'none']);
});

test('a session older than the setting back of a clock expires by the corrected time', () => {
  expect(isExpired(rowAt(now + 1_000_000, now - timeout), now, timeout)).toBe(true);
});

test('a write may proceed in the required session alone, or where none is required', () => {
  expect([isRequiredSession(undefined, a), isRequiredSession(undefined, null)]).toEqual([true, true]);
  expect([isRequiredSession(a, a), isRequiredSession(a, b), isRequiredSession(a, null)]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['none', undefined, 'insert'],
  ['none', 'reject', 'insert'],
  ['none', 'replaceOwn', 'insert'],
  ['none', 'resume', 'insert'],
  ['expired', 'reject', 'expire'],
  ['expired', 'replace', 'expire'],
  ['expired', 'replaceOwn', 'expire'],
  ['expired', 'resume', 'expire'],
  ['active', undefined, 'reject'],
  ['active', 'reject', 'reject'],
  ['active', 'replace', 'replace'],
  ['active', 'replaceOwn', 'reject'],
  ['active', 'resume', 'resume'],
] as const)('the next step of a start: session %s, onActive %s: %s', (state, onActive, step) => {
  expect(nextStepOfStart(state, onActive ? { onActive } : {}, { installationId: null })).toBe(step);
});

test('a start replaces the session of its own installation alone, if it asks for that', () => {
  const start = { onActive: 'replaceOwn', installationId: 'one' } as const;
  expect(nextStepOfStart('active', start, { installationId: 'one' })).toBe('replace');
  expect(nextStepOfStart('active', start, { installationId: 'two' })).toBe('reject');
  expect(nextStepOfStart('active', start, { installationId: null })).toBe('reject');
});

test('a heartbeat never moves the last activity backwards, and notes the time where the clock was set back', () => {
  expect([nextActivity(now - 5, now), nextActivity(now + 5, now)]).toEqual([now, now + 5]);
  expect(correctedActivity(now, now)).toBeNull();
  expect(correctedActivity(now + CLOCK_SKEW_MILLISECONDS, now)).toBeNull();
  expect(correctedActivity(now + CLOCK_SKEW_MILLISECONDS + 1, now)).toBe(now);
});

test('a stored time is from before a clock was set back when it is further ahead than the clock skew', () => {
  expect(isFromClockSetBack(now + CLOCK_SKEW_MILLISECONDS, now)).toBe(false);
  expect(isFromClockSetBack(now + CLOCK_SKEW_MILLISECONDS + 1, now)).toBe(true);
});

describe('the end of a session', () => {
  const { sessionId, startedAt } = rowAt(now);

  test('is now, for the reason asked for, and never before the last activity', () => {
    expect(endOf(rowAt(now - 10), 'stopped', now, timeout)).toEqual({
      ...{ sessionId, startedAt },
      endedAt: now,
      reason: 'stopped',
    });
    expect(endOf(rowAt(now + 10), 'replaced', now, timeout)).toMatchObject({ endedAt: now + 10 });
  });

  test('is the last activity of a session that had expired, whatever reason was asked for', () => {
    const ended = endOf(rowAt(now - timeout), 'stopped', now, timeout);
    expect(ended).toMatchObject({ endedAt: now - timeout, reason: 'expired' });
    expect(answerToEnd(ended, 'stopped', undefined)).toEqual(noActiveSession(now - timeout));
    expect(answerToEnd(ended, 'stopped', a)).toEqual({ notActive: 'expired' });
    expect(answerToEnd(ended, 'expired', undefined)).toBe(ended);
  });
});

describe('the answer when no session is active', () => {
  const found = (state: 'active' | 'expired') => ({ state, sessionId: a, lastActivity: 7 });

  test('names the expiry with its time, or that there is no session, when no session is required', () => {
    expect(explainNotActive({ state: 'none' }, undefined)).toEqual({ notActive: 'none' });
    expect(explainNotActive(found('expired'), undefined)).toEqual({ notActive: 'expired', lastActivity: 7 });
    expect(explainNotActive(found('active'), undefined)).toBe('active');
  });

  test('names the end of the required session, in the row or in the history', () => {
    expect(explainNotActive(found('expired'), a)).toEqual({ notActive: 'expired' });
    expect(explainNotActive(found('active'), a)).toBe('active');
    expect(explainNotActive(found('active'), b)).toBe('in-history');
    expect(explainNotActive(found('expired'), b)).toBe('in-history');
    expect(explainNotActive({ state: 'none' }, b)).toBe('in-history');
    expect(answerFromHistory('replaced')).toEqual({ notActive: 'replaced' });
    expect(answerFromHistory(undefined)).toEqual({ notActive: 'unknown' });
  });
});
