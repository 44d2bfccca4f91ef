// The console's work on JSON text: the scanner takes the same texts as the parser of the runtime, and what is cut, formatted, edited and
// merged keeps every digit, every escape and the order of members.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { leastCpuMilliseconds } from '../../test/harness/cpu-time.ts';
import { changesBetween } from '../src/json/changes.ts';
import { checkMetadata, utf8Bytes } from '../src/json/check.ts';
import { formatJson, minifyJson } from '../src/json/format.ts';
import { memberSource } from '../src/json/member.ts';
import { mergeDocuments } from '../src/json/merge.ts';
import { findByPointer, parsePointer, pointerOf } from '../src/json/pointer.ts';
import { findFault, JsonFault, scanJson } from '../src/json/scan.ts';
import { isSameSource, parseTree, sourceOf } from '../src/json/tree.ts';
import { restoreWhitespace } from '../src/json/whitespace.ts';

/** Sources of numbers and strings that a parser would not keep. */
const exactTokens = fc.constantFrom(
  ...['9007199254740993', '10.00', '1e400', '-0', '1E+2', '0.10', '12345678901234567890123456789', '-0.0e-0'],
  ...['"\\u0041"', '"\\/"', '"\\ud800"', '"\\u0000"', '"é😀"', '"\u2028"', '""', 'true', 'false', 'null'],
);
const gap = fc.constantFrom('', '', ' ', '\n', '\r\n', '\t', '  \n ');
const memberName = fc.oneof(
  fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"data"', '"d\\u0061ta"', '"__proto__"'),
);

/** JSON text with white space anywhere. */
const texts = (tokens: fc.Arbitrary<string>, names: fc.Arbitrary<string>, hasUniqueNames: boolean) =>
  fc.letrec<{ value: string; array: string; object: string }>((tie) => {
    const member = fc.tuple(gap, names, gap, tie('value'), gap);
    const members = hasUniqueNames
      ? fc.uniqueArray(member, { maxLength: 5, selector: ([, name]) => name })
      : fc.array(member, { maxLength: 4 });
    const items = fc.array(fc.tuple(gap, tie('value'), gap), { maxLength: 4 });
    return {
      value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tokens, tie('array'), tie('object')),
      array: items.map((all) => `[${all.map((parts) => parts.join('')).join()}]`),
      object: members.map(
        (all) => `{${all.map(([a, name, b, value, c]) => `${a}${name}${b}:${value}${c}`).join()}}`,
      ),
    };
  });

/** Of any kind, with many spellings of tokens. */
const source = fc
  .tuple(gap, texts(fc.oneof(exactTokens, fc.json({ maxDepth: 1 })), memberName, false).value, gap)
  .map((parts) => parts.join(''));

const validTokens = exactTokens.filter((token) => token !== '"\\ud800"');
const uniqueNames = fc.constantFrom('"a"', '"b"', '"c"', '"\\u0061\\u0062"', '"__proto__"', '"x/y~z"');
/** Documents: a name stands once in each object. */
const { object } = texts(validTokens, uniqueNames, true);

