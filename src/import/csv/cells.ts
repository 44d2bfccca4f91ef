// Cells of a table as JSON texts. Digits stay as the table has them.
import { readJsonPart } from '../files/json-part.ts';
import type { CellType } from './settings.ts';

export type CellText = { readonly text: string } | { readonly problem: string };

export function cellText(cell: string, type: CellType): CellText {
  switch (type) {
    case 'string':
      return { text: JSON.stringify(cell) };
    case 'boolean': {
      const isTrue = readBoolean(cell);
      return isTrue === undefined ? { problem: 'is neither true nor false' } : { text: String(isTrue) };
    }
    case 'number':
      return /^-?\d/.test(cell)
        ? jsonText(cell, 'is no number of JSON')
        : { problem: 'is no number of JSON' };
    case 'json':
      return jsonText(cell);
  }
}

function jsonText(cell: string, problem?: string): CellText {
  const part = readJsonPart({ bytes: Buffer.from(cell), isCut: false });
  if ('text' in part) return part;
  return { problem: problem ?? part.problem };
}

/** Databases print `true`, `t` or `1`. */
export function readBoolean(cell: string): boolean | undefined {
  const word = cell.toLowerCase();
  if (['true', 't', '1'].includes(word)) return true;
  return ['false', 'f', '0'].includes(word) ? false : undefined;
}
