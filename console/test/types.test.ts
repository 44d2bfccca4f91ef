// The types of the console's client follow the OpenAPI document of the service.
import { expect, test } from 'bun:test';
import { routeTable } from '../../src/routes.ts';
import { renderTypes, schemaFile } from '../generate-types.ts';

test('the types are those of the document; `npx bun console/generate-types.ts` writes them', async () => {
  const rendered = await renderTypes();
  expect((await Bun.file(schemaFile).text()) === rendered).toBe(true);
  const operations = routeTable.filter(({ path, operation }) => path.startsWith('/api/server/') && operation);
  expect(operations.length).toBeGreaterThan(20);
  for (const { operation } of operations)
    expect(rendered).toContain(`operations["${operation?.operationId}"]`);
  expect(rendered).not.toContain('"/api/game/');
}, 60_000);
