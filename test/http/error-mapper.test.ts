// Outages in the log and in the metrics. Calls that are refused because others wait are in errors/refusals-table.test.ts.
import { expect, test } from 'bun:test';
import pino from 'pino';
import { createErrorMapper } from '../../src/http/error-mapper.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { StoreUnavailable } from '../../src/store/ports/errors.ts';
import { OUTAGE_LOG_MILLISECONDS } from '../../src/tuning.ts';
import { manualClock } from '../harness/clock.ts';

test('an outage is logged once a second, with how many lines were left out, and counted each time', () => {
  const lines: Record<string, unknown>[] = [];
  const clock = manualClock();
  const metrics = createMetrics();
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const mapper = createErrorMapper({ clock, log, production: true, metrics });
  const read = () => expect(mapper(new StoreUnavailable('gone'), {}).error).toBe('serviceUnavailable');
  const logged = () => lines.splice(0).map(({ level, msg, leftOut }) => ({ level, msg, leftOut }));
  const line = { level: pino.levels.values.error, msg: 'the store is unavailable' };
  for (let n = 0; n < 500; n += 1) read();
  clock.advance(OUTAGE_LOG_MILLISECONDS - 1);
  read();
  expect(logged()).toEqual([{ ...line, leftOut: undefined }]);
  clock.advance(1);
  read();
  expect(logged()).toEqual([{ ...line, leftOut: 500 }]);
  clock.advance(OUTAGE_LOG_MILLISECONDS);
  read();
  expect(logged()).toEqual([{ ...line, leftOut: undefined }]);
  const counters = metrics
    .families()
    .flatMap((family) => (family.type === 'counter' ? family.samples() : []));
  const counted = counters
    .filter(({ value }) => value > 0)
    .map(({ labels, value }) => [labels.reason, value]);
  expect(counted).toEqual([['storeUnavailable', 503]]);
});
