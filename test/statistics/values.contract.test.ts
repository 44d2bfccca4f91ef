// The bounds on the values of a pointer into the context: their length, how many a day keeps and how many an answer has. Nothing
// is lost: what is past a bound counts as `other`.
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { EndedSessionRecord } from '../../src/store/ports/transfer.ts';
import { paths } from '../harness/api.ts';
import { allEngines } from '../harness/engines.ts';
import { type RawDatabase, rawDatabase } from '../harness/raw-database.ts';
import { seeded } from '../harness/seeded.ts';
import { testServerKey } from '../harness/server-keys.ts';
import { type Service, startService } from '../harness/service.ts';
import { countInPart, endedSession, importSessions, lease, openCountedStore } from './imported.ts';

const day = 86_400_000;
const beginning = Date.parse('2026-03-01T00:00:00Z');

/** Sessions of a minute, each on its day with the JSON text of its value. */
const sessionsOf = (values: readonly (readonly [day: number, text: string])[]): EndedSessionRecord[] =>
  values.map(([number, text], index) => {
    const startedAt = beginning + number * day;
    const context = `{"platform":${text}}`;
    const sequentialId = 1 + (index % 40);
    return endedSession({ sequentialId, startedAt, endedAt: startedAt + 60_000, reason: 'stopped', context });
  });
const numbered = (day: number, from: number, to: number): (readonly [number, string])[] =>
  Array.from({ length: to - from }, (_, index) => [day, `"value ${from + index}"`]);
const daily = (days: number, text: string): (readonly [number, string])[] =>
  Array.from({ length: days }, (_, number) => [number, text]);

interface ValueRow {
  readonly value: unknown;
  readonly sessions: number;
  readonly playSeconds: number;
}

