// Texts of a source that may hold JSON: the forms in which they become values.
import { expect, test } from 'bun:test';
import { createTextValues, type TextForms } from '../../src/import/text-values.ts';

const deep = `${'['.repeat(1_025)}${']'.repeat(1_025)}`;
const valuesOf = (forms: TextForms, texts: readonly string[]): string[] => {
  const values = createTextValues(forms);
  return texts.map((text) => values.valueOf(text));
};

test('containers become themselves, and every other text a string', () => {
  const containers = ['{"a":1.00}', ' [ 1E+2 ]\n', '{}'];
  expect(valuesOf('containers', containers)).toEqual(['{"a":1.00}', '[ 1E+2 ]', '{}']);
  const others = ['', '12', 'true', 'null', '"{}"', '{a:1}', '[1,]', '{"a":1} x', deep];
  expect(valuesOf('containers', others)).toEqual(others.map((text) => JSON.stringify(text)));
});

test('everything that is JSON becomes itself, and nothing does', () => {
  expect(valuesOf('everything', ['12', ' true ', '"{}"', '012', 'NaN', ''])).toEqual([
    ...['12', 'true', '"{}"', '"012"', '"NaN"', '""'],
  ]);
  expect(valuesOf('nothing', ['{}', '12'])).toEqual(['"{}"', '"12"']);
});

test('a string keeps the escapes of its source, and JSON with half of a surrogate pair stays a string', () => {
  const values = createTextValues('containers');
  expect(values.valueOf('A', String.raw`"\u0041"`)).toBe(String.raw`"\u0041"`);
  const half = String.raw`"{\"a\":\"\ud83d\"}"`;
  expect(values.valueOf(JSON.parse(half), half)).toBe(half);
});
