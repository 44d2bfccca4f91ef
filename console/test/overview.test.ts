// The arithmetic of the overview: periods in addresses, figures and their changes, retention, ranges of lengths, exact values.
import { describe, expect, test } from 'bun:test';
import { bucketOf, endOfBucket } from '../../src/lib/length-buckets.ts';
import {
  changeOf,
  exactFigure,
  figureOf,
  formatChange,
  formatPlayTime,
  rowsSince,
  sumOf,
} from '../src/pages/overview/figures.ts';
import { lengthRanges } from '../src/pages/overview/length-ranges.ts';
import { curveOf, lastTwoDays } from '../src/pages/overview/online-curve.ts';
import {
  comparisonOf,
  dateIn,
  dateText,
  daysBefore,
  daysOf,
  daysSince,
  formatDays,
  intervalOf,
  parseDate,
  periodOf,
  withPeriod,
} from '../src/pages/overview/period.ts';
import { allCohortsRow, cohortRow } from '../src/pages/overview/retention.ts';
import { parseSessions, seriesOf } from '../src/pages/overview/session-values.ts';

const day = (text: string): number => parseDate(text) ?? Number.NaN;
const today = day('2026-03-30');
const textOf = ({ from, to }: { from: number; to: number }) => [dateText(from), dateText(to)];
const row = (active: number, fresh: number, playSeconds = 0) => ({
  ...{ start: '2026-03-28', active, new: fresh, returning: active - fresh, sessions: active, playSeconds },
});

