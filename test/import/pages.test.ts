// docs/migrating.md leads to every page about a source and names every source, and the README and the site lead to it.
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mainSidebar } from '../../site/sidebar.ts';
import { sources } from '../../src/import/sources.ts';

const root = join(import.meta.dir, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const overview = read('docs/migrating.md');
const pages = readdirSync(join(root, 'docs/migrating'));

test('the overview names every source, and leads to every page', () => {
  expect(pages).toContain('first-sign-in.md');
  expect(sources.filter(({ name }) => !overview.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([]);
  expect(pages.filter((page) => !overview.includes(`(migrating/${page})`))).toEqual([]);
});

test('the README and the site lead to it', () => {
  expect(read('README.md')).toContain('(docs/migrating.md)');
  const paths = ['docs/migrating.md', ...pages.map((page) => `docs/migrating/${page}`)];
  const moving = mainSidebar(paths).find(({ text }) => text === 'Moving in');
  expect(moving?.items.map(({ link }) => link).sort()).toEqual(paths.map((path) => `/${path}`).sort());
  expect(moving?.items[0]?.link).toBe('/docs/migrating.md');
});
