// The routes of the statistics through HTTP: the worked example of docs/statistics.md, parameters and their errors, CSV, freshness, and
// why there are no numbers.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '../harness/api.ts';
import { runCommand } from '../harness/command.ts';
import { engines } from '../harness/engines.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { playThreeDays } from '../harness/three-days.ts';

const root = '/api/server/statistics';
const days = 'from=2026-01-01&to=2026-01-31';
const document = readFileSync(join(import.meta.dir, '../../docs/statistics.md'), 'utf8');
const blocks = [...document.matchAll(/`GET (?<path>[^`]+)`\n\n```json\n(?<answer>.*?)\n```/gs)];

const sql =
  /```sh\n(?<lines>[^`]*sqlite3.*?)\n```\n\n```text\n(?<answer>.*?\n)```/s.exec(document)?.groups ?? {};

/** Types the lines of SQL: the first is a command of Playkeep, the others are one of SQLite's own program. */
async function runSql({ database: { environment, directory } }: Service): Promise<string> {
  const [exported = '', ...lines] = (sql.lines ?? '').split('\n');
  const [folder = ''] = exported.split(' ').slice(-1);
  const path = join(directory, folder);
  const args = exported.replace('npx playkeep ', '').split(' ').with(-1, path);
  expect(await runCommand(args, environment)).toMatchObject({ status: 0 });
  const bash = Bun.spawn(['bash', '-c', lines.join('\n')], { cwd: directory });
  return (await new Response(bash.stdout).text()).replaceAll('\r\n', '\n');
}

for (const engine of engines) {
  describe(`the routes of the statistics on ${engine.name}`, () => {
    let service: Service;
    beforeAll(async () => {
      const environment = { SERVER_API_KEY: testServerKey, STATISTICS_CONTEXT: '/platform,/a~1b' };
      service = await startService({ engine, environment });
    });
    afterAll(() => service.stop());

    const get = (path: string, accept = 'application/json') =>
      service.callInTime('GET', root + path, { token: testServerKey, headers: { accept } });
    /** A session of a second, whose context is the text as it stands. */
    const play = async (player: string, context: string) => {
      await service.as(player, 'POST', paths.start, { body: `{"context":${context}}` });
      service.clock.advance(1_000);
      await service.as(player, 'POST', paths.stop);
    };
    /** Sums of before are too old for an answer. */
    const later = () => service.clock.advance(61_000);

    test('name the parameter that is missing or invalid', async () => {
      const series = '/online/series?from=2026-01-01';
      const [date, instant] = [
        'must be a date such as 2026-01-31',
        'must be an instant on a whole minute, such as',
      ];
      const list = 'days must be integers from 1 to 3700 with commas between them, each once, at most 100';
      const by = 'by must be reason or a pointer of STATISTICS_CONTEXT: /platform, /a~1b';
      for (const [path, detail] of [
        ['/players', `from ${date}`],
        ['/players?from=2026-01-01', `to ${date}`],
        ['/players?from=2026-02-30&to=2026-03-01', `from ${date}`],
        ['/players?from=2026-02-02&to=2026-02-01', 'to must not be before from'],
        ['/players?from=2000-01-01&to=2026-02-01', 'from and to may span 3700 days'],
        [`/players?${days}&interval=year`, 'interval must be one of day, week, month'],
        [`/retention?${days}&days=0`, list],
        [`/retention?${days}&days=1,1`, list],
        [`/sessions?${days}`, by],
        [`/sessions?${days}&by=/version`, by],
        [`${series}&to=2026-01-02T00:00:00Z`, `from ${instant} 2026-01-31T12:00:00Z`],
        [`${series}T00:00:00Z&to=2026-01-02T00:00:01Z`, `to ${instant} 2026-01-31T12:00:00Z`],
        [
          `${series}T00:00:00Z&to=2026-01-02T00:00:00Z&stepSeconds=90`,
          'stepSeconds must be whole minutes, 60 to 86400',
        ],
        [
          `${series}T00:00:00Z&to=2026-01-08T00:00:00Z&stepSeconds=60`,
          'from, to and stepSeconds may have 10000 points',
        ],
      ] as const) {
        const { body } = await get(path, 'text/csv');
        const error = { message: 'Invalid request', detail };
        expect([path, body]).toEqual([path, { statusCode: 400, error }]);
      }
      const offset = await get(`${series}T05:30:00%2B05:30&to=2026-01-01T01:00:00Z`);
      expect(offset.body.data.points).toEqual([{ at: '2026-01-01T00:00:00.000Z', online: 0 }]);
    });

    test('keep values as they stand, and make no formula of a text', async () => {
      /** Texts of JSON, with those of CSV. */
      const values = new Map([
        ['"=1+1"', "'=1+1"],
        ['"\\t=1"', "'\t=1"],
        ['"\\r=2"', '"\'\r=2"'],
        ['"a\\"b,c"', '"a""b,c"'],
        ['"line\\nbreak"', '"line\nbreak"'],
        ['1.50', '1.50'],
        ['12345678901234567890', '12345678901234567890'],
        ['true', 'true'],
        ['"é"', 'é'],
      ]);
      for (const [value] of values) await play(`player of ${value}`, `{"platform":${value}}`);
      await play('null', '{"platform":null}');
      await play('other', '{"a/b":-1}');
      later();
      const query = `/sessions?${days}&by=/platform`;
      const rows = (await get(query)).text.matchAll(/\{"value":(?<value>.*?),"sessions":(?<sessions>\d+)/g);
      expect(new Map([...rows].map(({ groups }) => [groups?.value, groups?.sessions]))).toEqual(
        new Map([['null', '2'], ...[...values.keys()].map((value) => [value, '1'] as const)]),
      );
      const csv = await get(query, 'text/csv');
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      expect(csv.text.split('\r\n').sort()).toEqual(
        [
          '',
          'value,sessions,playSeconds',
          ',2,2',
          ...[...values.values()].map((text) => `${text},1,1`),
        ].sort(),
      );
      const escaped = await get(`/sessions?${days}&by=/a~1b`, 'text/csv');
      expect(escaped.text).toBe('value,sessions,playSeconds\r\n,10,10\r\n-1,1,1\r\n');
    });

    test('answer CSV to a caller who prefers it', async () => {
      // The day after those of other tests.
      service.clock.advance(86_400_000);
      await play('ann', '{}');
      const day = 'from=2026-01-03&to=2026-01-03';
      const csv = /^start,active,new,returning,sessions,playSeconds.*\r\n2026-01-03,1,1,0,1,1.*\r\n$/;
      for (const accept of [
        'text/csv',
        'text/csv, application/json;q=0.5',
        'application/json;q=0.1, TEXT/CSV;q=0.2',
      ])
        expect([accept, (await get(`/players?${day}`, accept)).text]).toEqual([
          accept,
          expect.stringMatching(csv),
        ]);
      for (const accept of ['*/*', 'application/json, text/csv;q=0.5', 'text/csv;q=0', 'text/html'])
        expect([accept, (await get(`/players?${day}`, accept)).body?.statusCode]).toEqual([accept, 200]);
      const retention = await get(`/retention?${day}&days=30,1`, 'text/csv');
      expect(retention.text).toBe('date,size,day1,day30\r\n2026-01-03,1,,\r\n');
      const lengths = await get(`/session-lengths?${day}`, 'text/csv');
      expect(lengths.text).toMatch(/^toSeconds,count\r\n1(?:\.\d+)?,1\r\n$/);
      expect((await get('/online', 'text/csv')).text).toMatch(/^online,asOf\r\n0,2026-01-03T[\d:.]+Z\r\n$/);
    });

    test('are never older than a minute, and take in active sessions', async () => {
      await service.as('bea', 'POST', paths.start);
      later();
      for (const seconds of [0, 10, 20, 40, 59, 61, 600]) {
        service.clock.advance(seconds * 1000);
        await service.as('bea', 'POST', paths.heartbeat);
        const { online, asOf } = (await get('/online')).body.data;
        expect([seconds, online]).toEqual([seconds, 1]);
        const age = service.clock.now() - Date.parse(asOf);
        expect(age).toBeGreaterThanOrEqual(0);
        expect(age).toBeLessThanOrEqual(60_000);
      }
    });

    test('say that the time zone is another one, until a rebuild', async () => {
      expect((await get('/online')).status).toBe(200);
      await service.restart({ STATISTICS_TIME_ZONE: 'Asia/Tokyo' });
      const detail =
        'the statistics are kept in the time zone UTC, and STATISTICS_TIME_ZONE is Asia/Tokyo; run playkeep statistics rebuild';
      const error = { message: 'Service unavailable', detail };
      expect((await get('/online')).body).toEqual({ statusCode: 503, error });
    });
  });

  test(`the example shows every route, with the answers that stand there on ${engine.name}`, async () => {
    expect(new Set(blocks.map(({ groups }) => groups?.path?.split('?')[0])).size).toBe(9);
    const settings = { STATISTICS_TIME_ZONE: 'Europe/Berlin', STATISTICS_CONTEXT: '/platform' };
    const service = await startService({
      engine,
      environment: { SERVER_API_KEY: testServerKey, ...settings },
    });
    try {
      const [ios, android] = ['{"platform":"ios"}', '{"platform":"android"}'];
      await playThreeDays(service, [ios, android, ios, android]);
      for (const { groups } of blocks) {
        const path = groups?.path ?? '';
        const { body } = await service.call('GET', path, { token: testServerKey });
        expect([path, body.data]).toEqual([path, JSON.parse(groups?.answer ?? '')]);
      }
      const headers = { accept: 'text/csv' };
      const last = blocks.at(-1)?.groups?.path ?? '';
      const answer = await service.call('GET', last, { token: testServerKey, headers });
      expect(answer.text).toBe(/```csv\n(.*?)```/s.exec(document)?.[1]?.replaceAll('\n', '\r\n') ?? '');
      expect(answer.headers.get('x-as-of')).toBe('2026-03-30T07:20:00.000Z');
      if (Bun.which('sqlite3') !== null) expect(await runSql(service)).toBe(sql.answer ?? '');
    } finally {
      await service.stop();
    }
  });
}
