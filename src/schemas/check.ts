// The check that is under way: its document, its numbering of equal values, and the work that is left. A check never waits, so there is
// one at a time. While the schema file itself is checked there is none.
import { ApiError } from '../errors/errors.ts';
import type { Spend } from '../lib/json-work.ts';
import { METADATA_SCHEMA_MAX_WORK, METADATA_SCHEMA_MAX_WORK_PER_CHARACTER } from '../limits.ts';
import { type JsonDocument, type JsonValue, sizeOf } from './json-document.ts';
import { areUnique, createNumbering } from './same-values.ts';

interface Check {
  readonly document: JsonDocument;
  readonly number: (value: JsonValue) => number;
  readonly spend: Spend;
}

let current: Check | undefined;

/** The work of a reference to another part of the schema, beside the text of the value that is checked there. */
const referenceWork = 16;

export function withCheck<T>(document: JsonDocument, characters: number, check: () => T): T {
  let left = Math.max(METADATA_SCHEMA_MAX_WORK, METADATA_SCHEMA_MAX_WORK_PER_CHARACTER * characters);
  const spend: Spend = (work) => {
    left -= work;
    if (left < 0) throw tooMuchWork();
  };
  current = { document, number: createNumbering(), spend };
  try {
    return check();
  } catch (error) {
    // A schema that refers to itself goes as deep as the object.
    throw error instanceof RangeError ? tooMuchWork() : error;
  } finally {
    current = undefined;
  }
}

const tooMuchWork = (): ApiError =>
  new ApiError('metadataTooLarge', { detail: 'its check by the schema takes too much work' });

/** Spends the work of a reference. References alone can lead in circles, and several of them to the same value. */
export function spendReference(value: unknown): void {
  if (!current) return;
  const size = typeof value === 'object' && value !== null ? (value as { [sizeOf]?: number })[sizeOf] : 0;
  current.spend(referenceWork + (size ?? 0));
}

/** Spends the work of a pattern. */
export const spendInCheck: Spend = (work) => current?.spend(work);

/** The text of a key, which the validator knows by a made-up one. */
export const nameInCheck = (key: string): string => current?.document.nameOf(key) ?? key;

export const areUniqueInCheck = (items: readonly JsonValue[]): boolean =>
  areUnique(items, current?.number ?? createNumbering());
