// Generates server-client/src/api-types.ts, the types of the server API, from the OpenAPI document of the routes. A test fails while
// the file differs from the document.
import { join } from 'node:path';
import { renderTypesOf } from '../client/generate-types.ts';

export const typesFile = join(import.meta.dir, 'src/api-types.ts');

const header =
  '// Types of the server API. Generated from the OpenAPI document by `npx bun server-client/generate-types.ts`; not edited by hand.\n';

/** The operations of the server API, and the schemas that they name. */
export const renderServerClientTypes = (): Promise<string> => renderTypesOf('/api/server/', header);

if (import.meta.main) await Bun.write(typesFile, await renderServerClientTypes());
