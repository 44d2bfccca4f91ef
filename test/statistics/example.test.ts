// The example of docs/statistics.md: five sessions worked by hand, whose answers stand in the document.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { startService } from '../harness/service.ts';
import { playThreeDays } from '../harness/three-days.ts';

const document = readFileSync(join(import.meta.dir, '../../docs/statistics.md'), 'utf8');
const blocks = [...document.matchAll(/`GET (?<path>[^`]+)`\n\n```json\n(?<answer>.*?)\n```/gs)];
const [, csv = ''] = /```csv\n(.*?)```/s.exec(document) ?? [];

const contexts = [
  '{"platform":"ios"}',
  '{"platform":"android"}',
  '{"platform":"ios"}',
  '{"platform":"android"}',
] as const;

test('the example shows every route', () => {
  const shown = new Set(blocks.map(({ groups }) => groups?.path?.split('?')[0]));
  expect(shown.size).toBe(9);
  expect(blocks).toHaveLength(11);
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
      await playThreeDays(service, contexts);
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
