// docs/schema.md shows the present tables of the migrations, on both engines.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { makePage, pagePath } from './page.ts';

test('docs/schema.md has the tables of the migrations; if not, run npx bun test/schema/page.ts', async () => {
  expect(readFileSync(pagePath, 'utf8')).toBe(await makePage());
}, 60_000);
