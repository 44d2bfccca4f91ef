// The values that a game hands over. What JSON does not keep is refused before anything changes, with its place.
import { PlaykeepError } from '../failure.ts';
import type { Json, JsonObject } from '../record.ts';
import { checkOperations } from './check-operations.ts';
import { isObject } from './exact.ts';
import type { Operation } from './patch.ts';
import { formatPointer } from './pointer.ts';

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
  bigint: 'store its text',
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
    if (value !== undefined)
      throw notKept(copy, `a ${typeof value}`, advice[typeof value] ?? 'store its text');
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
    return copyOf(toJSON.call(value, String(copy.path[copy.path.length - 1] ?? '')), like, copy);
  const prototype = Object.getPrototypeOf(value);
  // Plain objects of another realm, such as a frame, have another prototype.
  if (Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null)
    return copyOfParts(value as Parts, like, copy);
  const name: string = value.constructor?.name || 'class instance';
  const instead = advice[name] ?? (ArrayBuffer.isView(value) ? 'store [...array]' : 'give it toJSON()');
  throw notKept(copy, `${/^[AEIO]/.test(name) ? 'an' : 'a'} ${name}`, instead);
}

type Parts = Readonly<Record<string | number, unknown>>;

function copyOfParts(value: Parts, like: Json | undefined, copy: Copy): Json {
  const isList = Array.isArray(value);
  const known = (isList === Array.isArray(like) && typeof like === 'object' ? like : null) as Parts | null;
  const keys = isList ? [...value.keys()] : Object.keys(value).filter((key) => value[key] !== undefined);
  // Undefined while all parts are those that are known.
  let parts: Json[] | undefined;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    const before = known !== null && Object.hasOwn(known, key) ? (known[key] as Json) : undefined;
    copy.path.push(key);
    const part = copyOf(value[key], before, copy);
    copy.path.pop();
    if (part !== before) parts ??= keys.slice(0, index).map((each) => known?.[each] as Json);
    parts?.push(part);
  }
  if (parts === undefined && known !== null && keys.length === Object.keys(known).length)
    return known as Json;
  const all = parts ?? keys.map((key) => known?.[key] as Json);
  return Object.freeze(isList ? all : Object.fromEntries(all.map((part, index) => [keys[index], part])));
}
