// Generates console/src/api/schema.ts, the types of the server API, from the OpenAPI document of the routes. A test fails while
// the file differs from the document.
import { join } from 'node:path';
import { openApiDocument } from '../src/routes.ts';

export const schemaFile = join(import.meta.dir, 'src/api/schema.ts');

const header =
  '// Types of the server API. Generated from the OpenAPI document by `npx bun console/generate-types.ts`; not edited by hand.\n';

/** The operations of the server API alone, and the schemas that they name, as TypeScript. */
export async function renderTypes(): Promise<string> {
  // Loaded here, since the package needs a second of time and no other caller of this file pays for it.
  const { default: openapiTypeScript, astToString } = await import('openapi-typescript');
  const { paths, ...document } = JSON.parse(JSON.stringify(openApiDocument()));
  const served = Object.entries(paths).filter(([path]) => path.startsWith('/api/server/'));
  const nodes = await openapiTypeScript({ ...document, paths: Object.fromEntries(served) });
  return header + astToString(nodes);
}

if (import.meta.main) await Bun.write(schemaFile, await renderTypes());
