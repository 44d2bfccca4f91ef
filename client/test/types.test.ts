// The types of the client follow the OpenAPI document of the service, and the reasons of failures its errors.
import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalogue } from '../../src/errors/errors.ts';
import { routeTable } from '../../src/routes.ts';
import { renderClientTypes, typesFile } from '../generate-types.ts';
import { reasonOf } from '../src/failure.ts';

test('the types are those of the document; `npx bun client/generate-types.ts` writes them', async () => {
  const rendered = await renderClientTypes();
  expect((await Bun.file(typesFile).text()) === rendered).toBe(true);
  const operations = routeTable.filter(({ path, operation }) => path.startsWith('/api/game/') && operation);
  expect(operations.length).toBeGreaterThan(10);
  for (const { operation } of operations) {
    expect(rendered).toContain(`operations["${operation?.operationId}"]`);
  }
  expect(rendered).not.toContain('/api/server/');
  expect(rendered).not.toContain('ServerKey');
}, 120_000);

test('the reasons of failures are the errors of the service', () => {
  const source = readFileSync(join(import.meta.dir, '../src/failure.ts'), 'utf8');
  const [, names = ''] = /export type FailureReason =([^;]+);/.exec(source) ?? [];
  const messages = Object.values(errorCatalogue).map(({ message }) => message);
  expect([...names.matchAll(/'([^']+)'/g)].map(([, name]) => name)).toEqual(messages.map(reasonOf));
});
