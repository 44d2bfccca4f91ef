// Hand-written cases about changes that wait.
import type { Case, VectorChange } from './cases.ts';

type Made = Omit<VectorChange, 'number'>;

const increment = (by: string, more = ''): Made => ({
  kind: 'increment',
  operations: `[{"op":"increment","path":"/gold","by":${by}${more}}]`,
});
const append = (value: string, more = ''): Made => ({
  kind: 'append',
  operations: `[{"op":"append","path":"/log","value":${value}${more}}]`,
});
const merging = (patch: string): Made => ({ kind: 'merge', patch });
const patching = (operations: string): Made => ({ kind: 'patch', operations });
const setting = (view: string, data: string): Made => ({ kind: 'set', data, view });
const numbered = (...made: readonly Made[]): readonly VectorChange[] =>
  made.map((change, index) => ({ number: index + 1, ...change }));

const joined = (document: string, isAny: boolean, ...made: readonly Made[]): Partial<Case<'compact'>> => ({
  document,
  isAny,
  changes: numbered(...made),
});

export const compact: readonly Partial<Case<'compact'>>[] = [
  {
    ...joined('{"gold":1}', false, increment('1'), increment('2'), increment('-4')),
    result: [
      {
        number: 1,
        id: '3',
        kind: 'increment',
        count: 3,
        operations: '[{"op":"increment","path":"/gold","by":-1}]',
      },
      { number: 2 },
      { number: 3 },
    ],
  },
  { ...joined('{}', false), result: [] },
  { ...joined('{}', true, increment('1', ',"min":0'), increment('1', ',"min":0')), result: [] },
  { ...joined('{}', true, { ...increment('1'), isAlone: true }, increment('1')), result: [] },
  { ...joined('{}', true, increment('1'), { ...increment('1'), isAlone: true }), result: [] },
  {
    ...joined('{}', false, patching('[]'), patching('[]')),
    result: [{ number: 1, id: '2', kind: 'patch', count: 2, operations: '[]' }, { number: 2 }],
  },
  joined('{}', false, patching('[]'), increment('1')),
  {
    ...joined(
      '{}',
      true,
      patching('[{"op":"remove","path":"/a"}]'),
      patching('[{"op":"remove","path":"/a"}]'),
    ),
    result: [],
  },
  joined('{}', false, increment('1', ',"initial":5'), increment('2', ',"initial":9')),
  joined('{}', false, increment('0.1'), increment('0.2')),
  {
    ...joined('{}', false, increment('0.5'), increment('0.50')),
    result: [
      {
        number: 1,
        id: '2',
        kind: 'increment',
        count: 2,
        operations: '[{"op":"increment","path":"/gold","by":1.00}]',
      },
      { number: 2 },
    ],
  },
  joined('{}', false, append('1'), append('2'), append('3')),
  joined(
    '{}',
    false,
    append('1', ',"maxItems":2'),
    append('2', ',"maxItems":2'),
    append('3', ',"maxItems":2'),
  ),
  joined('{}', false, append('1', ',"maxItems":2'), append('2')),
  joined('{}', false, { ...increment('1'), count: 3 }, { ...increment('2'), count: 4 }),
  joined('{"gold":1}', false, increment('1'), append('1'), increment('1'), append('2')),
  joined('{"gold":1}', false, increment('1'), merging('{"gold":5}'), increment('1')),
  joined('{"s":{}}', false, merging('{"s":{"a":1}}'), increment('1'), merging('{"s":{"a":2}}')),
  joined('{}', false, merging('{"a":1}'), merging('{"b":2}')),
  joined('{}', true, merging('{"a":1}'), merging('{"b":2}')),
  joined('{}', true, merging('{"a":{"b":1}}'), merging('{"a":{}}')),
  joined('{}', true, merging('{"a":1}'), merging('{"a":{"b":1}}')),
  joined('{}', false, merging('{"a\\n/b":1}'), merging('{"a\\n":{"c":1}}'), merging('{"a\\n/b":2}')),
  joined('{}', false, merging('{"a\\n/b":1}'), merging('{"a\\n":1,"b":1}')),
  joined('{}', false, merging('{"a\\n":1,"b":1}'), merging('{"a\\n/b":1}')),
  joined('{}', false, merging('{"a\\n":{"b":1}}'), merging('{"a":1,"b":1}')),
  joined('{}', false, merging('{}'), merging('{}')),
  joined(
    '{"a":1,"b":1}',
    false,
    setting('{"a":1,"b":1}', '{"a":2,"b":1}'),
    setting('{"a":2,"b":1}', '{"a":3,"b":1}'),
  ),
  joined(
    '{"a":1,"b":1}',
    false,
    setting('{"a":1,"b":1}', '{"a":2,"b":1}'),
    setting('{"a":2,"b":1}', '{"a":1,"b":2}'),
  ),
  joined(
    '{"a":1}',
    false,
    setting('{"a":1}', '{"a":2}'),
    setting('{"a":2}', '{"a":1}'),
    setting('{"a":1}', '{"a":3}'),
  ),
  joined(
    '{"s":{"a":1}}',
    false,
    ...[1, 2, 1].map((a) => setting(`{"s":{"a":${a}}}`, `{"s":{"a":${3 - a}}}`)),
  ),
  joined('{"l":[1]}', true, setting('{"l":[1]}', '{"l":[1,2]}'), setting('{"l":[1,2]}', '{"l":[1,2,3]}')),
  joined('{"l":[1]}', true, setting('{"l":[1]}', '{"l":[2]}'), setting('{"l":[2]}', '{"l":[3]}')),
  joined('{"a":1}', true, setting('{"a":1}', '{}'), setting('{}', '{"a":{"b":1}}')),
  joined(
    '{"a":1,"gold":0}',
    false,
    setting('{"a":1,"gold":0}', '{"a":2,"gold":0}'),
    increment('1'),
    setting('{"a":2,"gold":1}', '{"a":3,"gold":1}'),
  ),
];

