// Thrown errors in the log and in the metrics. A call that is refused because others wait is no outage.
import { expect, test } from 'bun:test';
import pino from 'pino';
import { createErrorMapper } from '../../src/http/error-mapper.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { StoreBusy, StoreUnavailable } from '../../src/store/ports/errors.ts';
import { OUTAGE_LOG_MILLISECONDS } from '../../src/tuning.ts';
import { manualClock } from '../harness/clock.ts';

function reader() {
  const lines: Record<string, unknown>[] = [];
  const clock = manualClock();
  const metrics = createMetrics();
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const read = createErrorMapper({ clock, log, production: true, metrics });
  return {
    clock,
    read: (error: Error) => read(error, { requestId: 'a' }),
    logged: () => lines.splice(0).map(({ level, msg, leftOut }) => ({ level, msg, leftOut })),
    refusals: () =>
      metrics
        .families()
        .flatMap((family) => (family.type === 'counter' ? family.samples() : []))
        // Every reason is there from the start, with 0.
        .filter(({ value }) => value > 0)
        .map(({ labels, value }) => [labels.reason, value]),
  };
}

test('a call refused for want of room counts as busy, and is logged at debug', () => {
  const { read, logged, refusals } = reader();
  const { error, options } = read(new StoreBusy('playerWrites'));
  expect([error, options.detail]).toEqual(['serviceUnavailable', undefined]);
  expect(logged()).toEqual([{ level: pino.levels.values.debug, msg: 'refused', leftOut: undefined }]);
  expect(refusals()).toEqual([['busy', 1]]);
});

test('an outage is logged once a second, with how many lines were left out, and counted each time', () => {
  const { clock, read, logged, refusals } = reader();
  const level = pino.levels.values.error;
  const msg = 'the store is unavailable';
  for (let n = 0; n < 500; n += 1) {
    expect(read(new StoreUnavailable('gone')).error).toBe('serviceUnavailable');
  }
  clock.advance(OUTAGE_LOG_MILLISECONDS - 1);
  read(new StoreUnavailable('gone'));
  expect(logged()).toEqual([{ level, msg, leftOut: undefined }]);
  clock.advance(1);
  read(new StoreUnavailable('gone'));
  expect(logged()).toEqual([{ level, msg, leftOut: 500 }]);
  clock.advance(OUTAGE_LOG_MILLISECONDS);
  read(new StoreUnavailable('gone'));
  expect(logged()).toEqual([{ level, msg, leftOut: undefined }]);
  expect(refusals()).toEqual([['storeUnavailable', 503]]);
});
