// The example of counters in docs/api.md, sent as it stands there.
import { expect, test } from 'bun:test';
import { engines } from '../harness/engines.ts';
import { startService } from '../harness/service.ts';
import { readExample } from '../harness/worked-example.ts';

const steps = readExample('docs/api.md', '### Counters');

test('the example shows additions of two devices, a repetition and a refusal', () => {
  const keys = steps.map(({ options }) => options.headers?.['Idempotency-Key'] ?? '');
  expect(keys).toEqual(['phone-1', 'tablet-1', 'phone-1', 'tablet-2', 'tablet-3']);
  expect(steps.filter(({ answer }) => answer.startsWith('{"statusCode":409'))).toHaveLength(1);
});

for (const engine of engines) {
  test(`the example of docs/api.md gives the answers that stand there on ${engine.name}`, async () => {
    const service = await startService({ engine });
    try {
      // The example has the seventh player.
      for (let n = 1; n < 7; n += 1) await service.as(`player ${n}`, 'GET', '/api/game/metadata');
      for (const { method, path, options, answer } of steps) {
        const { text } = await service.as('ann', method, path, options);
        expect([options.body, text]).toEqual([options.body, answer]);
      }
    } finally {
      await service.stop();
    }
  });
}
