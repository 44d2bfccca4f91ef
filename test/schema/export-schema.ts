// Writes docs/export.schema.json: `npx bun test/schema/export-schema.ts`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportSchemaText } from '../../src/cli/export-schema.ts';

export const exportSchemaPath = join(import.meta.dir, '../../docs/export.schema.json');

if (import.meta.main) writeFileSync(exportSchemaPath, exportSchemaText());
