// The JSON Schema (2020-12) of the lines of an export, made of the shapes by which an import checks them. Tools of others can check
// a file by it, and make types of it. docs/export.schema.json has its text, and `playkeep export --schema` prints it.
import { z } from 'zod';
import { transferLine, transferTables } from '../store/ports/transfer.ts';

interface LineSchema {
  readonly properties: Readonly<Record<string, { description?: string; readonly const?: string }>>;
}

/** @returns the schema of one line, with the sentence about each column */
export function exportSchema(): object {
  const { $schema, ...lines } = z.toJSONSchema(transferLine, { target: 'draft-2020-12', io: 'output' });
  for (const { properties } of (lines.oneOf ?? []) as unknown as readonly LineSchema[]) {
    const table = transferTables.find(({ type }) => type === properties.type?.const);
    for (const [name, { about }] of Object.entries(table?.columns ?? {})) {
      const property = properties[name];
      if (property) property.description = about;
    }
  }
  return {
    $schema,
    title: 'A line of an export of Playkeep',
    description:
      'An export is JSON Lines: a line `playkeep-export`, the records by type, and a line `end`, without which a file was cut short. ' +
      'Times are milliseconds since the Unix epoch. Metadata and contexts are JSON texts in strings, exact to the character.',
    ...lines,
  };
}

/** The text of the schema as a file has it. */
export const exportSchemaText = (): string => `${JSON.stringify(exportSchema(), null, 2)}\n`;
