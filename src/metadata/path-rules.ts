// Path rules: who may read and who may write the parts of metadata, each part named by a JSON Pointer. The longest pointer on the
// way to a value decides, separately for reading and for writing. Pointers lead through objects alone, so values in an array
// have the rule of the array.
import { z } from 'zod';
import { addMember, removeMember, removeMembers } from '../lib/json-edit.ts';
import { isEqual, repeatsKeys } from '../lib/json-equal.ts';
import { withoutSpaceAround } from '../lib/json-places.ts';
import { formatPointer, parsePointer } from '../lib/json-pointer.ts';
import { openObject, toText } from '../lib/json-text.ts';
import { isObject, type Json, type JsonObject, type Member } from '../lib/json-values.ts';
import { KeyMap } from '../lib/key-map.ts';

export interface PathRules {
  /** A short digest of the rules, for entity tags. */
  readonly digest: string;
  /** The part of a player's metadata that other players may see, as the text of an object. */
  visibleToOthers(text: string): string;
  /** The pointer of the first changed value that the player may not write; undefined for an allowed change. */
  findForbidden(before: string, after: string): string | undefined;
  /** The text of another state, in which the parts that the player may not write are as in the present state. */
  keepProtected(now: string, other: string): string;
}

type Reader = 'any' | 'owner';
type Writer = 'owner' | 'server';

/** The rules of a value and of those below it, by key. */
interface Rule {
  read?: Reader | undefined;
  write?: Writer | undefined;
  readonly below: Map<string, Rule>;
}

const rulesFile = z.record(
  z.string(),
  z.strictObject({
    read: z.enum(['any', 'owner']).optional(),
    write: z.enum(['owner', 'server']).optional(),
  }),
);

type RulesFile = z.infer<typeof rulesFile>;

/** 64 bits, so that two files of one service do not have the same digest by chance. */
const DIGEST_CHARACTERS = 16;

/** The file of rules is invalid. It has a sentence for each problem. */
export class InvalidRules extends Error {
  override readonly name = 'InvalidRules';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}

/**
 * @param text the file: `{"<JSON Pointer>": {"read": "any"|"owner", "write": "owner"|"server"}}`. The pointer `""` means the
 *   whole object, which by default anyone may read and its owner may write.
 * @throws InvalidRules
 */
export function parsePathRules(text: string): PathRules {
  const root: Rule = { read: 'any', write: 'owner', below: new Map() };
  const file = parseFile(text);
  const problems = problemsOfNames(text);
  for (const [pointer, { read, write }] of Object.entries(file)) {
    const tokens = parsePointer(pointer);
    if (!tokens) {
      problems.push(
        `${JSON.stringify(pointer)} is no JSON Pointer: it begins with / and has ~ only in ~0 and ~1`,
      );
      continue;
    }
    const rule = ruleAt(root, tokens);
    rule.read = read ?? rule.read;
    rule.write = write ?? rule.write;
  }
  if (problems.length > 0) throw new InvalidRules(problems);
  return {
    digest: digestOf(file),
    visibleToOthers: (metadata) => toText(visible(metadata, root, 'any') ?? '{}'),
    findForbidden: (before, after) =>
      forbiddenChange(before, after, { rule: root, write: 'owner', path: [] }),
    keepProtected: (now, other) => toText(combine(now, other, root, 'owner') ?? '{}'),
  };
}

/**
 * The digest of the rules, independent of their order and of white space. Rules of writing count too, since they also decide which
 * objects are opened.
 */
function digestOf(file: RulesFile): string {
  const rules = Object.entries(file).map(([pointer, { read, write }]) => [
    pointer,
    read ?? null,
    write ?? null,
  ]);
  rules.sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
  return new Bun.CryptoHasher('sha256')
    .update(JSON.stringify(rules))
    .digest('hex')
    .slice(0, DIGEST_CHARACTERS);
}

function parseFile(text: string): RulesFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InvalidRules([`is no JSON: ${(error as Error).message}`]);
  }
  const parsed = rulesFile.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new InvalidRules([
    ...problemsOfNames(text),
    ...parsed.error.issues.map((issue) =>
      `${issue.path.map((key) => JSON.stringify(key)).join(' ')} ${issue.message}`.trim(),
    ),
  ]);
}

/** Names that occur twice. A parser takes the last one, so a part that the first one protects would be open. */
function problemsOfNames(text: string): string[] {
  const file = withoutSpaceAround(text);
  if (!isObject(file)) return [];
  const rules = openObject(file).parts;
  const problems = duplicateKeys(rules).map((pointer) => `${JSON.stringify(pointer)} is given twice`);
  for (const { key: pointer, value } of rules) {
    if (!isObject(value)) continue;
    for (const name of duplicateKeys(openObject(value).parts)) {
      problems.push(`${JSON.stringify(pointer)} ${JSON.stringify(name)} is given twice`);
    }
  }
  return problems;
}

const duplicateKeys = (members: readonly Member[]): string[] =>
  [...Map.groupBy(members, ({ key }) => key)].flatMap(([key, { length }]) => (length > 1 ? [key] : []));

function ruleAt(root: Rule, tokens: readonly string[]): Rule {
  let rule = root;
  for (const token of tokens) {
    const next = rule.below.get(token) ?? { below: new Map() };
    rule.below.set(token, next);
    rule = next;
  }
  return rule;
}

