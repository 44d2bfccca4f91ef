// The console's scanner of JSON text, against the parser of the runtime: it takes the same texts, and what it cuts and formats
// keeps every token.
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { leastCpuMilliseconds } from '../../test/harness/cpu-time.ts';
import { formatJson, minifyJson } from '../src/json/format.ts';
import { memberSource } from '../src/json/member.ts';
import { findFault, JsonFault, scanJson } from '../src/json/scan.ts';

const runs = { numRuns: 400 };

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

/** JSON text with white space anywhere, whose tokens have many spellings. */
const { source } = fc.letrec<{ source: string; value: string; array: string; object: string }>((tie) => ({
  source: fc.tuple(gap, tie('value'), gap).map((parts) => parts.join('')),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    exactTokens,
    fc.json({ maxDepth: 1 }),
    tie('array'),
    tie('object'),
  ),
  array: fc
    .array(fc.tuple(gap, tie('value'), gap), { maxLength: 4 })
    .map((items) => `[${items.map((parts) => parts.join('')).join(',')}]`),
  object: fc
    .array(fc.tuple(gap, memberName, gap, tie('value'), gap), { maxLength: 4 })
    .map(
      (members) => `{${members.map(([a, name, b, value, c]) => `${a}${name}${b}:${value}${c}`).join(',')}}`,
    ),
}));

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
    fc.assert(
      fc.property(source, (text) => {
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
      }),
      runs,
    );
  });

  test('judges damaged texts as the parser of the runtime does', () => {
    const damage = fc.tuple(
      source,
      fc.nat(),
      fc.nat(2),
      fc.constantFrom(...'{}[],:"\\0-1.eE+truefalsn \u0000\u00a0'),
    );
    let faults = 0;
    fc.assert(
      fc.property(damage, ([text, place, cut, put]) => {
        const at = place % (text.length + 1);
        const damaged = text.slice(0, at) + put + text.slice(at + cut);
        const fault = findFault(damaged);
        expect([damaged, fault === undefined]).toEqual([damaged, isJson(damaged)]);
        if (fault) faults += 1;
      }),
      { numRuns: 3_000 },
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
    fc.assert(
      fc.property(source, (text) => {
        const formatted = formatJson(text);
        const minified = minifyJson(text);
        expect(tokensOf(formatted)).toEqual(tokensOf(text));
        expect(minified).toBe(tokensOf(text).join(''));
        expect(formatJson(minified)).toBe(formatted);
        expect(minifyJson(formatted)).toBe(minified);
      }),
      runs,
    );
  });

  test('lays plain values out as JSON.stringify does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
      runs,
    );
  });

  test('lays out a document of 1 MiB in well under a second', () => {
    const text = `[${Array.from({ length: 70_000 }, (_, index) => `{"n":${index}.00}`).join(',')}]`;
    expect(text.length).toBeGreaterThan(900_000);
    const milliseconds = leastCpuMilliseconds(() => expect(minifyJson(formatJson(text))).toBe(text));
    expect(milliseconds).toBeLessThan(1_500);
  });
});

describe('a document of many levels', () => {
  test('is laid out in bounded size, and keeps its tokens', () => {
    const text = `${'['.repeat(1_000)}${'1,'.repeat(10_000)}1${']'.repeat(1_000)}`;
    const formatted = formatJson(text);
    expect(formatted.length).toBeLessThan(1_000_000);
    expect(minifyJson(formatted)).toBe(text);
  });
});

describe('a member', () => {
  test('is cut out of an envelope byte for byte', () => {
    fc.assert(
      fc.property(source, gap, gap, (data, before, after) => {
        const envelope = `{"statusCode":200,${before}"data"${after}:${data},"more":{"data":1}}`;
        expect(memberSource(envelope, ['data'])).toBe(data.replace(/^[ \t\n\r]+|[ \t\n\r]+$/g, ''));
      }),
      runs,
    );
  });

  test('is found as the parser of the runtime finds it', () => {
    fc.assert(
      fc.property(source, (text) => {
        const found = memberSource(text, ['data']);
        const value = JSON.parse(text) as unknown;
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        const expected =
          isObject && Object.hasOwn(value, 'data') ? (value as { data: unknown }).data : undefined;
        expect(found === undefined ? undefined : JSON.parse(found)).toEqual(expected);
      }),
      runs,
    );
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