const first: Partial<Case<'rebase'>> = {
  changes: numbered(
    setting(
      '{"items":[{"id":"a"},{"id":"b","n":1},{"id":"c","n":1}],"level":1}',
      '{"items":[{"id":"a"},{"id":"b","n":2},{"id":"c","n":1}],"level":1}',
    ),
  ),
  base: '{"items":[{"id":"a"},{"id":"b","n":1},{"id":"c","n":1}],"level":1}',
  theirs: '{"items":[{"id":"b","n":1},{"id":"c","n":1}],"level":12345678901234567890}',
  isConflict: true,
  mine: '{"items":[{"id":"a"},{"id":"b","n":2},{"id":"c","n":1}],"level":12345678901234567890}',
};

const met = (base: string, theirs: string, ...made: readonly Made[]): Partial<Case<'rebase'>> => ({
  base,
  theirs,
  changes: numbered(...made),
});

export const rebase: readonly Partial<Case<'rebase'>>[] = [
  first,
  {
    ...met('{"log":[1]}', '{"log":[1,"theirs"]}', setting('{"log":[1]}', '{"log":[1,"mine"]}')),
    isConflict: false,
    mine: '{"log":[1,"theirs","mine"]}',
  },
  {
    ...met(
      '{"log":[1,2,3,4]}',
      '{"log":[4]}',
      append('5'),
      patching('[{"op":"add","path":"/log/-","value":6}]'),
    ),
    isConflict: false,
  },
  {
    ...met(
      '{"stats":{"wins":1,"best":{"time":3}},"gold":1}',
      '{"gold":1.50,"other":true}',
      setting(
        '{"stats":{"wins":1,"best":{"time":3}},"gold":1}',
        '{"stats":{"wins":1,"best":{"time":2}},"gold":1,"level":2}',
      ),
    ),
    isConflict: true,
  },
  {
    ...met(
      '{"a":1,"b":{"c":1},"d":1}',
      '{"b":{"c":2},"d":1}',
      setting('{"a":1,"b":{"c":1},"d":1}', '{"b":{"c":2},"d":1,"e":5}'),
    ),
    isConflict: false,
    mine: '{"b":{"c":2},"d":1,"e":5}',
  },
  { ...met('{"gold":1}', '{"gold":5}', increment('1')), isConflict: false, mine: '{"gold":5}' },
  { ...met('{"gold":1}', '{"gold":5}', merging('{"gold":2}')), isConflict: true, mine: '{"gold":2}' },
  { ...met('{"gold":1}', '{"gold":5}', merging('{"gold":5}')), isConflict: false },
  { ...met('{"gold":1}', '{"gold":1,"a":1}', merging('{"gold":2}')), isConflict: false },
  {
    ...met('{"n":9007199254740993}', '{"n":9007199254740992}', merging('{"n":1}')),
    isConflict: true,
  },
  {
    ...met(
      '{"gold":1,"level":1}',
      '{"gold":5,"level":2}',
      increment('1'),
      merging('{"level":3}'),
      increment('2'),
    ),
    decision: '{"gold":5,"level":9}',
    decided: { operations: '[{"op":"replace","path":"/level","value":9}]' },
    kept: [1, 3],
  },
  {
    ...met('{"gold":1}', '{"gold":5}', increment('1'), merging('{"gold":7}'), increment('2')),
    decision: '{"gold":5}',
    decided: null,
    kept: [3],
  },
  { ...met('{"b":2,"a":1}', '{"c":1}', setting('{"b":2,"a":1}', '{"a":3,"b":4}')), isConflict: true },
  met('{"a":1}', '{"a":2}', { ...setting('{"a":1}', '{"a":1,"b":1}'), again: '["/a"]', count: 2 }),
];

