// The coordinator's time in the process: measured offsets, of which the most exact one counts, and a clock that is set.
import { expect, test } from 'bun:test';
import { createCoordinatorClock } from '../../../../src/store/postgres/citus/coordinator-clock.ts';
import type { Queries } from '../../../../src/store/postgres/executor.ts';

/** A coordinator whose clock is ahead of the monotonic one by an offset, and answers in the middle of a round trip or late. */
function world() {
  const state = { moment: 1_000, offset: 1_700_000_000_000, before: 1, after: 1 };
  const queries: Pick<Queries, 'query'> = {
    async query<R extends object>() {
      state.moment += state.before;
      const rows = [{ now: state.moment + state.offset }];
      state.moment += state.after;
      return rows as unknown as R[];
    },
  };
  const clock = createCoordinatorClock(queries, { monotonic: () => state.moment });
  const error = () => clock.now() - (state.moment + state.offset);
  return { state, clock, error };
}

test('a round trip whose ways are alike gives the exact time', async () => {
  const { clock, error, state } = world();
  await clock.measure();
  expect(error()).toBe(0);
  state.moment += 10_000;
  expect(error()).toBe(0);
});

test('a slow round trip does not spoil a quick one before', async () => {
  const { clock, error, state } = world();
  await clock.measure();
  Object.assign(state, { before: 300, after: 20 });
  await clock.measure();
  expect(error()).toBe(0);
});

test('a quicker round trip replaces a slow one', async () => {
  const { clock, error, state } = world();
  Object.assign(state, { before: 300, after: 20 });
  await clock.measure();
  expect(Math.abs(error())).toBeGreaterThan(100);
  Object.assign(state, { before: 1, after: 1 });
  await clock.measure();
  expect(error()).toBe(0);
});

test('a clock that was set is followed, also by a slow round trip', async () => {
  const { clock, error, state } = world();
  await clock.measure();
  state.offset -= 60_000;
  Object.assign(state, { before: 50, after: 50 });
  await clock.measure();
  expect(Math.abs(error())).toBeLessThanOrEqual(1);
});

test('two clocks that go apart are measured anew', async () => {
  const { clock, error, state } = world();
  await clock.measure();
  state.moment += 3_600_000;
  state.offset += 100;
  Object.assign(state, { before: 2, after: 2 });
  await clock.measure();
  expect(Math.abs(error())).toBeLessThanOrEqual(1);
});
