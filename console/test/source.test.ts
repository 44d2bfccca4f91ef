// Rules of the console's source that a test can check: refs that are written after a render, and errors that are told apart by
// codes.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../src');
const files = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(root)]
  .filter((path) => path !== 'api/schema.ts')
  .sort();
const source = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

test('no ref of the console is written while rendering', () => {
  // A line of a component's or hook's own body, which the formatter indents by two.
  const write = /^ {2}(?:if \(.*\) )?\w+\.current(?:\.\w+)? = /m;
  expect('function Page() {\n  latest.current = props;\n}').toMatch(write);
  expect(files.filter((path) => write.test(source.get(path) ?? ''))).toEqual([]);
});

test('no error is told apart by its prose in the console', () => {
  const prose = [
    /\b(?:detail|message|problem)\b[^\n,;]*\.(?:startsWith|includes|endsWith|match)\(/,
    /(?<!typeof )\b(?:failure|error)\w*\??\.(?:detail|message) (?:===|!==) ['"`]/,
    /\.(?:exec|test)\([^\n]*\b(?:detail|message)\b/,
  ];
  expect(`if (failure.detail.startsWith('busy')) wait();`).toMatch(prose[0] as RegExp);
  const found = files.filter((path) => prose.some((pattern) => pattern.test(source.get(path) ?? '')));
  expect(found).toEqual([]);
});