/** Checks a property of many values. */
const holds = <T extends [unknown, ...unknown[]]>(
  values: { [K in keyof T]: fc.Arbitrary<T[K]> },
  check: (...all: T) => void,
  numRuns = 400,
): void => fc.assert(fc.property<T>(...values, check), { numRuns });

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  scanJson(text, ({ start, end }) => tokens.push(text.slice(start, end)));
  return tokens;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('the scanner', () => {
  test('takes valid texts, and its tokens with the white space between them are the text', () => {
    holds([source], (text) => {
      expect(isJson(text)).toBe(true);
      const tokens = tokensOf(text);
      expect(tokens.every((token) => token.length > 0)).toBe(true);
      let at = 0;
      for (const token of tokens) {
        const next = text.indexOf(token, at);
        expect(text.slice(at, next)).toMatch(/^[ \t\n\r]*$/);
        at = next + token.length;
      }
      expect(text.slice(at)).toMatch(/^[ \t\n\r]*$/);
    });
  });

  test('judges damaged texts as the parser of the runtime does', () => {
    const damage = fc.tuple(
      source,
      fc.nat(),
      fc.nat(2),
      fc.constantFrom(...'{}[],:"\\0-1.eE+truefalsn \u0000\u00a0'),
    );
    let faults = 0;
    holds(
      [damage],
      ([text, place, cut, put]) => {
        const at = place % (text.length + 1);
        const damaged = text.slice(0, at) + put + text.slice(at + cut);
        const fault = findFault(damaged);
        expect([damaged, fault === undefined]).toEqual([damaged, isJson(damaged)]);
        if (fault) faults += 1;
      },
      3_000,
    );
    expect(faults).toBeGreaterThan(500);
  });

  test.each([
    ['', 1, 1, 'The text ends early: a value is expected'],
    ['{"a":1,}', 1, 8, 'A name in quotes is expected'],
    ['{\n  "a": 01\n}', 2, 9, 'A comma or a closing bracket is expected'],
    ['{\r\n\t"a" 1}', 2, 6, 'A colon is expected'],
    ['["a\n"]', 1, 4, 'A string may not contain a control character'],
    ['["\\x"]', 1, 3, 'This is no escape of JSON'],
    ['["abc', 1, 2, 'This string has no end'],
    ['[1] 2', 1, 5, 'The text goes on after its value'],
    ['[1}', 1, 3, 'A comma or a closing bracket is expected'],
    ["{'a':1}", 1, 2, 'A value, a name or a bracket is expected'],
    ['\r\r[', 3, 2, 'The text ends early: a value or ] is expected'],
  ])('names the place of the fault in %j', (text, line, column, problem) => {
    expect(findFault(text)).toMatchObject({ line, column, problem });
  });

  test('goes to any depth, in linear time', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(findFault(deep)).toBeUndefined();
    expect(findFault(deep.slice(1))).toBeInstanceOf(JsonFault);
  });
});

describe('formatting', () => {
  test('keeps every token, and both ways lead back', () => {
    holds([source], (text) => {
      const formatted = formatJson(text);
      const minified = minifyJson(text);
      expect(tokensOf(formatted)).toEqual(tokensOf(text));
      expect(minified).toBe(tokensOf(text).join(''));
      expect(formatJson(minified)).toBe(formatted);
      expect(minifyJson(formatted)).toBe(minified);
    });
  });

  test('lays plain values out as JSON.stringify does', () => {
    holds([fc.jsonValue()], (value) => {
      expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    });
  });

  test('lays out a document of 1 MiB in well under a second', () => {
    const text = `[${Array.from({ length: 70_000 }, (_, index) => `{"n":${index}.00}`).join(',')}]`;
    expect(text.length).toBeGreaterThan(900_000);
    const milliseconds = leastCpuMilliseconds(() => expect(minifyJson(formatJson(text))).toBe(text));
    expect(milliseconds).toBeLessThan(1_500);
  });

  test('of many levels is laid out in bounded size, and keeps its tokens', () => {
    const text = `${'['.repeat(1_000)}${'1,'.repeat(10_000)}1${']'.repeat(1_000)}`;
    const formatted = formatJson(text);
    expect(formatted.length).toBeLessThan(1_000_000);
    expect(minifyJson(formatted)).toBe(text);
  });
});

