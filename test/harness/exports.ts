// The records of an export, for comparisons: an import adds an entry of its own to the audit.
import { expect } from 'bun:test';
import { readFileSync } from 'node:fs';

export interface Exported {
  /** All records but the entries about imports, in order. */
  readonly records: readonly string[];
  /** The entries about imports. */
  readonly imports: readonly Record<string, unknown>[];
}

/** Reads the lines of a whole export. */
export function exportedRecords(file: string): Exported {
  const [header = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const end = JSON.parse(lines.pop() ?? '');
  expect(JSON.parse(header)).toMatchObject({ type: 'playkeep-export' });
  expect(end).toEqual({ type: 'end', records: lines.length });
  const isImport = (line: string) => line.includes('"action":"import"');
  return {
    records: lines.filter((line) => !isImport(line)),
    imports: lines.filter(isImport).map((line) => JSON.parse(line)),
  };
}

/** Expects the entry of one import that added records. */
export function expectImportEntry(
  imports: Exported['imports'],
  detail: { readonly records: number; readonly added: number },
): void {
  expect(imports).toEqual([
    {
      type: 'audit-entry',
      auditId: expect.any(String),
      at: expect.any(Number),
      keyId: null,
      keyName: 'command line',
      action: 'import',
      sequentialId: null,
      detail: JSON.stringify(detail),
      requestId: null,
    },
  ]);
}