const many = Array.from({ length: 501 }, (_, index) => `"m${index}":1`).join(',');
const counters = Array.from({ length: 502 }, () => increment('1'));

export const batch: readonly Partial<Case<'batch'>>[] = [
  {
    changes: numbered(increment('1')),
    document: '{"gold":1}',
    etag: '"3"',
    method: 'PATCH',
    body: '[{"op":"increment","path":"/gold","by":1}]',
    numbers: [1],
    ifMatch: '"3"',
  },
  {
    changes: numbered(merging('{"a":null,"b":{"c":null}}')),
    document: '{"a":1}',
    etag: '"3"',
    type: 'application/merge-patch+json',
    body: '{"a":null,"b":{"c":null}}',
  },
  {
    changes: numbered(merging('{"a":null,"b":{"c":null}}'), increment('1')),
    document: '{"a":1}',
    etag: '"3"',
    body: '[{"op":"remove","path":"/a"},{"op":"add","path":"/b","value":{}},{"op":"increment","path":"/gold","by":1}]',
    numbers: [1, 2],
  },
  {
    changes: [{ number: 1, kind: 'initial', data: '{"gold":0}' }],
    document: '{}',
    method: 'POST',
    body: '{"data":{"gold":0}}',
    ifNoneMatch: '*',
  },
  {
    changes: [{ number: 1, kind: 'initial', data: '{"gold":0}', isAgain: true }],
    document: '{}',
    etag: '"9"',
    ifMatch: '"9"',
  },
  {
    changes: numbered(increment('1'), { ...increment('1'), isAlone: true }, increment('1')),
    document: '{}',
    numbers: [1],
  },
  { changes: numbered({ ...increment('1'), isAlone: true }, increment('1')), document: '{}', numbers: [1] },
  // The service decides about a change that does not apply, by itself.
  {
    changes: numbered(increment('1'), increment('-9', ',"min":0'), increment('1')),
    document: '{}',
    numbers: [1],
  },
  { changes: numbered(increment('-9', ',"min":0'), increment('1')), document: '{}', numbers: [1] },
  {
    changes: numbered(setting('{"b":1,"a":1}', '{"a":2,"b":2}'), increment('1')),
    document: '{"b":1,"a":1}',
    numbers: [1, 2],
  },
  { changes: numbered(setting('{"gold":1}', `{${many},"gold":1}`)), document: '{"gold":1}', method: 'POST' },
  {
    changes: numbered(...counters),
    document: '{"gold":1}',
    numbers: Array.from({ length: 500 }, (_, index) => index + 1),
  },
];
