// The schema of metadata alone: problems with their places, files that are refused,
// and objects that would keep a validator busy.
import { describe, expect, test } from 'bun:test';
import { METADATA_PROBLEMS_MAX } from '../../src/limits.ts';
import { InvalidSchema } from '../../src/schemas/invalid-schema.ts';
import { parseMetadataSchema } from '../../src/schemas/metadata-schema.ts';

const schemaOf = (schema: unknown) => parseMetadataSchema(JSON.stringify(schema));
/** The problems as `pointer message`. */
const problemsOf = (schema: unknown, text: string): string[] =>
  schemaOf(schema)
    .findProblems(text)
    .problems.map(({ pointer, message }) => `${pointer} ${message}`);

const save = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['level'],
  additionalProperties: false,
  properties: {
    level: { type: 'integer', minimum: 1, maximum: 50 },
    name: { type: 'string', pattern: '^[a-z]+$', maxLength: 5 },
    tags: { type: 'array', uniqueItems: true, items: { enum: ['a', 'b', { x: 1 }, null] } },
    bag: {
      type: 'object',
      propertyNames: { pattern: '^[a-f0-9]+$', maxLength: 4 },
      additionalProperties: { $ref: '#/$defs/item' },
    },
    guild: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    pet: { oneOf: [{ required: ['tail'] }, { required: ['wings'] }] },
    fixed: { const: { a: [1, 2] } },
    step: { multipleOf: 0.1 },
    tree: { $ref: '#/$defs/tree' },
  },
  $defs: {
    item: {
      type: 'object',
      required: ['n'],
      properties: { n: { type: 'number' } },
      additionalProperties: false,
    },
    tree: {
      type: 'object',
      properties: { l: { $ref: '#/$defs/tree' }, r: { $ref: '#/$defs/tree' } },
      unevaluatedProperties: false,
    },
  },
};

