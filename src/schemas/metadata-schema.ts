// The file of METADATA_SCHEMA, read and compiled once: a JSON Schema (2020-12) of the metadata of a player.
import { repeatsKeys } from '../lib/json-equal.ts';
import { withoutSpaceAround } from '../lib/json-places.ts';
import { KeyMap } from '../lib/key-map.ts';
import { METADATA_PROBLEMS_COUNTED, METADATA_PROBLEMS_MAX } from '../limits.ts';
import type { MetadataSchema } from '../metadata/metadata-schema.ts';
import { withCheck } from './check.ts';
import { InvalidSchema } from './invalid-schema.ts';
import { type JsonDocument, readDocument } from './json-document.ts';
import { problemOf, refusalOf, ruleOf } from './sentences.ts';
import { createAjv, type ErrorObject, type Validator } from './validator.ts';

/** An object that was read, and its length as text. */
interface Read {
  readonly document: JsonDocument;
  readonly characters: number;
}

type Schema = boolean | Readonly<Record<string, unknown>>;

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** Problems of the file that are told at once. */
const problemsTold = 10;

/** @param text the file. @throws InvalidSchema */
export function parseMetadataSchema(text: string): MetadataSchema {
  const schema = readSchema(text);
  const known = namesOf(schema);
  const all = compile(schema, true);
  const first = compile(schema, false);

  const read = (text: string): Read => ({ document: readDocument(text, known), characters: text.length });
  const errorsOf = (validate: Validator, { document, characters }: Read): readonly ErrorObject[] =>
    withCheck(document, characters, () => (validate(document.value) === true ? [] : listed(validate.errors)));
  /** All errors. The validator fails on some objects when it goes on after an error beside `unevaluatedProperties`; then the first one. */
  function allErrorsOf(of: Read): readonly ErrorObject[] {
    try {
      return errorsOf(all, of);
    } catch (error) {
      if (error instanceof TypeError) return errorsOf(first, of);
      throw error;
    }
  }
  return {
    findProblems(text) {
      const of = read(text);
      const errors = allErrorsOf(of);
      const problems = errors.slice(0, METADATA_PROBLEMS_MAX).map((error) => problemOf(error, of.document));
      return { problems, hasMore: errors.length > problems.length };
    },
    fits: (text) => errorsOf(first, read(text)).length === 0,
    findRefusal(textBefore, textAfter) {
      // Reading takes most of the time, so each text is read once.
      const after = read(textAfter);
      const [error] = errorsOf(first, after);
      if (!error) return undefined;
      const before = textBefore === undefined ? undefined : read(textBefore);
      if (before === undefined || errorsOf(first, before).length === 0) return refusalOf(error);
      const worse = firstWorse(allErrorsOf(before), allErrorsOf(after));
      return worse && refusalOf(worse);
    },
  };
}

/** The validator lists empty errors of schemas that it tried, and leaves holes where the list is bounded. */
const listed = (errors: Validator['errors']): readonly ErrorObject[] =>
  [...(errors ?? [])].filter((error) => error?.instancePath !== undefined);

/**
 * The first error about a rule that is broken more often than before. A state that is invalid already, for instance since an earlier
 * schema, may stay so: it is not the write that broke it.
 */
function firstWorse(before: readonly ErrorObject[], after: readonly ErrorObject[]): ErrorObject | undefined {
  // Rules behind the end of the list are unknown.
  if (before.length >= METADATA_PROBLEMS_COUNTED) return undefined;
  const left = new Map<string, number>();
  for (const error of before) left.set(ruleOf(error), (left.get(ruleOf(error)) ?? 0) + 1);
  return after.find((error) => {
    const times = left.get(ruleOf(error)) ?? 0;
    left.set(ruleOf(error), times - 1);
    return times <= 0;
  });
}

function readSchema(text: string): Schema {
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    throw new InvalidSchema([`is no JSON: ${(error as Error).message}`]);
  }
  if (typeof schema !== 'boolean' && !isRecord(schema)) {
    throw new InvalidSchema(['is no schema: it is neither an object nor true or false']);
  }
  if (repeatsKeys(withoutSpaceAround(text))) {
    throw new InvalidSchema(['has an object with the same name twice, of which one would be ignored']);
  }
  if (
    isRecord(schema) &&
    schema.$schema !== undefined &&
    String(schema.$schema).replace(/#$/, '') !== dialect
  ) {
    throw new InvalidSchema([
      `has ${JSON.stringify(schema.$schema)} as $schema; ${dialect} is the one that is known`,
    ]);
  }
  return schema;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Compiles the schema. What it refers to is in the file: nothing is ever fetched. @throws InvalidSchema */
function compile(schema: Schema, listsAll: boolean): Validator {
  const ajv = createAjv(listsAll);
  try {
    for (const name of ownKeywords(schema)) ajv.addKeyword(name);
    assertDynamicReferences(schema);
    if (ajv.validateSchema(schema) !== true) throw new InvalidSchema(sentencesOf(listed(ajv.errors)));
    return ajv.compile(schema);
  } catch (error) {
    if (error instanceof InvalidSchema) throw error;
    throw new InvalidSchema([sentenceOf(error as Error)]);
  }
}

const sentencesOf = (errors: readonly ErrorObject[]): string[] =>
  errors.slice(0, problemsTold).map((error) => {
    const { pointer, message } = problemOf(error, { nameOf: (key) => key });
    return `${pointer === '' ? 'the schema' : pointer} ${message}`;
  });

function sentenceOf(error: Error): string {
  const { missingRef } = error as { missingRef?: string };
  return missingRef === undefined ? error.message.replace(/^strict mode: /, '') : notInTheFile(missingRef);
}

const notInTheFile = (reference: string): string =>
  `refers to ${JSON.stringify(reference)}, which is not in the file; nothing is fetched`;

/** The validator takes a dynamic reference without an anchor for one to the whole schema. @throws InvalidSchema */
function assertDynamicReferences(schema: Schema): void {
  const anchors = new Set(['#']);
  const references = new Set<string>();
  visit(schema, (key, value) => {
    if (typeof value !== 'string') return;
    if (key === '$dynamicAnchor' || key === '$anchor') anchors.add(`#${value}`);
    if (key === '$dynamicRef') references.add(value);
  });
  const lost = [...references].find((reference) => !anchors.has(reference));
  if (lost !== undefined) throw new InvalidSchema([notInTheFile(lost)]);
}

/** Every name and every text of the schema: all keys that it may ask for. */
function namesOf(schema: Schema): KeyMap<string> {
  const names = new KeyMap<string>();
  visit(schema, (key, value) => {
    if (key !== undefined) names.set(key, key);
    if (typeof value === 'string') names.set(value, value);
  });
  return names;
}

const ownKeyword = /^x-[\w$:-]*$/;

/** Keywords for other tools begin with `x-`. Any other unknown one is taken for a mistake. */
function ownKeywords(schema: Schema): ReadonlySet<string> {
  const names = new Set<string>();
  visit(schema, (key, value) => {
    if (key !== undefined && ownKeyword.test(key)) names.add(key);
    if (key === '$async' && value === true)
      throw new InvalidSchema(['has "$async", which is no keyword of JSON Schema']);
  });
  return names;
}

/** Visits all members and items. The places of items are no names. */
function visit(value: unknown, see: (key: string | undefined, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    see(Array.isArray(value) ? undefined : key, part);
    visit(part, see);
  }
}