/** The part of a value that other players may see; undefined when they may see nothing of it. */
function visible(value: Json, rule: Rule, inherited: Reader): Json | undefined {
  const read = rule.read ?? inherited;
  if (rule.below.size === 0 || !isObject(value)) return read === 'any' ? value : undefined;
  const object = openObject(value);
  // Of several members under one key the last counts. An earlier one must not show what the last one hides.
  const last = new KeyMap<Member>();
  for (const member of object.parts) if (rule.below.has(member.key)) last.set(member.key, member);
  removeMembers(object, (member) => {
    const below = rule.below.get(member.key);
    if (below && last.get(member.key) !== member) return true;
    const left = below ? visible(member.value, below, read) : read === 'any' ? member.value : undefined;
    if (left !== undefined) member.value = left;
    return left === undefined;
  });
  return read === 'any' || object.parts.length > 0 ? object : undefined;
}

/** A value that a change is checked at. */
interface Place {
  readonly rule: Rule | undefined;
  /** The writer by the rules above, if the rule names none. */
  readonly write: Writer;
  readonly path: readonly string[];
}

/** The pointer of the first forbidden change at a place or below it. */
function forbiddenChange(
  before: Json | undefined,
  after: Json | undefined,
  place: Place,
): string | undefined {
  const { rule, path } = place;
  const write = rule?.write ?? place.write;
  const left = membersOf(before);
  const right = membersOf(after);
  if (!rule || rule.below.size === 0 || (write === 'server' && !(left && right))) {
    const isAllowed = write === 'owner' || isSame(before, after);
    return isAllowed ? undefined : formatPointer(path);
  }
  const keys = write === 'owner' ? rule.below.keys() : keysOf(left, right);
  for (const key of keys) {
    const below: Place = { rule: rule.below.get(key), write, path: [...path, key] };
    // Parsers differ in which of two equal keys they take. So a protected key must not occur twice, unless it already did.
    if (right?.earlier.has(key) && protects(below.rule, write) && !isSameEarlier(left, right, key)) {
      return formatPointer(below.path);
    }
    const found = forbiddenChange(left?.values.get(key), right?.values.get(key), below);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Each key of two objects, once. */
function* keysOf(left: Members | undefined, right: Members | undefined): IterableIterator<string> {
  for (const [key] of left?.values ?? []) yield key;
  for (const [key] of right?.values ?? []) if (!left?.values.has(key)) yield key;
}

/** Does the rule, or one below it, reserve anything for the server? */
const protects = (rule: Rule | undefined, inherited: Writer): boolean =>
  (rule?.write ?? inherited) === 'server' ||
  [...(rule?.below.values() ?? [])].some((below) => protects(below, rule?.write ?? inherited));

function isSame(before: Json | undefined, after: Json | undefined): boolean {
  if (before === undefined || after === undefined || before === after) return before === after;
  return isEqual(before, after) && !repeatsKeys(after);
}

interface Members {
  readonly values: KeyMap<Json>;
  /** The earlier values of a key that occurs more than once. The last value is in `values`. */
  readonly earlier: KeyMap<Json[]>;
}

/** The members of an object; undefined for any other value. */
function membersOf(value: Json | undefined): Members | undefined {
  if (value === undefined || !isObject(value)) return undefined;
  const values = new KeyMap<Json>();
  const earlier = new KeyMap<Json[]>();
  for (const member of openObject(value).parts) {
    const before = values.get(member.key);
    if (before !== undefined) {
      const list = earlier.get(member.key);
      if (list) list.push(before);
      else earlier.set(member.key, [before]);
    }
    values.set(member.key, member.value);
  }
  return { values, earlier };
}

/** Does a key have the same earlier values, with the same text, in both objects? */
function isSameEarlier(left: Members | undefined, right: Members, key: string): boolean {
  const [before, after] = [left?.earlier.get(key) ?? [], right.earlier.get(key) ?? []];
  return (
    before.length === after.length &&
    before.every((value, index) => toText(value) === toText(after[index] ?? ''))
  );
}

/** Combines two states: the parts of the server from `now`, the parts of the player from `other`. */
function combine(
  now: Json | undefined,
  other: Json | undefined,
  rule: Rule,
  inherited: Writer,
): Json | undefined {
  const write = rule.write ?? inherited;
  const base = write === 'server' ? now : other;
  if (rule.below.size === 0) return base;
  const [ours, theirs] = [membersOf(now), membersOf(other)];
  const values = [...rule.below].map(([key, below]) => {
    const last = combine(ours?.values.get(key), theirs?.values.get(key), below, write);
    // A key may occur more than once in metadata from before there were rules.
    const earlier = (protects(below, write) ? ours : theirs)?.earlier.get(key) ?? [];
    return [key, last === undefined ? [] : [...earlier, last]] as const;
  });
  if (base === undefined || !isObject(base)) {
    // Values of the server need an object around them.
    const isNeeded = write === 'owner' && values.some(([, list]) => list.length > 0);
    if (!isNeeded) return base;
  }
  const object = openObject(base !== undefined && isObject(base) ? base : '{}');
  for (const [key, list] of values) replaceMembers(object, key, list);
  return object;
}

/** Replaces the values under a key: in place if their number stays the same, otherwise at the end. */
function replaceMembers(object: JsonObject, key: string, values: readonly Json[]): void {
  const members = object.parts.filter((member) => member.key === key);
  if (members.length === values.length) {
    for (const [index, member] of members.entries()) member.value = values[index] ?? member.value;
    return;
  }
  removeMember(object, key);
  for (const value of values) addMember(object, key, value);
}