describe('problems', () => {
  test.each([
    ['{"level":3}', []],
    ['{"level":3.0}', []],
    ['{}', [' must have the member "level"']],
    ['{"level":3.5}', ['/level must be an integer']],
    [
      '{"level":51,"name":"Toolong"}',
      [
        '/level must be <= 50',
        '/name must NOT have more than 5 characters',
        '/name must match pattern "^[a-z]+$"',
      ],
    ],
    ['{"level":1,"zzz":2,"a/b~c":3}', ['/zzz must not be there', '/a~1b~0c must not be there']],
    ['{"level":1,"tags":["a","b",{"x":1.0},null]}', []],
    ['{"level":1,"tags":["a","a"]}', ['/tags must not have the same item twice']],
    ['{"level":1,"tags":[{"x":1},{"x":1e0}]}', ['/tags must not have the same item twice']],
    ['{"level":1,"tags":["c"]}', ['/tags/0 must be one of "a", "b", {"x":1}, null']],
    [
      '{"level":1,"bag":{"ab12":{"n":1},"zz":{"n":1},"abcde":{"n":1}}}',
      ['/bag/zz has a name that is not allowed here', '/bag/abcde has a name that is not allowed here'],
    ],
    ['{"level":1,"bag":{"ab":{"q":1}}}', ['/bag/ab must have the member "n"', '/bag/ab/q must not be there']],
    ['{"level":1,"guild":3}', ['/guild must be a string or null, as the schema of that type says']],
    ['{"level":1,"guild":null}', []],
    ['{"level":1,"pet":{}}', ['/pet must fit exactly one of the schemas of oneOf']],
    ['{"level":1,"fixed":{"a":[1,2.0]}}', []],
    ['{"level":1,"fixed":{"a":[1]}}', ['/fixed must be {"a":[1,2]}']],
    ['{"level":1,"step":0.3}', []],
    ['{"level":1,"tree":{"l":{"r":{"x":1}}}}', ['/tree/l/r/x must not be there']],
    [
      '{"level":1,"toString":1,"__proto__":{},"constructor":2}',
      ['/toString must not be there', '/__proto__ must not be there', '/constructor must not be there'],
    ],
  ])('%s', (text, problems) => {
    expect(problemsOf(save, text).toSorted()).toEqual([...problems].toSorted());
    expect(schemaOf(save).fits(text)).toBe(problems.length === 0);
  });

  test('numbers are compared as doubles, and one past the largest double is a number', () => {
    expect(problemsOf({ properties: { n: { const: 9007199254740992 } } }, '{"n":9007199254740993}')).toEqual(
      [],
    );
    expect(problemsOf({ properties: { n: { type: 'number' } } }, '{"n":1e400}')).toEqual([]);
    expect(problemsOf({ properties: { n: { maximum: 5 } } }, '{"n":1e400}')).toEqual(['/n must be <= 5']);
  });

  test('of two members under one name the last one counts', () => {
    const schema = { properties: { level: { maximum: 5 } } };
    expect(problemsOf(schema, '{"level":1,"level":9}')).toEqual(['/level must be <= 5']);
    expect(problemsOf(schema, '{"level":9,"l\\u0065vel":1}')).toEqual([]);
  });

  test('a member of the prototype is none of the object', () => {
    expect(problemsOf({ required: ['toString', '__proto__'] }, '{}')).toHaveLength(2);
    expect(problemsOf({ required: ['__proto__'], properties: { __proto__: {} } }, '{"__proto__":1}')).toEqual(
      [],
    );
  });

  test('of an object on which the validator fails are the first one', () => {
    const other = {
      patternProperties: { x: false },
      anyOf: [{ unevaluatedProperties: { unevaluatedProperties: false } }],
    };
    expect(problemsOf(other, '{"x":{"a":[]}}')).toHaveLength(1);
  });

  test('formats and what other tools need beside them say nothing', () => {
    expect(
      problemsOf({ 'x-editor': true, properties: { mail: { format: 'email' } } }, '{"mail":"no"}'),
    ).toEqual([]);
  });

  test('are bounded in number, in their pointers and in their sentences', () => {
    const items = Array.from({ length: 100_000 }, () => '{"q":1}').join();
    const list = schemaOf({ properties: { a: { items: { $ref: '#/$defs/item' } } }, $defs: save.$defs });
    const found = list.findProblems(`{"a":[${items}]}`);
    expect([found.problems.length, found.hasMore]).toEqual([METADATA_PROBLEMS_MAX, true]);
    const key = 'k'.repeat(250);
    const deep = schemaOf({ additionalProperties: { additionalProperties: { maximum: 1 } } });
    expect(deep.findProblems(`{"${key}":{"${key}":2}}`).problems).toEqual([
      { pointer: `/${key}`, message: 'has a value deeper within that must be <= 1' },
    ]);
    const [problem] = schemaOf({ properties: { a: { const: 'x'.repeat(999) } } }).findProblems(
      '{"a":1}',
    ).problems;
    expect(problem?.message).toHaveLength(200);
  });
});

describe('a refusal', () => {
  const { findRefusal } = schemaOf(save);

  test('names the place without a word of the player, in printable ASCII', () => {
    expect(findRefusal(undefined, '{"level":99}')).toBe('the schema refuses /level: it must be <= 50');
    expect(findRefusal(undefined, '{}')).toBe(
      'the schema refuses the object: it must have the member "level"',
    );
    expect(findRefusal(undefined, '{"level":1,"my own":1}')).toBe(
      'the schema refuses /*: it must not be there',
    );
    expect(findRefusal(undefined, '{"level":1,"bag":{"ab":{"n":"x"}}}')).toBe(
      'the schema refuses /bag/*/n: it must be a number',
    );
    const german = schemaOf({ properties: { größe: { maximum: 1 } } });
    expect(german.findRefusal(undefined, '{"größe":2}')).toBe(
      'the schema refuses /gr\\u00f6\\u00dfe: it must be <= 1',
    );
  });

  test('is for what the write breaks, not for what was broken before', () => {
    const old = '{"level":99,"gone":1,"bag":{"ab":{}}}';
    expect(findRefusal('{"level":1}', '{"level":99}')).toContain('/level');
    expect(findRefusal(old, '{"level":98,"gone":2,"bag":{"ab":{}}}')).toBeUndefined();
    expect(findRefusal(old, '{"level":7,"gone":1,"bag":{"cd":{}}}')).toBeUndefined();
    expect(findRefusal(old, '{"level":7}')).toBeUndefined();
    expect(findRefusal(old, '{"level":98,"gone":1,"name":"X"}')).toContain('/name');
    expect(findRefusal(old, '{"level":98,"gone":1,"more":1}')).toContain('/*');
    expect(findRefusal(old, '{"level":98,"bag":{"ab":{},"cd":{}}}')).toContain('/bag/*');
  });

  test('does not hinder the way out of more broken places than are counted', () => {
    const bag = (count: number) =>
      `{"level":1,"bag":{${Array.from({ length: count }, (_, n) => `"${n.toString(16)}":{}`).join()}}}`;
    expect(findRefusal(bag(3_000), bag(2_000))).toBeUndefined();
    expect(findRefusal(bag(3), bag(3_000))).toContain('/bag/*');
  });
});

