// The verdicts of the schema of metadata are those of the validator by itself, whose keywords it replaces, on random schemas and objects.
import { expect, test } from 'bun:test';
import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parseMetadataSchema } from '../../src/schemas/metadata-schema.ts';
import { amount } from '../harness/nightly.ts';

const schemaOf = (schema: unknown) => parseMetadataSchema(JSON.stringify(schema));

/** Names in the schema and in documents, and names in documents alone. */
const named = fc.constantFrom('a', 'b', 'level');
const anyName = fc.constantFrom('a', 'b', 'level', 'x', '1', 'длина');
const scalar = fc.constantFrom<unknown>(0, 1, 2.5, -3, 'a', 'zz', '', true, null);
const document = fc.letrec<{ value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(anyName, tie('value'), { maxKeys: 4, noNullPrototype: true }),
})).object;
const schema = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.boolean(),
    fc.record(
      {
        type: fc.constantFrom('object', 'array', 'number', 'string', 'integer'),
        enum: fc.array(scalar, { minLength: 1, maxLength: 3 }).map((values) => [...new Set(values)]),
        minimum: fc.constantFrom(0, 2),
        minLength: fc.constantFrom(1, 2),
        pattern: fc.constantFrom('^a', 'z$', '.'),
        maxItems: fc.constantFrom(0, 1),
        uniqueItems: fc.boolean(),
        maxProperties: fc.constantFrom(1, 2),
        required: fc.uniqueArray(anyName, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
    fc.record(
      {
        const: fc.oneof(scalar, document),
        properties: fc.dictionary(named, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
        patternProperties: fc.dictionary(fc.constantFrom('^[a-l]', 'x'), tie('schema'), { maxKeys: 1 }),
        additionalProperties: tie('schema'),
        propertyNames: tie('schema'),
        dependentSchemas: fc.dictionary(named, tie('schema'), { maxKeys: 1 }),
        items: tie('schema'),
        contains: tie('schema'),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        not: tie('schema'),
        unevaluatedProperties: tie('schema'),
        $ref: fc.constantFrom('#/$defs/other'),
      },
      { requiredKeys: [] },
    ),
  ),
})).schema;

function verdictOf(validate: (value: unknown) => unknown, value: unknown): boolean | undefined {
  try {
    return validate(value) === true;
  } catch (error) {
    if (error instanceof ReferenceError) return undefined;
    throw error;
  }
}

test('the verdict is that of the validator by itself', () => {
  fc.assert(
    fc.property(
      schema,
      schema,
      fc.array(document, { minLength: 2, maxLength: 4 }),
      (main, other, documents) => {
        const whole = {
          $defs: { other: JSON.parse(JSON.stringify(other).replaceAll('"$ref"', '"$comment"')) },
          allOf: [main],
        };
        const reference = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true }).compile(
          whole,
        );
        const own = schemaOf(whole);
        for (const value of documents) {
          const text = JSON.stringify(value);
          const expected = verdictOf(reference, value);
          // The code that the validator makes for a few odd schemas fails: `not: true` beside `anyOf` with `items: false`.
          fc.pre(expected !== undefined);
          expect([text, own.fits(text)]).toEqual([text, expected]);
          expect([text, own.findProblems(text).problems.length === 0]).toEqual([text, expected]);
          expect([text, own.findRefusal(undefined, text) === undefined]).toEqual([text, expected]);
        }
      },
    ),
    { numRuns: amount(40, 4_000) },
  );
}, 3_600_000);
