// The form of operations, which a game hands in. Operations that the service would always refuse are refused here, before they are kept.
import { PlaykeepError } from '../failure.ts';
import { parsePointer } from './pointer.ts';

type Check = (value: unknown) => boolean;

const isNumber: Check = (value) => typeof value === 'number';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) > 0;
const isThere: Check = (value) => value !== undefined;
const isPointer: Check = (value) => parsePointer(value as string) !== undefined;

/** Members that must be there, and those of additions that may be. Other members of additions are refused: one may be misspelt. */
const members: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  add: { value: isThere },
  replace: { value: isThere },
  test: { value: isThere },
  remove: {},
  move: { from: isPointer },
  copy: { from: isPointer },
  increment: { by: isNumber },
  append: { value: isThere },
};
const options: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  increment: { min: isNumber, max: isNumber, initial: isNumber },
  append: { maxItems: isCount },
};

/** @throws PlaykeepError `refused` */
export function checkOperations(operations: unknown): void {
  if (!Array.isArray(operations)) throw malformed('a patch is an array of operations');
  for (const [index, operation] of operations.entries()) {
    const name = `operation ${index}`;
    if (typeof operation !== 'object' || operation === null) throw malformed(`${name} is no object`);
    const { op, path, ...own } = operation as Readonly<Record<string, unknown>>;
    const needed = Object.hasOwn(members, String(op)) ? members[String(op)] : undefined;
    const allowed = options[String(op)];
    if (!needed) throw malformed(`${name} has an "op" that is not known`);
    parsePointer(path as string);
    for (const [member, isRight] of Object.entries(needed))
      if (!isRight(own[member])) throw malformed(`the "${member}" of ${name} is missing or another value`);
    for (const [member, value] of allowed ? Object.entries(own) : [])
      if (!(member in needed) && !allowed?.[member]?.(value))
        throw malformed(`${name} has a "${member}" that "${op}" does not take`);
  }
}

const malformed = (detail: string): PlaykeepError =>
  new PlaykeepError('refused', 'Invalid patch', { detail });
