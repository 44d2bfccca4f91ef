// The file of METADATA_INDEXES: which values of metadata are indexed, so that a search can look for them. A list of JSON Pointers,
// each with the type of its values.
import { z } from 'zod';
import { parsePointer } from '../lib/json-pointer.ts';
import { METADATA_INDEX_POINTER_MAX_UNITS, METADATA_INDEXES_MAX } from '../limits.ts';
import { type IndexDeclaration, indexTypes } from '../store/ports/indexes.ts';

const indexesFile = z.array(z.strictObject({ pointer: z.string(), type: z.enum(indexTypes) }));

/** The file of indexes is invalid. It has a sentence for each problem. */
export class InvalidIndexes extends Error {
  override readonly name = 'InvalidIndexes';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}

/**
 * @param text the file: `[{"pointer": "<JSON Pointer>", "type": "number"|"string"|"boolean"}]`, at most `METADATA_INDEXES_MAX` of them.
 * @throws InvalidIndexes
 */
export function parseIndexDeclarations(text: string): readonly IndexDeclaration[] {
  const indexes = parseFile(text);
  const problems = indexes.flatMap((index, at) => {
    const name = JSON.stringify(index.pointer);
    const isRepeated = indexes.findIndex((each) => isSame(each, index)) < at;
    const problem = isRepeated ? `is given twice with the type ${index.type}` : problemOf(index.pointer);
    return problem === undefined ? [] : [`${name} ${problem}`];
  });
  if (indexes.length > METADATA_INDEXES_MAX) {
    problems.push(`has ${indexes.length} indexes; ${METADATA_INDEXES_MAX} is the most`);
  }
  if (problems.length > 0) throw new InvalidIndexes(problems);
  return indexes;
}

const isSame = (a: IndexDeclaration, b: IndexDeclaration): boolean =>
  a.pointer === b.pointer && a.type === b.type;

function parseFile(text: string): readonly IndexDeclaration[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidIndexes([`is no JSON: ${(error as Error).message}`]);
  }
  const parsed = indexesFile.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidIndexes(
    parsed.error.issues.map(({ path, message }) => {
      const [item, member] = path;
      if (item === undefined) return `is no list: ${message}`;
      const place = member === undefined ? '' : ` ${JSON.stringify(member)}`;
      return `item ${Number(item) + 1}${place}: ${message}`;
    }),
  );
}

function problemOf(pointer: string): string | undefined {
  const tokens = parsePointer(pointer);
  if (!tokens) return 'is no JSON Pointer: it begins with / and has ~ only in ~0 and ~1';
  if (tokens.length === 0) return 'names the whole metadata, which is an object';
  if (pointer.length > METADATA_INDEX_POINTER_MAX_UNITS) {
    return `is too long: ${METADATA_INDEX_POINTER_MAX_UNITS} characters are the most`;
  }
  // PostgreSQL's texts hold neither.
  if (pointer.includes('\u0000') || !pointer.isWellFormed()) return 'has a NUL or a lone surrogate';
  return undefined;
}
