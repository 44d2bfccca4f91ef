// The example of docs/statistics.md: five sessions worked by hand, whose answers stand in the document.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';

const document = readFileSync(join(import.meta.dir, '../../docs/statistics.md'), 'utf8');
const blocks = [...document.matchAll(/`GET (?<path>[^`]+)`\n\n```json\n(?<answer>.*?)\n```/gs)];
const [, csv = ''] = /```csv\n(.*?)```/s.exec(document) ?? [];

/** Starts, heartbeats and stops of the example, in the order of time. */
const steps: readonly (readonly [
  at: string,
  player: string,
  step: 'start' | 'heartbeat' | 'stop',
  body?: string,
])[] = [
  ['2026-03-28T10:00Z', 'ann', 'start', '{"context":{"platform":"ios"}}'],
  ['2026-03-28T10:15Z', 'ann', 'heartbeat'],
  ['2026-03-28T10:30Z', 'ann', 'stop'],
  ['2026-03-28T22:50Z', 'bob', 'start', '{"context":{"platform":"android"}}'],
  ['2026-03-28T23:10Z', 'bob', 'stop'],
  ['2026-03-29T08:00Z', 'ann', 'start', '{"context":{"platform":"ios"}}'],
  ['2026-03-29T08:05Z', 'ann', 'stop'],
  ['2026-03-29T21:30Z', 'cyd', 'start'],
  ['2026-03-29T21:40Z', 'cyd', 'heartbeat'],
  ['2026-03-30T07:00Z', 'bob', 'start', '{"context":{"platform":"android"}}'],
];

async function play(service: Service): Promise<void> {
  for (const [at, player, step, body] of steps) {
    service.clock.advance(Date.parse(at) - service.clock.now());
    const answer = await service.as(player, 'POST', paths[step], body === undefined ? {} : { body });
    expect([at, answer.status]).toEqual([at, 200]);
  }
  service.clock.advance(Date.parse('2026-03-30T07:20Z') - service.clock.now());
}

test('the example shows every route', () => {
  const shown = new Set(blocks.map(({ groups }) => groups?.path?.split('?')[0]));
  expect(shown.size).toBe(6);
  expect(blocks).toHaveLength(8);
});

for (const engine of engines) {
  test(`the example gives the answers that stand there on ${engine.name}`, async () => {
    const environment = {
      SERVER_API_KEY: testServerKey,
      STATISTICS_TIME_ZONE: 'Europe/Berlin',
      STATISTICS_CONTEXT: '/platform',
    };
    const service = await startService({ engine, environment });
    try {
      await play(service);
      for (const { groups } of blocks) {
        const path = groups?.path ?? '';
        const { body } = await service.call('GET', path, { token: testServerKey });
        expect([path, body.data]).toEqual([path, JSON.parse(groups?.answer ?? '')]);
      }
      const last = blocks.at(-1)?.groups?.path ?? '';
      const headers = { accept: 'text/csv' };
      const answer = await service.call('GET', last, { token: testServerKey, headers });
      expect(answer.text).toBe(csv.replaceAll('\n', '\r\n'));
      expect(answer.headers.get('x-as-of')).toBe('2026-03-30T07:20:00.000Z');
    } finally {
      await service.stop();
    }
  });
}
