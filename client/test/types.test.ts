// The types of the client follow the OpenAPI document of the service.
import { expect, test } from 'bun:test';
import { routeTable } from '../../src/routes.ts';
import { renderClientTypes, typesFile } from '../generate-types.ts';

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