for (const engine of allEngines) {
  describe(`the values of a pointer on ${engine.name}`, () => {
    let service: Service;
    let raw: RawDatabase;
    beforeEach(async () => {
      const settings = { STATISTICS_CONTEXT: '/platform', STATISTICS_TIME_ZONE: 'UTC' };
      service = await startService({ engine, environment: { SERVER_API_KEY: testServerKey, ...settings } });
      service.clock.advance(beginning + 40 * day - service.clock.now());
      raw = rawDatabase(service.database.environment);
      for (let n = 1; n <= 40; n += 1) await service.as(`player ${n}`, 'GET', paths.metadata);
    }, 60_000);
    afterEach(async () => {
      await raw.close();
      await service.stop();
    });

    const put = (values: readonly (readonly [day: number, text: string])[]) =>
      importSessions({ environment: service.database.environment, clock: service.clock }, sessionsOf(values));
    /** Replaces what a version before has counted on a day. */
    async function putSums(number: number, sums: string): Promise<void> {
      const dayNumber = beginning / day + number;
      await raw.run(`DELETE FROM statistics_days WHERE kind = '/platform' AND day = ${dayNumber}`);
      await raw.run(
        `INSERT INTO statistics_days (kind, day, sums) VALUES ('/platform', ${dayNumber}, '${sums}')`,
      );
    }
    async function ask(from: number, to: number, accept = 'application/json') {
      const dates = [from, to].map((number) => new Date(beginning + number * day).toISOString().slice(0, 10));
      const path = `/api/server/statistics/sessions?from=${dates[0]}&to=${dates[1]}&by=/platform`;
      for (;;) {
        const answer = await service.call('GET', path, { token: testServerKey, headers: { accept } });
        if (answer.status === 200) return answer;
        const counting = expect.stringContaining('being counted');
        expect([answer.status, answer.body?.error.detail]).toEqual([503, counting]);
      }
    }
    const rowsOf = async (from: number, to: number): Promise<readonly ValueRow[]> =>
      (await ask(from, to)).body.data.rows;
    const total = (rows: readonly ValueRow[]) => rows.reduce((sum, { sessions }) => sum + sessions, 0);

    test('count as other when they have more than 64 code points, and the text "other" does too', async () => {
      const kept = ['a'.repeat(64), '😀'.repeat(64), '\u0001'.repeat(64), 'é'.repeat(64)];
      const folded = ['a'.repeat(65), '😀'.repeat(65), '\u0001'.repeat(65), 'x'.repeat(4_000), 'other'];
      // Numbers go by the length of their text.
      const digits = [`1${'0'.repeat(63)}`, `1${'0'.repeat(64)}`];
      await put([...kept, ...folded].map((value) => [1, JSON.stringify(value)] as const));
      await put(digits.map((text) => [2, text] as const));
      expect(new Map((await rowsOf(1, 1)).map(({ value, sessions }) => [value, sessions]))).toEqual(
        new Map<unknown, number>([...kept.map((value) => [value, 1] as const), ['other', folded.length]]),
      );
      expect((await ask(2, 2)).text).toContain(
        `[{"value":"other","sessions":1,"playSeconds":60},{"value":${digits[0]},"sessions":1,"playSeconds":60}]`,
      );
    });

    test('have 1,000 rows at most, those with most sessions and other among them, in one order', async () => {
      const values = [...numbered(1, 0, 900), ...numbered(2, 800, 1_700), ...numbered(3, 0, 3)];
      await put(values);
      const rows = await rowsOf(1, 3);
      expect(rows).toHaveLength(1_000);
      expect(total(rows)).toBe(values.length);
      // 3 of the first and the third day, 97 of the first and the second, then others by their text, in UTF-16 order.
      const texts = Array.from({ length: 1_700 }, (_, n) => JSON.stringify(`value ${n}`));
      const twice = texts.filter((_, n) => n < 3 || (n >= 800 && n < 900)).sort();
      const once = texts.filter((text) => !twice.includes(text)).sort();
      const shown = [...twice, ...once].slice(0, 999).map((text) => JSON.parse(text));
      const left = values.length - 2 * twice.length - (999 - twice.length);
      expect(rows.map(({ value }) => value)).toEqual(['other', ...shown]);
      expect(rows[0]).toEqual({ value: 'other', sessions: left, playSeconds: 60 * left });
      const csv = (await ask(1, 3, 'text/csv')).text.split('\r\n');
      expect(csv.slice(1, 3)).toEqual([`other,${left},${60 * left}`, `${shown[0]},2,120`]);
      expect(csv).toHaveLength(1_002);
      await service.restart();
      expect(await rowsOf(1, 3)).toEqual(rows);
    }, 60_000);

    test('that were stored before these bounds give a short answer too', async () => {
      const days = 7;
      await put(daily(days, '"short"'));
      const short = { value: 'short', sessions: days, playSeconds: days * 60 };
      expect(await rowsOf(0, days - 1)).toEqual([short]);
      await service.restart();
      // The part is merged as a later count would merge it, with what a version before has counted.
      const long = (number: number) => JSON.stringify(`${number} ${'x'.repeat(3_900)}`);
      for (let number = 0; number < days; number += 1) {
        const lines = Array.from({ length: 1_000 }, (_, n) => `1 1000 ${long(n * 100 + number)}`);
        await putSums(number, lines.join('\n'));
      }
      const rows = [{ value: 'other', sessions: days * 1_000, playSeconds: days * 1_000 }, short];
      const answer = await ask(0, days - 1);
      expect(answer.body.data.rows).toEqual(rows);
      expect(answer.text.length).toBeLessThan(1_000);
      // The next count of a process makes the rows short.
      service.clock.advance(60_000);
      await service.restart();
      expect(await rowsOf(0, days - 1)).toEqual(rows);
      const stored = await raw.run("SELECT sums FROM statistics_days WHERE kind = '/platform'");
      expect(stored.map(({ sums }) => String(sums).length < 100)).toEqual(Array(days).fill(true));
      // A further session of such a day finds room for its value.
      await put([[3, '"late"']]);
      service.clock.advance(60_000);
      const late = (await rowsOf(3, 3)).map(({ value, sessions }) => `${value} ${sessions}`);
      expect(late).toEqual(['other 1000', 'late 1', 'short 1']);
    }, 60_000);

    test('are merged within bounds of memory over many days: those with few sessions count as other', async () => {
      const days = 30;
      await put(daily(days, '"real"'));
      expect(total(await rowsOf(0, days - 1))).toBe(days);
      for (let number = 0; number < days; number += 1) {
        const lines = Array.from({ length: 1_000 }, (_, n) => `1 1000 "${number} ${n}"`);
        await putSums(number, lines.join('\n'));
      }
      const rows = await rowsOf(0, days - 1);
      expect(rows).toHaveLength(1_000);
      expect(total(rows)).toBe(days + days * 1_000);
      expect(rows.find(({ value }) => value === 'real')?.sessions).toBe(days);
    }, 60_000);
  });

  test(`the values of a day are 1,000 and other, whichever processes count them, and after a rebuild, on ${engine.name}`, async () => {
    const t = await openCountedStore(engine, 'UTC');
    const other = await t.open();
    const random = seeded(7);
    const values = Array.from({ length: 4_000 }, () => {
      const text = `value ${random(3_000)}`;
      return [random(2), JSON.stringify(random(10) === 0 ? text.padEnd(65, 'x') : text)] as const;
    });
    const records = sessionsOf(values);
    const played = Map.groupBy(values, ([number, text]) => `${number} ${text}`);
    async function expectBounded(): Promise<void> {
      await t.count();
      const first = beginning / day;
      const answer = await t.store.statistics.read([{ kind: '/platform', from: first, to: first + 1 }]);
      if (answer.state !== 'exact') throw new Error(answer.state);
      for (const number of [0, 1]) {
        const found = new Map<string, number>();
        for (const { text } of answer.rows.filter((row) => row.day === first + number))
          for (const line of text.split('\n')) {
            const [sessions, , ...value] = line.split(' ');
            found.set(value.join(' '), (found.get(value.join(' ')) ?? 0) + Number(sessions));
          }
        const here = values.filter((value) => value[0] === number).length;
        expect([...found.values()].reduce((sum, count) => sum + count, 0)).toBe(here);
        expect(found.size).toBe(1_001);
        found.delete('other');
        for (const [name, count] of found) {
          expect(JSON.parse(name).length).toBeLessThanOrEqual(64);
          expect(count).toBeLessThanOrEqual(played.get(`${number} ${name}`)?.length ?? 0);
        }
      }
    }
    try {
      for (let start = 0; start < records.length; start += 1_000) {
        await t.importSessions(records.slice(start, start + 1_000));
        const turns = random(3_000);
        await Promise.all([t.store, other].map((store) => countInPart(store, turns)));
        t.clock.advance(lease);
      }
      await expectBounded();
      await t.inZone('UTC', ({ statistics }) => statistics.rebuild());
      await expectBounded();
    } finally {
      await other.close();
      await t.remove();
    }
  }, 120_000);
}
