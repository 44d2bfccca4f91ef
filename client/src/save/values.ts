// The values that a game hands over. What JSON does not keep is refused before anything changes, with its place.
import { PlaykeepError } from '../failure.ts';
import type { Json, JsonObject } from '../record.ts';
import { checkOperations } from './check-operations.ts';
import type { Operation } from './patch.ts';
import { formatPointer, isObject } from './pointer.ts';

/** The parts of all `save.data`. */
const given = new WeakSet<object>();

/** Of metadata, as the service has it. */
const deepest = 1_024;

/** What to do about values that JSON does not keep. */
const advice: Readonly<Record<string, string>> = {
  Map: 'store [...map]',
  Set: 'store [...set]',
  RegExp: 'store its source',
  ArrayBuffer: 'store [...new Uint8Array(buffer)]',
  Promise: 'await it',
  bigint: 'store its text',
  symbol: 'store its text',
  function: 'store what it needs',
};

interface Copy {
  readonly isOfData: boolean;
  /** The place of the value that is copied, and the objects around it. */
  readonly path: (string | number)[];
  readonly around: object[];
}

/**
 * A copy of what a game handed over, frozen: later changes of the game's own objects are not in it. Parts that are equal to those of
 * `like` are the parts of `like`, without a copy.
 * @param isOfData parts of `save.data` may be in it, as in what `update` makes
 * @throws PlaykeepError `refused`
 */
export const toValue = (value: unknown, like?: Json, isOfData = false): Json =>
  copyOf(value, like, { isOfData, path: [], around: [] });

/** `toValue` of a whole document. @throws PlaykeepError `refused`, also for what is no object */
export function toDocument(value: unknown, like?: JsonObject, isOfData = false): JsonObject {
  const document = toValue(value, like, isOfData);
  if (!isObject(document)) throw refused('a save is an object, and this is none');
  return document;
}

/** The operations of a game's `patch`, checked and copied. @throws PlaykeepError `refused` */
export function toOperations(operations: unknown): readonly Operation[] {
  const copy: unknown = toValue(operations, undefined, true);
  checkOperations(copy);
  return copy as readonly Operation[];
}

/** Freezes what becomes `save.data`; a `set` with a part of it is refused from then on. */
export function giveOut<Data extends Json>(data: Data): Data {
  if (typeof data !== 'object' || data === null || given.has(data)) return data;
  given.add(Object.freeze(data));
  for (const part of Array.isArray(data) ? data : Object.values(data)) giveOut(part as Json);
  return data;
}

const refused = (detail: string): PlaykeepError =>
  new PlaykeepError('refused', 'Not a value that a save keeps', { detail });

const placeOf = ({ path }: Copy): string => formatPointer(path.map(String)) || 'the value';

const notKept = (copy: Copy, name: string, what: string): PlaykeepError =>
  refused(`${placeOf(copy)} is ${name}, which JSON does not keep; ${what}`);

function copyOf(value: unknown, like: Json | undefined, copy: Copy): Json {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') {
    // JSON has no -0 either.
    if (Number.isFinite(value)) return value === 0 ? 0 : value;
    throw notKept(copy, String(value), 'store a number or null');
  }
  if (typeof value !== 'object') {
    if (value !== undefined) throw notKept(copy, `a ${typeof value}`, advice[typeof value] ?? '');
    throw notKept(copy, 'undefined', 'store null');
  }
  if (!Object.isExtensible(value) && given.has(value)) {
    if (copy.isOfData) return value as Json;
    throw refused(
      `${placeOf(copy)} is a frozen part of save.data; change save.load(), or make the state in save.update()`,
    );
  }
  if (copy.around.includes(value)) throw notKept(copy, 'a part of itself', 'store each object in one place');
  if (copy.around.length >= deepest) throw refused(`a save has at most ${deepest} levels`);
  copy.around.push(value);
  const result = copyOfObject(value, like, copy);
  copy.around.pop();
  return result;
}

function copyOfObject(value: object, like: Json | undefined, copy: Copy): Json {
  const { toJSON } = value as { readonly toJSON?: unknown };
  if (typeof toJSON === 'function')
    return copyOf(toJSON.call(value, copy.path[copy.path.length - 1] ?? ''), like, copy);
  if (Array.isArray(value)) return copyOfArray(value, like, copy);
  const prototype = Object.getPrototypeOf(value);
  // Plain objects of another realm, such as a frame, have another prototype.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    const name: string = value.constructor?.name || 'class instance';
    const isBytes = ArrayBuffer.isView(value);
    const article = /^[AEIOU]/.test(name) && !name.startsWith('U') ? 'an' : 'a';
    throw notKept(
      copy,
      `${article} ${name}`,
      advice[name] ?? (isBytes ? 'store [...array]' : 'give it toJSON()'),
    );
  }
  return copyOfPlain(value as Readonly<Record<string, unknown>>, like, copy);
}

function copyOfArray(value: readonly unknown[], like: Json | undefined, copy: Copy): Json {
  const known: readonly Json[] | undefined = Array.isArray(like) ? like : undefined;
  let items: Json[] | undefined;
  for (let index = 0; index < value.length; index += 1) {
    copy.path.push(index);
    const item = copyOf(value[index], known?.[index], copy);
    copy.path.pop();
    if (items === undefined && item !== known?.[index]) items = known?.slice(0, index) ?? [];
    items?.push(item);
  }
  if (items === undefined && known?.length === value.length) return known;
  return Object.freeze(items ?? known?.slice(0, value.length) ?? []);
}

function copyOfPlain(value: Readonly<Record<string, unknown>>, like: Json | undefined, copy: Copy): Json {
  const known = isObject(like) ? like : undefined;
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  let members: Record<string, Json> | undefined;
  for (const [index, key] of keys.entries()) {
    copy.path.push(key);
    const before = known !== undefined && Object.hasOwn(known, key) ? known[key] : undefined;
    const member = copyOf(value[key], before, copy);
    copy.path.pop();
    if (members === undefined && member !== before) {
      members = {};
      for (const kept of keys.slice(0, index)) put(members, kept, known?.[kept] as Json);
    }
    if (members !== undefined) put(members, key, member);
  }
  if (members === undefined && known !== undefined && keys.length === Object.keys(known).length) return known;
  return Object.freeze(members ?? Object.fromEntries(keys.map((key) => [key, known?.[key] as Json])));
}

function put(members: Record<string, Json>, key: string, value: Json): void {
  if (key !== '__proto__') members[key] = value;
  else Object.defineProperty(members, key, { value, enumerable: true, writable: true, configurable: true });
}