describe('periods', () => {
  test.each([
    ['today', '2026-03-30', '2026-03-30', '2026-03-30'],
    ['yesterday', '2026-03-30', '2026-03-29', '2026-03-29'],
    ['7d', '2026-03-30', '2026-03-23', '2026-03-29'],
    ['28d', '2026-03-30', '2026-03-02', '2026-03-29'],
    ['12m', '2026-03-30', '2025-03-30', '2026-03-29'],
    ['12m', '2028-02-29', '2027-02-28', '2028-02-28'],
    ['month', '2026-03-30', '2026-03-01', '2026-03-30'],
    ['last-month', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['last-month', '2027-01-31', '2026-12-01', '2026-12-31'],
    ['year', '2026-03-30', '2026-01-01', '2026-03-30'],
  ] as const)('%s on %s is from %s to %s', (preset, now, from, to) =>
    expect(textOf(daysOf(preset, day(now)))).toEqual([from, to]),
  );

  test('are read from an address and written into it', () => {
    const read = (query: string) => periodOf(new URLSearchParams(query), today);
    expect(read('')).toEqual({ choice: '28d', ...daysOf('28d', today) });
    expect(read('period=90d').choice).toBe('90d');
    expect(read('period=forever').choice).toBe('28d');
    const custom = read('from=2026-01-01&to=2026-01-31');
    expect([custom.choice, ...textOf(custom)]).toEqual(['custom', '2026-01-01', '2026-01-31']);
    expect(read('from=2026-02-30&to=2026-03-01').problem).toBe('Enter both dates.');
    expect(read('from=2026-03-02&to=2026-03-01').problem).toBe('The first date is after the last.');
    expect(read('from=2026-03-02&to=2026-03-31').problem).toBe('The last date is in the future.');
    expect(read('from=2016-01-01&to=2026-03-01').problem).toBe('A period has at most 3,700 days.');
    expect(read('from=2016-02-12&to=2026-03-30').problem).toBeUndefined();
    const query = new URLSearchParams('period=7d&interval=week&retention=all');
    expect(`${withPeriod(query, '28d')}`).toBe('retention=all');
    expect(`${withPeriod(query, custom)}`).toBe('retention=all&from=2026-01-01&to=2026-01-31');
  });

  test('are compared with as many days before', () => {
    expect(textOf(daysBefore({ from: day('2026-03-01'), to: day('2026-03-03') }))).toEqual([
      '2026-02-26',
      '2026-02-28',
    ]);
  });

  test('have bars in readable numbers, unless the address says which', () => {
    const of = (query: string, length: number) =>
      intervalOf(new URLSearchParams(query), { from: today - length + 1, to: today });
    expect([of('', 92), of('', 93), of('', 732)]).toEqual(['day', 'week', 'month']);
    expect(of('interval=month', 3)).toBe('month');
    expect(of('interval=year', 3)).toBe('day');
  });

  test('are days of the time zone of the statistics', () => {
    const instant = Date.parse('2026-03-29T22:30:00Z');
    expect(dateText(dateIn('Europe/Berlin', instant))).toBe('2026-03-30');
    expect(dateText(dateIn('America/New_York', instant))).toBe('2026-03-29');
    expect(() => dateIn('Nowhere/Land', instant)).toThrow(RangeError);
    expect(formatDays({ from: today - 1, to: today }).replaceAll(/\s/g, ' ')).toBe('Mar 29 – 30, 2026');
  });
});

describe('figures', () => {
  test('are sums, and averages of a day for players who may be active on several', () => {
    const rows = [row(2, 2), row(3, 1), row(1, 0)];
    expect([figureOf(rows, 'active'), figureOf(rows, 'new'), figureOf(rows, 'sessions')]).toEqual([2, 3, 6]);
    expect(figureOf([], 'active')).toBe(0);
    expect(exactFigure('returning', rows)).toBe('3 over 3 days');
    expect(exactFigure('new', rows)).toBe('3');
  });

  test('are averages of the days since the first session, and of no earlier ones', () => {
    const rows = [27, 28, 29].map((date) => ({ ...row(date === 27 ? 0 : 3, 0), start: `2026-03-${date}` }));
    const since = rowsSince(rows, day('2026-03-28'));
    expect([figureOf(rows, 'active'), figureOf(since, 'active'), figureOf(since, 'sessions')]).toEqual([
      2, 3, 6,
    ]);
    expect(exactFigure('active', since)).toBe('6 over 2 days');
    expect(rowsSince(rows, day('2026-01-01'))).toHaveLength(3);
    const counted = (first: string) => daysSince({ from: today - 27, to: today }, day(first));
    expect(['2026-03-29', '2026-03-30', '2026-03-31', '2026-01-01'].map(counted)).toEqual([2, 1, 0, 28]);
  });

  test('are compared for whole periods alone', () => {
    const week = daysOf('7d', today);
    const first = daysBefore(week).from;
    expect(comparisonOf(week, today, first)).toBe('whole');
    // Before its first session a game has no days.
    expect(comparisonOf(week, today, first + 1)).toBe('none-before');
    expect(comparisonOf(week, today, today)).toBe('none-before');
    expect(comparisonOf(daysOf('today', today), today, first)).toBe('not-over');
    expect(comparisonOf(daysOf('today', today), today, today)).toBe('none-before');
    expect(comparisonOf({ from: today - 6, to: today }, today, first - 1)).toBe('not-over');
  });

  test('of play time stay exact to the millisecond', () => {
    const rows = Array.from({ length: 10 }, () => row(0, 0, 0.1));
    expect(sumOf(rows, 'playSeconds')).toBe(1);
    expect(exactFigure('playSeconds', [row(0, 0, 4_503_599_627.37)])).toBe('4,503,599,627.37 seconds');
    const shown = [0.25, 59, 90, 3_600, 35_999, 36_000, 9_007_199_254_740_991].map(formatPlayTime);
    expect(shown).toEqual(['0.3 s', '59 s', '1.5 min', '1 h', '10 h', '10 h', '2,501,999,792,984 h']);
  });

  test('change by an amount and a share', () => {
    expect(formatChange('new', changeOf(112, 100))).toBe('+12 (+12%)');
    expect(formatChange('new', changeOf(97, 100))).toBe('−3 (−3%)');
    expect(formatChange('new', changeOf(5, 0))).toBe('+5 from none');
    expect(formatChange('new', changeOf(0, 0))).toBe('No change');
    expect(formatChange('playSeconds', changeOf(7_200, 3_600))).toBe('+1 h (+100%)');
    expect([changeOf(1, 2).trend, changeOf(2, 1).trend, changeOf(1, 1).trend]).toEqual([
      'down',
      'up',
      'level',
    ]);
  });
});

describe('retention', () => {
  const cohorts = [
    { date: '2026-03-27', size: 4, returned: { 1: 1, 3: null } },
    { date: '2026-03-28', size: 0, returned: { 1: 0, 3: null } },
    { date: '2026-03-29', size: 2, returned: { 1: null, 3: null } },
  ];

  test('tells shares, days that are not over, and dates without players apart', () => {
    const rows = cohorts.map((cohort) => cohortRow(cohort, [1, 3]));
    expect(rows.map(({ shares }) => shares)).toEqual([
      [0.25, null],
      [null, null],
      [null, null],
    ]);
    expect(rows.map(({ texts }) => texts[0])).toEqual([undefined, '–', undefined]);
    expect(rows.map(({ details }) => details[0])).toEqual([
      '1 of the 4 players who were new on Fri, Mar 27, 2026 played on Sat, Mar 28, 2026, the day after: 25%.',
      'No player was new on Sat, Mar 28, 2026.',
      'Mon, Mar 30, 2026, the day after, is not over yet.',
    ]);
  });

  test('of all dates counts those for which the day is over', () => {
    const { note, shares, details } = allCohortsRow(cohorts, [1, 3]);
    expect([note, shares]).toEqual(['6', [0.25, null]]);
    expect(details[0]).toStartWith('1 of 4 players played the day after: 25%.');
  });
});

describe('ranges of lengths', () => {
  test('hold every session once, within a bucket of its length', () => {
    const seconds = [0, 9.5, 10, 29, 62, 299, 300, 610, 3_600, 7_300, 86_400, 100_000, 100_000];
    const counts = new Map<number, number>();
    for (const each of seconds) {
      const toSeconds = endOfBucket(bucketOf(each * 1000)) / 1000;
      counts.set(toSeconds, (counts.get(toSeconds) ?? 0) + 1);
    }
    const ranges = lengthRanges([...counts].map(([toSeconds, count]) => ({ toSeconds, count })));
    expect(ranges.map(({ label, count }) => `${label}: ${count}`)).toEqual([
      'Under 10 s: 3',
      '10–30 s: 1',
      '30 s – 1 min: 0',
      '1–2 min: 1',
      '2–5 min: 2',
      '5–10 min: 0',
      '10–20 min: 1',
      '20–30 min: 0',
      '30 min – 1 h: 1',
      '1–2 h: 0',
      '2–4 h: 1',
      '4–8 h: 0',
      '8–24 h: 1',
      'Over 24 h: 2',
    ]);
    expect(lengthRanges([])).toEqual([]);
  });
});

describe('values of contexts', () => {
  test('keep every digit and character', () => {
    const values = ['9007199254740993', '1e400', '10.00', '"a\\"b\\u0000"', 'true', 'null', '"value"', '"1"'];
    const rows = values.map((value) => `{"value":${value},"sessions":1,"playSeconds":2.5}`);
    const text = `{"statusCode":200,"data":{"rows":[${rows}],"asOf":"2026-03-30T07:20:00.000Z"}}`;
    const { rows: parsed, asOf } = parseSessions(text);
    expect(parsed.map(({ value }) => value.source)).toEqual(values);
    expect(parsed.map(({ value }) => value.shown)).toEqual([
      ...['9007199254740993', '1e400', '10.00', 'a"b\u0000', 'true', 'None', 'value', '1'],
    ]);
    expect(parsed.map(({ value }) => value.kind)).toEqual([
      ...(['number', 'number', 'number', 'text', 'boolean', 'none', 'text', 'text'] as const),
    ]);
    expect([parsed[0]?.sessions, parsed[0]?.playSeconds, asOf]).toEqual([1, 2.5, '2026-03-30T07:20:00.000Z']);
  });
});

describe('sessions over time', () => {
  const rowsOf = (sessions: Readonly<Record<string, readonly number[]>>) =>
    Object.entries(sessions).flatMap(([shown, counts]) => {
      const value = { source: JSON.stringify(shown), kind: 'text' as const, shown };
      return counts.map((count, place) => ({
        start: `2026-03-0${place + 1}`,
        value,
        sessions: count,
        playSeconds: 0,
      }));
    });
  const rows = rowsOf({ '2.9.1': [7, 9], '2.8.0': [9, 1], '2.10.0': [0, 1], '2.7.0': [3, 0], other: [1, 2] });
  const shownBy = (by: string) => seriesOf(rows, by, 2).series.map(({ label, values }) => [label, values]);

  test('show the newest versions in their order, however few sessions they have', () => {
    expect(shownBy('/version')).toEqual([
      ['2.9.1', [7, 9]],
      ['2.10.0', [0, 1]],
      ['Others', [13, 3]],
    ]);
  });

  test('show those values with most sessions', () => {
    expect(shownBy('/platform')).toEqual([
      ['2.9.1', [7, 9]],
      ['2.8.0', [9, 1]],
      ['Others', [4, 3]],
    ]);
  });
});

describe('the curve of players online', () => {
  test('puts yesterday below today, and knows nothing after its moment', () => {
    const now = Date.parse('2026-03-30T07:22:10Z');
    const { from, to, stepSeconds } = lastTwoDays(now);
    expect(new Date(from).toISOString()).toBe('2026-03-28T07:25:00.000Z');
    expect(new Date(to).toISOString()).toBe('2026-03-30T07:25:00.000Z');
    const length = (to - from) / stepSeconds / 1000;
    const points = Array.from({ length }, (_, index) => ({
      at: new Date(from + index * stepSeconds * 1000).toISOString(),
      online: index,
    }));
    const curve = curveOf({ points, asOf: '2026-03-30T07:19:59.999Z' });
    expect([length, curve.today.length, curve.yesterday.length]).toEqual([576, 288, 288]);
    expect([curve.yesterday[0], curve.today[0], curve.today.at(-2), curve.today.at(-1)]).toEqual([
      0,
      288,
      574,
      null,
    ]);
    expect(curve.highest).toEqual({ at: Date.parse('2026-03-30T07:15:00Z') / 1000, online: 574 });
  });
});
