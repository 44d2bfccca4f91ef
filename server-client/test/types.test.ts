// The types of the client for servers follow the OpenAPI document of the service.
import { expect, test } from 'bun:test';
import { routeTable } from '../../src/routes.ts';
import { renderServerClientTypes, typesFile } from '../generate-types.ts';

test('the types are those of the document; `npx bun server-client/generate-types.ts` writes them', async () => {
  const rendered = await renderServerClientTypes();
  expect((await Bun.file(typesFile).text()) === rendered).toBe(true);
  const operations = routeTable.filter(({ path, operation }) => path.startsWith('/api/server/') && operation);
  expect(operations.length).toBeGreaterThan(30);
  for (const { operation } of operations) {
    const name = operation?.operationId;
    expect([name, rendered.includes(`operations["${name}"]`)]).toEqual([name, true]);
  }
  expect(rendered.includes('"/api/game/')).toBe(false);
}, 120_000);
