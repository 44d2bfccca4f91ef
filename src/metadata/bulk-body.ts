// Reads the body of a bulk request: a list of operations, each with the members of its kind. A body of another shape is refused
// as a whole, and the error names the place. The text of `data` is judged later, by the operation itself. The body is large, so it
// is read by hand, once, and not by its shape.

import { assertIdempotencyKey, fingerprintOf } from '../http/idempotency.ts';
import { InvalidBody, readJsonText } from '../http/json-body.ts';
import { invalidRequest } from '../http/json-members.ts';
import { parsePositiveInteger } from '../http/path.ts';
import { itemValues, openArray } from '../lib/json-array.ts';
import { stringValue } from '../lib/json-places.ts';
import { openObject, toText } from '../lib/json-text.ts';
import { isArray, isObject } from '../lib/json-values.ts';
import { parseTagCondition } from '../lib/preconditions.ts';
import { quoted } from '../lib/quoted.ts';
import { BULK_MAX_OPERATIONS, METADATA_MAX_DEPTH } from '../limits.ts';
import { playerIdAs } from '../wire/values.ts';
import type { BulkOperation } from './bulk.ts';
import type { WriteConditions } from './writes.ts';

/** The body has three levels around `data`: itself, the list and the operation. */
const bounds = { maxDepth: METADATA_MAX_DEPTH + 3 };

const kinds = ['get', 'set', 'merge', 'patch', 'delete'] as const;
const names = ['sequentialId', 'playerId', 'op', 'data', 'ifMatch', 'idempotencyKey'] as const;

type Members = Readonly<Partial<Record<(typeof names)[number], string>>>;

/**
 * @param bytes the whole request body.
 * @throws ApiError `invalidRequest`
 */
export function parseBulkBody(bytes: Uint8Array): readonly BulkOperation[] {
  const { operations } = readObject(readText(bytes), ['operations'], '');
  if (operations === undefined || !isArray(operations)) throw invalidRequest(operationsSentence);
  const array = openArray(operations);
  if (array.items.length === 0 || array.items.length > BULK_MAX_OPERATIONS)
    throw invalidRequest(operationsSentence);
  return itemValues(array).map((value, index) => parseOperation(toText(value), `operations[${index}]`));
}

const operationsSentence = `operations must be a list of 1 to ${BULK_MAX_OPERATIONS} operations`;

export function readText(bytes: Uint8Array): string {
  try {
    return readJsonText(bytes, bounds);
  } catch (error) {
    if (error instanceof InvalidBody) throw invalidRequest(error.message);
    throw error;
  }
}

/** Reads an object whose members are among `known`, each at most once. @param place the place of the object in the body */
export function readObject<Name extends string>(
  text: string,
  known: readonly Name[],
  place: string,
): Readonly<Partial<Record<Name, string>>> {
  const here = place === '' ? 'the body' : place;
  if (!isObject(text)) throw invalidRequest(`${here} must be an object`);
  const members: Partial<Record<Name, string>> = {};
  for (const { key, value } of openObject(text).parts) {
    const name = known.find((each) => each === key);
    if (name === undefined) throw invalidRequest(`${quoted(key)} is no member of ${here}`);
    if (members[name] !== undefined)
      throw invalidRequest(`${place === '' ? '' : `${place}.`}${name} is given twice`);
    members[name] = toText(value);
  }
  return members;
}

/** @param place the name of the operation in errors. */
function parseOperation(text: string, place: string): BulkOperation {
  const members = readObject(text, names, place);
  const player = readPlayer(members, place);
  const op = kinds.find((kind) => kind === stringOf(members.op));
  if (op === undefined) throw invalidRequest(`${place}.op must be one of ${kinds.join(', ')}`);
  const { data } = members;
  if (op === 'get' || op === 'delete') {
    if (data !== undefined) throw invalidRequest(`${op} takes no data: ${place}.data`);
    return { ...player, op, conditions: readConditions(members, op, place) };
  }
  if (data === undefined) throw invalidRequest(`${place}.data is missing`);
  return { ...player, op, data, conditions: readConditions(members, op, place) };
}

/** The player of an operation, by one of the two ids. */
export function readPlayer(
  { sequentialId, playerId }: Pick<Members, 'sequentialId' | 'playerId'>,
  place: string,
): Pick<BulkOperation, 'sequentialId' | 'playerId'> {
  if ((sequentialId === undefined) === (playerId === undefined))
    throw invalidRequest(`${place} must have either sequentialId or playerId`);
  if (playerId !== undefined) {
    const { data, error } = playerIdAs(`${place}.playerId`).safeParse(stringOf(playerId));
    if (error) throw invalidRequest(error.issues[0]?.message ?? '');
    return { sequentialId: undefined, playerId: data };
  }
  const number = parsePositiveInteger(sequentialId);
  if (number === undefined) throw invalidRequest(`${place}.sequentialId must be a positive integer`);
  return { sequentialId: number, playerId: undefined };
}

function readConditions(
  { ifMatch, idempotencyKey, data }: Members,
  op: BulkOperation['op'],
  place: string,
): WriteConditions | undefined {
  if (ifMatch === undefined && idempotencyKey === undefined) return undefined;
  const header = stringOf(ifMatch);
  const tags = ifMatch === undefined ? undefined : parseTagCondition(header ?? '');
  if (tags === null)
    throw invalidRequest(`${place}.ifMatch must be * or a list of entity tags, each in double quotes`);
  if (idempotencyKey !== undefined && op === 'get')
    throw invalidRequest(`get takes no idempotency key: ${place}.idempotencyKey`);
  const key = idempotencyKey === undefined ? undefined : (stringOf(idempotencyKey) ?? '');
  if (key !== undefined) assertIdempotencyKey(key, `${place}.idempotencyKey`);
  return {
    preconditions: tags && { ifMatch: tags, ifNoneMatch: undefined },
    idempotencyKey:
      key === undefined
        ? undefined
        : { key, fingerprint: fingerprintOf(['bulk', op], data), owner: 'server' },
  };
}

/** The characters of a JSON string; undefined for another value. */
const stringOf = (text: string | undefined): string | undefined =>
  text?.startsWith('"') ? stringValue(text) : undefined;
