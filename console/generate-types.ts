// Generates console/src/api/schema.ts, the types of the server API, from the OpenAPI document of the routes. A test fails while
// the file differs from the document. The types of the client are made by the same function.
import { join } from 'node:path';
import { openApiDocument } from '../src/routes.ts';

export const schemaFile = join(import.meta.dir, 'src/api/schema.ts');

const header =
  '// Types of the server API. Generated from the OpenAPI document by `npx bun console/generate-types.ts`; not edited by hand.\n';

interface Document {
  readonly paths: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** The document of the service with the paths below a prefix alone. */
export function documentOf(prefix: string): Document {
  const { paths, ...document } = JSON.parse(JSON.stringify(openApiDocument()));
  const served = Object.entries(paths).filter(([path]) => path.startsWith(prefix));
  return { ...document, paths: Object.fromEntries(served) };
}

/** A document as TypeScript. */
export async function renderDocument(document: Document, firstLine: string): Promise<string> {
  // Loaded here, since the package needs a second of time and no other caller of this file pays for it.
  const { default: openapiTypeScript, astToString } = await import('openapi-typescript');
  return firstLine + astToString(await openapiTypeScript(document as never));
}

/** The operations of the server API alone, and the schemas of the document, as TypeScript. */
export const renderTypes = (): Promise<string> => renderDocument(documentOf('/api/server/'), header);

if (import.meta.main) await Bun.write(schemaFile, await renderTypes());
