// The routes of the statistics through HTTP: parameters and their errors, CSV, freshness, and why there are no numbers.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Environment } from '../../src/config/settings.ts';
import { paths } from '../harness/api.ts';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';

const root = '/api/server/statistics';
const days = 'from=2026-01-01&to=2026-01-31';

for (const engine of engines) {
  describe(`the routes of the statistics on ${engine.name}`, () => {
    let service: Service;
    const start = async (environment: Environment = {}) => {
      service = await startService({
        engine,
        environment: { SERVER_API_KEY: testServerKey, ...environment },
      });
    };
    beforeEach(() => start({ STATISTICS_CONTEXT: '/platform,/a~1b' }));
    afterEach(() => service.stop());

    const get = (path: string, accept = 'application/json') =>
      service.callInTime('GET', root + path, { token: testServerKey, headers: { accept } });
    const play = async (player: string, context: string) => {
      const body = JSON.stringify({ context: JSON.parse(context) }).replace(/"raw:(.*?)"/g, '$1');
      await service.as(player, 'POST', paths.start, { body });
      service.clock.advance(1_000);
      await service.as(player, 'POST', paths.stop);
    };

    test('name the parameter that is missing or invalid', async () => {
      const refused: readonly (readonly [path: string, detail: string])[] = [
        ['/players', 'from must be a date such as 2026-01-31'],
        ['/players?from=2026-01-01', 'to must be a date such as 2026-01-31'],
        ['/players?from=2026-02-30&to=2026-03-01', 'from must be a date such as 2026-01-31'],
        ['/players?from=2026-02-02&to=2026-02-01', 'to must not be before from'],
        ['/players?from=2000-01-01&to=2026-02-01', 'from and to may span 3700 days'],
        [`/players?${days}&interval=year`, 'interval must be one of day, week, month'],
        [
          `/retention?${days}&days=0`,
          'days must be integers from 1 to 3700 with commas between them, each once, at most 100',
        ],
        [
          `/retention?${days}&days=1,1`,
          'days must be integers from 1 to 3700 with commas between them, each once, at most 100',
        ],
        [`/sessions?${days}`, 'by must be reason or a pointer of STATISTICS_CONTEXT: /platform, /a~1b'],
        [
          `/sessions?${days}&by=/version`,
          'by must be reason or a pointer of STATISTICS_CONTEXT: /platform, /a~1b',
        ],
        [
          '/online/series?from=2026-01-01&to=2026-01-02T00:00:00Z',
          'from must be an instant on a whole minute, such as 2026-01-31T12:00:00Z',
        ],
        [
          '/online/series?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:01Z',
          'to must be an instant on a whole minute, such as 2026-01-31T12:00:00Z',
        ],
        [
          '/online/series?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z&stepSeconds=90',
          'stepSeconds must be whole minutes, 60 to 86400',
        ],
        [
          '/online/series?from=2026-01-01T00:00:00Z&to=2026-01-08T00:00:00Z&stepSeconds=60',
          'from, to and stepSeconds may have 10000 points',
        ],
      ];
      for (const [path, detail] of refused) {
        const { body } = await get(path, 'text/csv');
        const error = { message: 'Invalid request', detail };
        expect([path, body]).toEqual([path, { statusCode: 400, error }]);
      }
      const offset = await get('/online/series?from=2026-01-01T05:30:00%2B05:30&to=2026-01-01T01:00:00Z');
      expect(offset.body.data.points).toEqual([{ at: '2026-01-01T00:00:00.000Z', online: 0 }]);
    });

    test('keep values as they stand, and make no formula of a text', async () => {
      const values = [
        '"=1+1"',
        '"\\t=1"',
        '"\\r=2"',
        '"a\\"b,c"',
        '"line\\nbreak"',
        '1.50',
        '12345678901234567890',
        'true',
        'null',
        '"é"',
      ];
      for (const [index, value] of values.entries()) {
        const body = `{"context":{"platform":${value}}}`;
        await service.as(`player ${index}`, 'POST', paths.start, { body });
        service.clock.advance(1_000);
        await service.as(`player ${index}`, 'POST', paths.stop);
      }
      await play('other', '{"a/b":-1}');
      const query = `/sessions?${days}&by=/platform`;
      const { text } = await get(query);
      const rows = [...text.matchAll(/\{"value":(?<value>.*?),"sessions":(?<sessions>\d+)/g)];
      const counts = new Map(rows.map(({ groups }) => [groups?.value, groups?.sessions]));
      expect(counts).toEqual(new Map(values.map((value) => [value, value === 'null' ? '2' : '1'])));
      const csv = await get(query, 'text/csv');
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      expect(csv.text.split('\r\n').sort()).toEqual(
        [
          '',
          'value,sessions,playSeconds',
          "'=1+1,1,1",
          "'\t=1,1,1",
          '"\'\r=2",1,1',
          '"a""b,c",1,1',
          '"line\nbreak",1,1',
          '1.50,1,1',
          '12345678901234567890,1,1',
          'true,1,1',
          ',2,2',
          'é,1,1',
        ].sort(),
      );
      const escaped = await get(`/sessions?${days}&by=/a~1b`, 'text/csv');
      expect(escaped.text).toBe('value,sessions,playSeconds\r\n,10,10\r\n-1,1,1\r\n');
    });

    test('answer CSV to a caller who prefers it', async () => {
      await play('ann', '{}');
      const rows = `/players?from=2026-01-02&to=2026-01-02`;
      const csv = /^start,active,new,returning,sessions,playSeconds.*\r\n2026-01-02,1,1,0,1,1.*\r\n$/;
      for (const accept of [
        'text/csv',
        'text/csv, application/json;q=0.5',
        'application/json;q=0.1, TEXT/CSV;q=0.2',
      ])
        expect([accept, (await get(rows, accept)).text]).toEqual([accept, expect.stringMatching(csv)]);
      for (const accept of [
        '*/*',
        'application/json',
        'application/json, text/csv;q=0.5',
        'text/csv;q=0',
        'text/html',
      ])
        expect([accept, (await get(rows, accept)).body?.statusCode]).toEqual([accept, 200]);
      const retention = await get('/retention?from=2026-01-02&to=2026-01-02&days=30,1', 'text/csv');
      expect(retention.text).toBe('date,size,day1,day30\r\n2026-01-02,1,,\r\n');
      const lengths = await get('/session-lengths?from=2026-01-02&to=2026-01-02', 'text/csv');
      expect(lengths.text).toMatch(/^toSeconds,count\r\n1(?:\.\d+)?,1\r\n$/);
      expect((await get('/online', 'text/csv')).text).toMatch(/^online,asOf\r\n0,2026-01-02T[\d:.]+Z\r\n$/);
    });

    test('are never older than a minute, and take in active sessions', async () => {
      await service.as('ann', 'POST', paths.start);
      for (const seconds of [0, 10, 20, 40, 59, 61, 600]) {
        service.clock.advance(seconds * 1000);
        await service.as('ann', 'POST', paths.heartbeat);
        const { online, asOf } = (await get('/online')).body.data;
        expect([seconds, online]).toEqual([seconds, 1]);
        const age = service.clock.now() - Date.parse(asOf);
        expect(age).toBeGreaterThanOrEqual(0);
        expect(age).toBeLessThanOrEqual(60_000);
      }
    });

    test('say that the time zone is another one, until a rebuild', async () => {
      await play('ann', '{}');
      expect((await get('/online')).status).toBe(200);
      await service.restart({ STATISTICS_TIME_ZONE: 'Asia/Tokyo' });
      const { body } = await get('/online');
      expect(body).toEqual({
        statusCode: 503,
        error: {
          message: 'Service unavailable',
          detail:
            'the statistics are kept in the time zone UTC, and STATISTICS_TIME_ZONE is Asia/Tokyo; run playkeep statistics rebuild',
        },
      });
    });
  });
}
