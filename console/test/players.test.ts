// The pure parts of the console's pages of players: filters in the address and in the search, the time axis, answers about sessions,
// and the end of a suspension.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readActiveSession } from '../src/api/active-session.ts';
import { elementSources } from '../src/json/elements.ts';
import { layOutAxis } from '../src/pages/player/session-axis-layout.ts';
import { mergeSessions, readSessionPage } from '../src/pages/player/session-page.ts';
import { readEnd } from '../src/pages/player/suspension-end.ts';
import { describeMetadata, describePeriod } from '../src/pages/players/filter-texts.ts';
import {
  formatFilters,
  type MetadataFilter,
  noFilters,
  operators,
  type PeriodFilter,
  type PlayerFilters,
  readFilters,
} from '../src/pages/players/filters.ts';
import { searchBody } from '../src/pages/players/search-body.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');

describe('filters', () => {
  const date = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10));
  const period: fc.Arbitrary<PeriodFilter> = fc.oneof(
    fc.record({
      kind: fc.constantFrom('within' as const, 'before' as const),
      days: fc.integer({ min: 1, max: 9999 }),
    }),
    fc.record({ kind: fc.constant('dates' as const), from: date, to: date }),
    fc.record({ kind: fc.constant('dates' as const), from: date }),
    fc.record({ kind: fc.constant('dates' as const), to: date }),
  );
  const value = fc.constantFrom(
    ...['9007199254740993', '10.00', '1e400', '-0', '"a,]\\"&=#"', '"\\u0041"', 'true'],
  );
  const pointer = fc.string({ unit: 'grapheme' }).map((name) => `/${name}`);
  const condition: fc.Arbitrary<MetadataFilter> = fc
    .record({ pointer, op: fc.constantFrom(...operators), value })
    .map((each) => (each.op === 'exists' ? { ...each, value: undefined } : each));
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const filters: fc.Arbitrary<PlayerFilters> = fc.record({
    text: fc.string({ unit: 'grapheme' }),
    isById: fc.boolean(),
    online: maybe(fc.boolean()),
    suspended: maybe(fc.boolean()),
    lastSeen: maybe(period),
    registered: maybe(period),
    metadata: fc.array(condition, { maxLength: 16 }),
    sort: maybe(fc.constantFrom('registered', 'lastSeen', '/level', '/a b')),
  });

  test('come back from the address as they were', () => {
    fc.assert(
      fc.property(filters, (each) => {
        expect(readFilters(formatFilters(each))).toEqual(each);
      }),
    );
    expect(formatFilters(noFilters)).toBe('');
  });

  test('that an address cannot mean are left out', () => {
    const searches =
      'online=yes seen=0d seen=.. seen=2026-02-30.. seen=5 registered=!x other=1 by=name sort=level where= where={} ' +
      'where=["/a"] where=["/a","near",1] where=["/a","eq"] where=["/a","eq",{}] where=["/a","eq",null] ' +
      'where=["/a","exists",1] where=["/a","eq",1,2] where=[1,"eq",1]';
    for (const search of searches.split(' '))
      expect({ search, filters: readFilters(search) }).toEqual({ search, filters: noFilters });
  });

  test('become the search with the digits as they were typed', () => {
    const body = searchBody(
      {
        ...noFilters,
        text: 'a"b',
        online: false,
        lastSeen: { kind: 'dates', from: '2026-10-31', to: '2026-12-31' },
        registered: { kind: 'within', days: 2 },
        metadata: [
          { pointer: '/level', op: 'gte', value: '9007199254740993' },
          { pointer: '/a"', op: 'exists', value: undefined },
        ],
      },
      now,
      'next',
    );
    expect(body).toContain('"value":9007199254740993}');
    expect(JSON.parse(body)).toEqual({
      playerIdPrefix: 'a"b',
      online: false,
      lastSeen: { from: '2026-10-31', to: '2027-01-01' },
      registered: { from: '2026-11-20T12:00:00.000Z' },
      cursor: 'next',
      limit: 100,
      metadata: [
        { pointer: '/level', op: 'gte', value: Number('9007199254740993') },
        { pointer: '/a"', op: 'exists' },
      ],
    });
    expect(
      JSON.parse(searchBody({ ...noFilters, lastSeen: { kind: 'before', days: 1 } }, now, undefined)),
    ).toEqual({ lastSeen: { to: '2026-11-21T12:00:00.000Z' }, limit: 100 });
  });

  test('search for a part of a name where there are names, unless ids are chosen', () => {
    const bodyOf = (filters: Partial<PlayerFilters>, hasNames: boolean) =>
      JSON.parse(searchBody({ ...noFilters, ...filters }, now, undefined, hasNames));
    expect(bodyOf({ text: 'ira', sort: 'lastSeen' }, true)).toEqual({ name: 'ira', limit: 100 });
    expect(bodyOf({ text: 'ira', sort: 'lastSeen' }, false)).toEqual({
      ...{ playerIdPrefix: 'ira', sort: 'lastSeen', limit: 100 },
    });
    expect(bodyOf({ text: 'ira', isById: true }, true)).toEqual({ playerIdPrefix: 'ira', limit: 100 });
    // No name has an accent alone.
    expect(bodyOf({ text: '\u0301' }, true)).toEqual({ playerIdPrefix: '\u0301', limit: 100 });
    expect(bodyOf({ sort: '/level' }, true)).toEqual({ sort: '/level', limit: 100 });
  });

  test.each([
    ['7d', 'in the last 7 days'],
    ['!1d', 'more than 24 hours ago'],
    ['..2026-11-01', 'up to Nov 1, 2026 (UTC)'],
    ['2026-11-01..', 'from Nov 1, 2026 on (UTC)'],
    ['2026-11-01..2026-11-01', 'on Nov 1, 2026 (UTC)'],
    ['2026-11-01..2026-11-20', 'Nov 1, 2026 to Nov 20, 2026 (UTC)'],
  ])('of a time say %s in words', (seen, words) => {
    expect(describePeriod(readFilters(`seen=${seen}`).lastSeen as PeriodFilter)).toBe(words);
  });

  test.each<[MetadataFilter, string]>([
    [{ pointer: '/level', op: 'lt', value: '1.0' }, '/level is less than 1.0'],
    [{ pointer: '/clan', op: 'eq', value: '"red \\u0041"' }, '/clan is red A'],
    [{ pointer: '/clan', op: 'eq', value: '" "' }, '/clan is " "'],
    [{ pointer: '/clan', op: 'exists', value: undefined }, '/clan has a value'],
  ])('%j is said in words', (filter, words) => expect(describeMetadata(filter)).toBe(words));
});

