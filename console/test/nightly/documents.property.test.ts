// The console's work on documents as text: checks, white space, changes and merges. Nothing of it may change a digit, an escape or
// the order of members.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { leastCpuMilliseconds } from '../../../test/harness/cpu-time.ts';
import { changesBetween } from '../../src/json/changes.ts';
import { checkMetadata, utf8Bytes } from '../../src/json/check.ts';
import { formatJson, minifyJson } from '../../src/json/format.ts';
import { mergeDocuments } from '../../src/json/merge.ts';
import { findByPointer, parsePointer, pointerOf } from '../../src/json/pointer.ts';
import { isSameSource, parseTree, sourceOf } from '../../src/json/tree.ts';
import { restoreWhitespace } from '../../src/json/whitespace.ts';

const runs = { numRuns: 500 };

const exactTokens = fc.constantFrom(
  ...[
    '9007199254740993',
    '10.00',
    '1e400',
    '-0',
    '0.10',
    '"\\u00e9"',
    '"é"',
    '"\\/"',
    '"a\\"b "',
    'null',
    'true',
  ],
);
const gap = fc.constantFrom('', '', ' ', '\n', '\t', '  \n ');
const names = fc.constantFrom('"a"', '"b"', '"c"', '"\\u0061\\u0062"', '"__proto__"', '"x/y~z"');

/** Objects with white space anywhere; a name stands once in each. */
const { object } = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, exactTokens, tie('array'), tie('object')),
  array: fc
    .array(fc.tuple(gap, tie('value'), gap), { maxLength: 4 })
    .map((items) => `[${items.map((parts) => parts.join('')).join(',')}]`),
  object: fc
    .uniqueArray(fc.tuple(gap, names, gap, tie('value'), gap), { maxLength: 5, selector: ([, name]) => name })
    .map(
      (members) => `{${members.map(([a, name, b, value, c]) => `${a}${name}${b}:${value}${c}`).join(',')}}`,
    ),
}));

describe('white space', () => {
  test('of a document that was not edited is the stored one, byte for byte', () => {
    fc.assert(
      fc.property(object, (stored) => {
        expect(restoreWhitespace(stored, formatJson(stored))).toBe(stored);
      }),
      runs,
    );
  });

  test('never changes a token of the edited text', () => {
    fc.assert(
      fc.property(object, object, (stored, edited) => {
        expect(minifyJson(restoreWhitespace(stored, formatJson(edited)))).toBe(minifyJson(edited));
      }),
      runs,
    );
  });

  test('outside of an edit is the stored one, byte for byte', () => {
    fc.assert(
      fc.property(object, object, exactTokens, (first, second, token) => {
        const stored = `{"before": ${first} ,"edited"  :1,"after":\t${second}}`;
        const edited = formatJson(stored).replace('"edited": 1', `"edited": ${token}`);
        fc.pre(edited !== formatJson(stored));
        expect(restoreWhitespace(stored, edited)).toBe(
          stored.replace('"edited"  :1', () => `"edited"  :${token}`),
        );
      }),
      runs,
    );
  });

  test.each([
    ['{"a":1,"b":2}', '"b": 2', '"b": 2,\n  "c": [\n    1\n  ]', '{"a":1,"b":2,"c":[1]}'],
    ['{"a": 1, "b": 2}', '"b": 2', '"b": 2,\n  "c": 3', '{"a": 1, "b": 2, "c": 3}'],
    ['{"a":1,"b":2,"c":3}', '"b": 2,\n  ', '', '{"a":1,"c":3}'],
    ['{"a":1}', '"a": 1', '', '{}'],
    ['{}', '{}', '{"a": 1}', '{"a":1}'],
    ['{\n\t"a": 1\n}', '"a": 1', '"a": 1,\n  "b": 2', '{\n\t"a": 1,\n  "b": 2\n}'],
    [
      '{"x":[1,2],"n":9007199254740993,"p":10.00,"e":1e400}',
      '1,',
      '7,',
      '{"x":[7,2],"n":9007199254740993,"p":10.00,"e":1e400}',
    ],
  ])('of %s stays when %j becomes %j', (stored, from, to, expected) => {
    const formatted = formatJson(stored);
    expect(formatted).toContain(from);
    expect(restoreWhitespace(stored, formatted.replace(from, to))).toBe(expected);
  });

  test('of a large document is restored in under a second, also after edits at both ends', () => {
    const stored = `{"n":0,${Array.from({ length: 60_000 }, (_, index) => `"k${index}":${index}.00`).join()},"z":0}`;
    const edited = formatJson(stored).replace('"n": 0', '"n": 1').replace('"z": 0', '"z": 1, "y": 2');
    let restored = '';
    const milliseconds = leastCpuMilliseconds(() => {
      restored = restoreWhitespace(stored, edited);
    });
    expect(milliseconds).toBeLessThan(1_000);
    expect(restored).toBe(stored.replace('"n":0', '"n":1').replace('"z":0', '"z":1,"y":2'));
  });

  test('of a text that is wholly another is bounded work', () => {
    const numbers = (from: number) =>
      `[${Array.from({ length: 60_000 }, (_, index) => from + index).join()}]`;
    const milliseconds = leastCpuMilliseconds(() => {
      expect(restoreWhitespace(`{"a":${numbers(0)}}`, formatJson(`{"a":${numbers(90_000)}}`))).toBe(
        `{"a":${numbers(90_000)}}`,
      );
    });
    expect(milliseconds).toBeLessThan(3_000);
  });
});

