// docs/schema.md shows the tables that the migrations make today, on both engines.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { makePage, pagePath } from './page.ts';

test('the page of the schema is what the migrations make; else run npx bun test/schema/page.ts', async () => {
  expect(readFileSync(pagePath, 'utf8')).toBe(await makePage());
}, 60_000);
