// Generates client/src/api-types.ts, the types of the game API, from the OpenAPI document of the routes. A test fails while the
// file differs from the document.
import { join } from 'node:path';
import { documentOf, renderDocument } from '../console/generate-types.ts';

export const typesFile = join(import.meta.dir, 'src/api-types.ts');

const header =
  '// Types of the game API. Generated from the OpenAPI document by `npx bun client/generate-types.ts`; not edited by hand.\n';

/** The operations of the game API, and the schemas that they name. */
export const renderClientTypes = (): Promise<string> => renderTypesOf('/api/game/', header);

/** The operations below a prefix, and the schemas that they name. */
export function renderTypesOf(prefix: string, header: string): Promise<string> {
  const document = documentOf(prefix);
  const { schemas } = document.components;
  const named = new Set<string>();
  const follow = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (named.has(name)) continue;
      named.add(name);
      follow(schemas[name]);
    }
  };
  follow(document.paths);
  follow({ ...document.components, schemas: {} });
  const kept = Object.entries(schemas).filter(([name]) => named.has(name));
  const components = { ...document.components, schemas: Object.fromEntries(kept) };
  return renderDocument({ ...document, components }, header);
}

if (import.meta.main) await Bun.write(typesFile, await renderClientTypes());