describe('a check', () => {
  test.each([
    ['{"a":1}', undefined, undefined, 1],
    ['{"a":[{}]}', undefined, undefined, 3],
    ['[1]', undefined, 'Metadata has to be a JSON object: { … }.', 1],
    ['{"a":}', 'A value is expected at line 1, column 6', undefined, 1],
    [`{"a":"${'\ud800'}"}`, undefined, 'The text has half of a surrogate pair, which UTF-8 cannot hold.', 1],
    [
      `{"a":${'['.repeat(1_024)}${']'.repeat(1_024)}}`,
      undefined,
      'The text has 1,025 levels of brackets. At most 1,024 are allowed.',
      1_025,
    ],
  ])('%# finds its fault, the refusal of the service, and its depth', (text, fault, refusal, depth) => {
    const check = checkMetadata(text);
    expect([check.fault?.message, check.refusal, check.depth]).toEqual([fault, refusal, depth]);
  });

  test('finds names that stand twice, also in another spelling, and no values', () => {
    const text = '{"a":1,"b":["a","a"],"\\u0061":2,"c":{"a":1},"__proto__":0,"a":3}';
    expect(
      checkMetadata(text).duplicates.map(({ name, start }) => [name, text.slice(start, start + 3)]),
    ).toEqual([
      ['a', '"\\u'],
      ['a', '"a"'],
    ]);
  });

  test('counts bytes as UTF-8 does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
      }),
    );
  });
});

