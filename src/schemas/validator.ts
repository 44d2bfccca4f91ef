// The validator, ajv, with keywords of our own where its own take more than linear time, compare by the keys of callers, or list the
// errors of alternatives that are tried. It knows JSON Schema 2020-12 and nothing beyond it.
import Ajv2020, {
  _,
  type CodeKeywordDefinition,
  type ErrorObject,
  type FuncKeywordDefinition,
  type KeywordCxt,
  type Options,
} from 'ajv/dist/2020.js';
import { type LinearPattern, linearPattern } from '../lib/linear-pattern.ts';
import { InvalidPattern } from '../lib/pattern-syntax.ts';
import { quoted } from '../lib/quoted.ts';
import { METADATA_PROBLEMS_COUNTED } from '../limits.ts';
import { areUniqueInCheck, nameInCheck, spendInCheck, spendReference } from './check.ts';
import type { JsonValue } from './json-document.ts';
import { isSame } from './same-values.ts';

export type Validator = ReturnType<Ajv2020['compile']>;
export type { ErrorObject };

/** Patterns match in linear time, and see the keys of the text. */
const regExp = Object.assign(
  (pattern: string) => {
    const { test } = patternOf(pattern);
    return {
      test: (text: string) => test(nameInCheck(text), spendInCheck),
      toString: () => pattern,
    };
  },
  { code: 'linearPattern' },
);

function patternOf(pattern: string): LinearPattern {
  try {
    return linearPattern(pattern);
  } catch (error) {
    throw error instanceof InvalidPattern
      ? new Error(`the pattern ${quoted(pattern)} ${error.message}`)
      : error;
  }
}

/**
 * Bounds the list of errors. Beyond it nothing is added: the validator would list each broken item of an array, and copy the list at
 * each reference.
 */
const boundErrors = (source: string): string =>
  source
    .replaceAll('vErrors.push(', `vErrors.length < ${METADATA_PROBLEMS_COUNTED} && vErrors.push(`)
    .replaceAll(
      /vErrors\.concat\((?<list>[\w$.]+)\)/g,
      `(vErrors.length < ${METADATA_PROBLEMS_COUNTED} ? vErrors.concat($<list>) : vErrors)`,
    );

const options: Options = {
  strict: false,
  strictSchema: true,
  strictNumbers: true,
  allowMatchingProperties: true,
  validateFormats: false,
  // Without it 0.3 is no multiple of 0.1.
  multipleOfPrecision: 9,
  verbose: true,
  logger: false,
  code: { regExp, process: boundErrors },
};

/** @param listsAll whether a check goes on after the first error */
export function createAjv(listsAll: boolean): Ajv2020 {
  const ajv = new Ajv2020({ ...options, allErrors: listsAll });
  const replace = (definition: CodeKeywordDefinition | FuncKeywordDefinition) => {
    ajv.removeKeyword(definition.keyword as string);
    ajv.addKeyword(definition);
  };
  for (const definition of comparisons) replace(definition);
  replace(propertyNames);
  for (const name of ['$ref', '$dynamicRef']) replace(counted(definitionOf(ajv, name)));
  for (const name of ['anyOf', 'oneOf', 'contains']) replace(silent(definitionOf(ajv, name)));
  // Extensions of the validator, which other tools do not know.
  for (const name of ['nullable', 'id']) ajv.removeKeyword(name);
  return ajv;
}

function definitionOf(ajv: Ajv2020, name: string): CodeKeywordDefinition {
  const definition = ajv.getKeyword(name);
  if (typeof definition !== 'object' || !('code' in definition))
    throw new Error(`${name} is no keyword with code`);
  return definition;
}

const comparisons: readonly FuncKeywordDefinition[] = [
  {
    keyword: 'const',
    errors: false,
    compile: (expected: JsonValue) => (value: JsonValue) => isSame(expected, value),
  },
  {
    keyword: 'enum',
    schemaType: 'array',
    errors: false,
    compile(expected: readonly JsonValue[]) {
      const scalars = new Set<unknown>(expected.filter((each) => typeof each !== 'object'));
      const others = expected.filter((each) => typeof each === 'object');
      return (value: JsonValue) => scalars.has(value) || others.some((each) => isSame(each, value));
    },
  },
  {
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    errors: false,
    compile: (isOn: boolean) => (items: readonly JsonValue[]) => !isOn || areUniqueInCheck(items),
  },
];

/** Its schema sees the key of the text. */
const propertyNames: CodeKeywordDefinition = {
  keyword: 'propertyNames',
  type: 'object',
  schemaType: ['object', 'boolean'],
  error: {
    message: 'has a member whose name is not allowed',
    params: ({ params }) => _`{name: ${params.name}}`,
  },
  code(cxt) {
    const { gen, data, it } = cxt;
    const textOf = gen.scopeValue('func', { ref: nameInCheck });
    const isValid = gen.name('valid');
    gen.var(isValid, true);
    gen.forIn('key', data, (key) => {
      const name = gen.const('name', _`${textOf}(${key})`);
      cxt.setParams({ name: key });
      cxt.subschema(
        { keyword: 'propertyNames', data: name, dataTypes: ['string'], propertyName: name, ...tried },
        isValid,
      );
      gen.if(_`!${isValid}`, () => {
        cxt.error(true);
        if (!it.allErrors) gen.break();
      });
    });
    cxt.ok(isValid);
  },
};

/** A schema that is tried lists no errors: its own keyword tells that it does not fit. */
const tried = { compositeRule: true, createErrors: false, allErrors: false } as const;

const silent = (definition: CodeKeywordDefinition): CodeKeywordDefinition => ({
  ...definition,
  code(cxt, type) {
    const subschema = cxt.subschema.bind(cxt);
    cxt.subschema = (application, isValid) => subschema({ ...application, ...tried }, isValid);
    definition.code(cxt, type);
  },
});

const counted = (definition: CodeKeywordDefinition): CodeKeywordDefinition => ({
  ...definition,
  code(cxt: KeywordCxt, type) {
    const { gen, data } = cxt;
    gen.code(_`${gen.scopeValue('func', { ref: spendReference })}(${data})`);
    definition.code(cxt, type);
  },
});