describe('no object keeps it busy:', () => {
  function errorOf(check: () => unknown): unknown {
    try {
      return check();
    } catch (error) {
      return error;
    }
  }
  const tooMuch = {
    error: 'metadataTooLarge',
    options: { detail: expect.stringContaining('too much work') },
  };
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}{}${'}'.repeat(depth)}`;

  test('alternatives that refer to themselves', () => {
    const branch = (name: string) => ({
      allOf: [{ properties: { a: { $ref: '#' } } }, { required: [name] }],
    });
    const { fits, findProblems } = schemaOf({ anyOf: [branch('x'), branch('y')] });
    expect(fits(nested(5))).toBe(false);
    for (const check of [
      () => findProblems(nested(1_000)),
      () => schemaOf({ properties: { a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } } }).fits(nested(1_000)),
    ])
      expect(errorOf(check)).toMatchObject(tooMuch);
  });

  test('a pattern, whatever the text', () => {
    const { fits } = schemaOf({ properties: { a: { pattern: '^(\\w+\\s?)*$' } } });
    expect(fits(`{"a":"${'word '.repeat(20_000)}!"}`)).toBe(false);
  });

  test('items that have to differ', () => {
    const { fits } = schemaOf({ properties: { a: { uniqueItems: true } } });
    const items = Array.from({ length: 100_000 }, (_, n) => `{"n":${n}}`).join();
    expect(fits(`{"a":[${items}]}`)).toBe(true);
    expect(fits(`{"a":[${items},{"n":5}]}`)).toBe(false);
  });

  test('depth that a schema follows', () => {
    const { fits } = schemaOf({ properties: { a: { $ref: '#' } }, additionalProperties: false });
    expect(fits(nested(1_023))).toBe(true);
    expect(fits(nested(1_022).replace('{}', '{"b":1}'))).toBe(false);
  });
});

test.each([
  ['{', 'is no JSON: '],
  ['[]', 'is no schema: it is neither an object nor true or false'],
  ['{"type":"objekt"}', '/type must '],
  ['{"properties":{"a":{"minimum":"x"}}}', '/properties/a/minimum must be a number'],
  ['{"requird":["a"]}', 'requird'],
  ['{"type":"string","nullable":true}', 'nullable'],
  [
    '{"$ref":"https://a.example/s.json"}',
    'refers to "https://a.example/s.json", which is not in the file; nothing is fetched',
  ],
  ['{"$ref":"#/$defs/none"}', 'which is not in the file'],
  ['{"$dynamicRef":"#x"}', 'refers to "#x", which is not in the file'],
  [
    '{"$schema":"http://json-schema.org/draft-07/schema#"}',
    'as $schema; https://json-schema.org/draft/2020-12/schema is the one that is known',
  ],
  ['{"minimum":1,"minimum":2}', 'has an object with the same name twice'],
  ['{"$async":true}', 'has "$async"'],
  ['{"pattern":"(a"}', 'the pattern "(a" is no regular expression'],
  ['{"patternProperties":{"(?=x)":{}}}', 'the pattern "(?=x)" has "(?=x)"'],
])('a file is refused with a sentence: %s', (text, sentence) => {
  let found: unknown;
  try {
    parseMetadataSchema(text);
  } catch (error) {
    found = error;
  }
  expect(found).toBeInstanceOf(InvalidSchema);
  expect((found as InvalidSchema).problems.join('; ')).toContain(sentence);
});