describe('a member', () => {
  test('is cut out of an envelope byte for byte', () => {
    holds([source, gap, gap], (data, before, after) => {
      const envelope = `{"statusCode":200,${before}"data"${after}:${data},"more":{"data":1}}`;
      expect(memberSource(envelope, ['data'])).toBe(data.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, ''));
    });
  });

  test('is found as the parser of the runtime finds it', () => {
    holds([source], (text) => {
      const found = memberSource(text, ['data']);
      const value = JSON.parse(text) as unknown;
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      const expected =
        isObject && Object.hasOwn(value, 'data') ? (value as { data: unknown }).data : undefined;
      expect(found === undefined ? undefined : JSON.parse(found)).toEqual(expected);
    });
  });

  test('within a member keeps digits and escapes', () => {
    const text =
      '{"data": {"etag":"x", "metadata" : {"a":9007199254740993,"b":10.00,"c":1e400,"d":"\\u00e9"} }}';
    expect(memberSource(text, ['data', 'metadata'])).toBe(
      '{"a":9007199254740993,"b":10.00,"c":1e400,"d":"\\u00e9"}',
    );
    expect(memberSource(text, ['data', 'none'])).toBeUndefined();
    expect(memberSource('[{"data":1}]', ['data'])).toBeUndefined();
    expect(memberSource('{"data":1,"d\\u0061ta":{"x":2}}', ['data'])).toBe('{"x":2}');
  });
});

describe('white space', () => {
  test('of a document that was not edited is the stored one, byte for byte', () => {
    holds([object], (stored) => {
      expect(restoreWhitespace(stored, formatJson(stored))).toBe(stored);
    });
  });

  test('never changes a token of the edited text', () => {
    holds([object, object], (stored, edited) => {
      expect(minifyJson(restoreWhitespace(stored, formatJson(edited)))).toBe(minifyJson(edited));
    });
  });

  test('outside of an edit is the stored one, byte for byte', () => {
    holds([object, object, validTokens], (first, second, token) => {
      const stored = `{"before": ${first} ,"edited"  :1,"after":\t${second}}`;
      const edited = formatJson(stored).replace('"edited": 1', `"edited": ${token}`);
      fc.pre(edited !== formatJson(stored));
      expect(restoreWhitespace(stored, edited)).toBe(
        stored.replace('"edited"  :1', () => `"edited"  :${token}`),
      );
    });
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
    holds([fc.string({ unit: 'binary' })], (text) => {
      expect(utf8Bytes(text)).toBe(Buffer.byteLength(text));
    });
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
    for (const wrong of ['a', '/~2', '/~']) expect(parsePointer(wrong)).toBeUndefined();
  });
});

describe('changes', () => {
  test('are none between two spellings of white space alone', () => {
    holds([object], (text) => {
      const [left, right] = [parseTree(text), parseTree(formatJson(text))];
      expect(isSameSource(left, left.root, right, right.root)).toBe(true);
      expect(changesBetween(left, right)).toEqual({ list: [], count: 0 });
    });
  });

  test('are some between two other texts', () => {
    holds([object, object], (a, b) => {
      const { count } = changesBetween(parseTree(a), parseTree(b));
      expect(count === 0).toBe(minifyJson(a) === minifyJson(b));
    });
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
    holds([object, object], (base, changed) => {
      expect(minifyJson(merge(base, base, changed).text)).toBe(minifyJson(changed));
      expect(minifyJson(merge(base, changed, base).text)).toBe(minifyJson(changed));
      expect(minifyJson(merge(base, changed, changed).text)).toBe(minifyJson(changed));
      expect(merge(base, changed, base).conflicts).toEqual([]);
    });
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
    holds([object, object, object], (base, theirs, mine) => {
      const { text } = merge(base, theirs, mine);
      expect(checkMetadata(text).fault).toBeUndefined();
      expect(checkMetadata(text).duplicates).toEqual([]);
    });
  });

  test('of an object with a name twice takes it as one value', () => {
    const { text, conflicts } = merge('{"o":{"a":1}}', '{"o":{"a":1,"a":2}}', '{"o":{"a":1,"b":2}}');
    expect([text, conflicts.map(({ pointer }) => pointer)]).toEqual(['{"o":{"a":1,"b":2}}', ['/o']]);
  });
});