describe('a pointer', () => {
  test('leads to each value of a document, and back', () => {
    const text = '{"a":{"b":[1,{"c/d~e":2}]},"":3,"a b":4}';
    const tree = parseTree(text);
    for (const [pointer, source] of [
      ['', text],
      ['/a/b/0', '1'],
      ['/a/b/1/c~1d~0e', '2'],
      ['/', '3'],
      ['/a b', '4'],
      ['/a/b/2', undefined],
      ['/a/b/-', undefined],
      ['/none', undefined],
    ] as const) {
      const path = parsePointer(pointer) ?? [];
      const node = findByPointer(tree, path);
      expect([pointer, node && sourceOf(tree, node)]).toEqual([pointer, source]);
      expect(pointerOf(path)).toBe(pointer);
    }
    expect([parsePointer('a'), parsePointer('/~2'), parsePointer('/~')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('changes', () => {
  test('are none between two spellings of white space alone', () => {
    fc.assert(
      fc.property(object, (text) => {
        const [left, right] = [parseTree(text), parseTree(formatJson(text))];
        expect(isSameSource(left, left.root, right, right.root)).toBe(true);
        expect(changesBetween(left, right)).toEqual({ list: [], count: 0 });
      }),
      runs,
    );
  });

  test('are some between two other texts', () => {
    fc.assert(
      fc.property(object, object, (a, b) => {
        const { count } = changesBetween(parseTree(a), parseTree(b));
        expect(count === 0).toBe(minifyJson(a) === minifyJson(b));
      }),
      runs,
    );
  });

  test('name each member with its sources', () => {
    const before = parseTree('{"level":41,"gold":10.00,"items":["a","b","c"],"gone":1,"same":{"x":1e400}}');
    const after = parseTree('{"level":0,"gold":10.0,"items":["a","x","b","c"],"new":2,"same":{"x": 1e400}}');
    expect(changesBetween(before, after).list).toEqual([
      { pointer: '/level', kind: 'changed', before: '41', after: '0' },
      { pointer: '/gold', kind: 'changed', before: '10.00', after: '10.0' },
      { pointer: '/items/1', kind: 'added', before: undefined, after: '"x"' },
      { pointer: '/gone', kind: 'removed', before: '1', after: undefined },
      { pointer: '/new', kind: 'added', before: undefined, after: '2' },
    ]);
  });

  test('are counted beyond their list, and a change of the order is one', () => {
    const numbers = (from: number) =>
      parseTree(`{"a":[${Array.from({ length: 900 }, (_, at) => from + at)}]}`);
    const { list, count } = changesBetween(numbers(0), numbers(1_000), 10);
    expect([list.length, count]).toEqual([10, 900]);
    const order = changesBetween(parseTree('{"x":{"a":1,"b":2}}'), parseTree('{"x":{"b":2,"a":1}}'));
    expect(order.list.map(({ pointer, kind }) => [pointer, kind])).toEqual([['/x', 'changed']]);
  });
});

describe('a merge', () => {
  const merge = (base: string, theirs: string, mine: string) =>
    mergeDocuments({ base: parseTree(base), theirs: parseTree(theirs), mine: parseTree(mine) });

  test('takes the one side that changed a document', () => {
    fc.assert(
      fc.property(object, object, (base, changed) => {
        expect(minifyJson(merge(base, base, changed).text)).toBe(minifyJson(changed));
        expect(minifyJson(merge(base, changed, base).text)).toBe(minifyJson(changed));
        expect(minifyJson(merge(base, changed, changed).text)).toBe(minifyJson(changed));
        expect(merge(base, changed, base).conflicts).toEqual([]);
      }),
      runs,
    );
  });

  test('takes each member from the side that changed it, with its digits', () => {
    const { text, conflicts, fromMine, fromTheirs } = merge(
      '{"a":1,"b":{"c":1.0,"d":9007199254740993},"gone":1}',
      '{"a":1,"b":{"c":2.00,"d":9007199254740993},"theirs":1e400}',
      '{"a":10.00,"b":{"c":1.0,"d":9007199254740993,"mine":"\\u00e9"},"gone":1}',
    );
    expect(text).toBe('{"a":10.00,"b":{"c":2.00,"d":9007199254740993,"mine":"\\u00e9"},"theirs":1e400}');
    expect([conflicts, fromMine, fromTheirs]).toEqual([[], ['/a', '/b/mine'], ['/b/c', '/theirs', '/gone']]);
  });

  test('names a member that both changed, and takes mine', () => {
    const { text, conflicts } = merge('{"a":1,"l":[1]}', '{"a":2,"l":[1,2]}', '{"a":3}');
    expect(text).toBe('{"a":3}');
    expect(conflicts).toEqual([
      { pointer: '/a', base: '1', theirs: '2', mine: '3' },
      { pointer: '/l', base: '[1]', theirs: '[1,2]', mine: undefined },
    ]);
  });

  test('is JSON whatever the three documents are', () => {
    fc.assert(
      fc.property(object, object, object, (base, theirs, mine) => {
        const { text } = merge(base, theirs, mine);
        expect(checkMetadata(text).fault).toBeUndefined();
        expect(checkMetadata(text).duplicates).toEqual([]);
      }),
      runs,
    );
  });

  test('of an object with a name twice takes it as one value', () => {
    const { text, conflicts } = merge('{"o":{"a":1}}', '{"o":{"a":1,"a":2}}', '{"o":{"a":1,"b":2}}');
    expect([text, conflicts.map(({ pointer }) => pointer)]).toEqual(['{"o":{"a":1,"b":2}}', ['/o']]);
  });
});
