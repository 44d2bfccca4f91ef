// The list of faults stays applicable: each text is in its file, and some test of the tree reaches each fault. Whether tests find the
// faults is what run.ts tells.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from './list.ts';
import { listTests, testsNamed } from './tests.ts';

const root = join(import.meta.dir, '../../..');

test('the list has a hundred faults, thirty of them outside src', () => {
  expect(faults.map(({ id }) => id)).toEqual(faults.map((_, index) => index + 1));
  expect(faults).toHaveLength(100);
  expect(faults.filter(({ file }) => !file.startsWith('src/'))).toHaveLength(30);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(100);
});

test('the text of each fault occurs exactly once in its file', () => {
  const occurrences = faults.map(({ name, file, find }) => {
    const count = readFileSync(join(root, file), 'utf8').split(find).length - 1;
    return `${name} in ${file}: ${count}`;
  });
  expect(occurrences.filter((each) => !each.endsWith(': 1'))).toEqual([]);
  expect(faults.filter(({ find, replace }) => find === replace)).toEqual([]);
});

test('a test of the tree reaches each fault', () => {
  const all = listTests(root);
  const unreached = faults.filter(({ tests }) => tests.every((hint) => testsNamed(hint, all).length === 0));
  expect(unreached.map(({ name }) => name)).toEqual([]);
});