test('elements are cut out of an array as they stand', () => {
  const element = fc.constantFrom(
    ...['1e400', '10.00', '[]', '{}', '[1, [2]]', '{"a": [1,{"b":"],"}]}', '"\\u0041,"', 'null'],
  );
  const gap = fc.constantFrom('', ' ', '\n\t');
  fc.assert(
    fc.property(fc.array(element), gap, (elements, space) => {
      const text = `${space}[${elements.map((each) => space + each + space).join()}${space}]${space}`;
      expect(elementSources(text)).toEqual(elements);
    }),
  );
  for (const other of ['{"a":[1]}', '1', '"[1]"']) expect(elementSources(other)).toBeUndefined();
  expect(() => elementSources('[1,]')).toThrow();
});

describe('the time axis', () => {
  const at = (day: number, hour: number): number => new Date(2026, 9, day, hour).getTime();
  const session = (id: string, start: number, end: number) => ({
    id,
    start,
    end,
    reason: 'stopped' as const,
  });
  const lengthOf = (day: number): number => at(day + 1, 0) - at(day, 0);

  test('has a row for each day, the newest first, and one for several days without a session', () => {
    const { rows, isCut } = layOutAxis([
      session('d', at(20, 6), at(20, 12)),
      session('c', at(18, 0), at(18, 6)),
      session('b', at(14, 22), at(15, 2)),
      session('a', at(14, 6), at(14, 6)),
    ]);
    expect(isCut).toBe(false);
    expect(
      rows.map((row) =>
        row.kind === 'gap'
          ? `${row.days} days`
          : [
              new Date(row.day).getDate(),
              ...row.bars.map((bar) => `${bar.session.id} ${bar.from}-${bar.to}`),
            ].join(' '),
      ),
    ).toEqual([
      `20 d ${(6 * 3.6e6) / lengthOf(20)}-${(12 * 3.6e6) / lengthOf(20)}`,
      '19',
      `18 c 0-${(6 * 3.6e6) / lengthOf(18)}`,
      '2 days',
      `15 b 0-${(2 * 3.6e6) / lengthOf(15)}`,
      `14 a 0.25-0.25 b ${(22 * 3.6e6) / lengthOf(14)}-1`,
    ]);
  });

  test('gives a session that ends at midnight no bar in the next day', () => {
    const { rows } = layOutAxis([session('a', at(14, 20), at(15, 0))]);
    expect(rows).toHaveLength(1);
  });

  test('ends after so many days, also for one session of years', () => {
    const { rows, isCut } = layOutAxis([session('a', new Date(2000, 0, 1).getTime(), at(1, 5))], 30);
    expect([rows.length, isCut]).toEqual([30, true]);
  });
});

test('contexts of sessions keep their text', () => {
  const ended = (context: string, n: number): string =>
    `{"sessionId":"s${n}","startTime":"2026-01-01T00:00:00.000Z","endTime":"2026-01-01T00:0${n}:00.000Z","duration":60,"reason":"stopped","context":${context}}`;
  const contexts = ['{"n":9007199254740993}', 'null', '{"context":{"v":10.00}, "x":[1e400]}'];
  const { sessions, nextCursor } = readSessionPage(
    `{"statusCode":200,"data":{"sessions":[${contexts.map(ended)}],"nextCursor":"c"}}`,
  );
  expect(sessions.map(({ context }) => context)).toEqual([contexts[0], undefined, contexts[2]]);
  expect(nextCursor).toBe('c');
  const active = readActiveSession(`{"data":{"sessionId":"a","context":{"build": 1.50}}}`);
  expect(active.context).toBe('{"build": 1.50}');
  const [first, second, third] = sessions;
  if (!first || !second || !third) throw new Error('sessions are absent');
  expect(mergeSessions([second], [third, second])).toEqual([third, second]);
  expect(mergeSessions([third, second], [second, first])).toEqual([third, second, first]);
});

test('a suspension ends in the future', () => {
  expect(readEnd('forever', '', now)).toEqual({});
  expect(readEnd('3d', '', now)).toEqual({ until: now + 3 * 86_400_000 });
  expect(readEnd('until', '2030-01-31T12:00', now)).toEqual({ until: new Date(2030, 0, 31, 12).getTime() });
  expect(readEnd('until', '', now)).toEqual({ problem: 'Enter a date and a time.' });
  expect(readEnd('until', '2020-01-31T12:00', now)).toEqual({ problem: 'Enter a time in the future.' });
});
