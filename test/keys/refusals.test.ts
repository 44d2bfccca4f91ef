// The reasons for which a server key is refused, for its caller, the metrics and the log of production.
import { expect, test } from 'bun:test';
import pino from 'pino';
import { createKeyRefusals, keyChallenges, keyRefusals } from '../../src/auth/key-refusals.ts';
import { newKeyText } from '../../src/lib/key-text.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { manualClock } from '../harness/clock.ts';
import { counted } from '../harness/counters.ts';
import { createTestKey } from '../harness/server-keys.ts';
import { startService } from '../harness/service.ts';

test('each reason has one sentence, in both headers, and a series of its own', async () => {
  const service = await startService();
  try {
    const expired = await createTestKey(service, { expiresInSeconds: 1 });
    service.clock.advance(1_000);
    const tokens: Readonly<Record<'missing' | 'malformed' | 'unknown' | 'expired', string | undefined>> = {
      missing: undefined,
      malformed: 'pk_short',
      unknown: newKeyText(),
      expired: expired.token,
    };
    for (const [reason, token] of Object.entries(tokens) as [keyof typeof tokens, string | undefined][]) {
      const { status, headers } = await service.call('GET', '/api/server/me', { token });
      expect([reason, status, headers.get('x-error-detail')]).toEqual([reason, 401, keyRefusals[reason]]);
      expect(keyChallenges).toContain(headers.get('www-authenticate') ?? '');
    }
    const basic = { headers: { authorization: `Basic ${newKeyText()}` } };
    const other = await service.call('GET', '/api/server/me', basic);
    expect([other.status, other.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const { text } = await service.call('GET', '/metrics');
    for (const [reason, times] of [
      ['missing', 2],
      ['malformed', 1],
      ['unknown', 1],
      ['expired', 1],
    ] as const) {
      expect(text).toContain(`playkeep_key_refusals_total{reason="${reason}"} ${times}\n`);
    }
  } finally {
    await service.stop();
  }
});

test('production gets a line for each reason and minute', () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info', base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  const clock = manualClock();
  const metrics = createMetrics();
  const refusals = createKeyRefusals({ clock, log, metrics, production: true });
  for (let n = 0; n < 5; n += 1) refusals.refuse('unknown');
  clock.advance(60_000);
  refusals.refuse('unknown');
  expect(lines.map(({ reason, leftOut, msg }) => [reason, leftOut, msg])).toEqual([
    ['unknown', undefined, 'server keys are refused'],
    ['unknown', 4, 'server keys are refused'],
  ]);
  expect(counted(metrics, 'playkeep_key_refusals_total', { reason: 'unknown' })).toBe(6);
});
