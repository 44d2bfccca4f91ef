// The access to values at the source as path rules: a file for METADATA_RULES to look at. Where players differ the more restrictive access
// stands. A part has the strictest access of its values as a rule at its top, which holds for values that come later, and rules below for
// the others. Memory is bounded: a level with too many places becomes one place.
import { formatPointer } from '../lib/json-pointer.ts';
import { KeyMap } from '../lib/key-map.ts';
import { IMPORT_RULES_LEVEL_MAX_PLACES, IMPORT_RULES_MAX_PLACES } from '../limits.ts';
import type { AccessedValue } from './map-player.ts';
import { describePlace } from './pattern.ts';

interface Access {
  readonly read: 'any' | 'owner';
  readonly write: 'owner' | 'server';
}

/** A place of values, or one above such places. */
interface Place {
  /** The access to the values here, and to all below where this is one place. */
  access: Access | undefined;
  readonly below: KeyMap<Place>;
}

export interface AccessRules {
  see(values: readonly AccessedValue[]): void;
  /** The text of the file. */
  text(): string;
  notes(): readonly string[];
}

const newPlace = (): Place => ({ access: undefined, below: new KeyMap() });

/** Anyone reads and the owner writes, unless a rule says otherwise. */
const open: Access = { read: 'any', write: 'owner' };

const stricter = (a: Access | undefined, b: Access): Access => ({
  read: a?.read === 'owner' ? 'owner' : b.read,
  write: a?.write === 'server' ? 'server' : b.write,
});

export interface PlaceBounds {
  readonly level: number;
  readonly all: number;
}

export function createAccessRules({
  level = IMPORT_RULES_LEVEL_MAX_PLACES,
  all = IMPORT_RULES_MAX_PLACES,
}: Partial<PlaceBounds> = {}): AccessRules {
  const tree = createTree({ level, all });
  let serverAlone = 0;
  let withoutRule = 0;
  /** The strictest access to the values that have no room at the top. */
  let rest: Access | undefined;
  return {
    see(values) {
      for (const { to, read, write } of values) {
        const isServers = read === 'server';
        if (isServers) serverAlone += 1;
        const access: Access = {
          read: read === 'any' ? 'any' : 'owner',
          write: isServers ? 'server' : write,
        };
        if (tree.add(to, access)) continue;
        withoutRule += 1;
        rest = stricter(rest, access);
      }
    },
    text: () => `${JSON.stringify(rulesOf(tree.root, rest), null, 2)}\n`,
    notes: () => [
      ...(serverAlone > 0
        ? [
            `the server alone reads ${serverAlone} values at the source; the rules let their players read them, not write`,
          ]
        : []),
      ...tree
        .crowded()
        .map((place) => `below ${place} are too many places for a rule each; the strictest stands for all`),
      ...(withoutRule > 0
        ? [
            `${withoutRule} values are at so many places that only the rule of the whole object holds for them`,
          ]
        : []),
    ],
  };
}

/** The places of values, within bounds. */
function createTree({ level, all }: PlaceBounds) {
  const root = newPlace();
  const crowded: string[] = [];
  let places = 0;

  /** Makes one place of a place and all below it. */
  function join(place: Place): void {
    for (const below of placesIn(place)) {
      if (below.access) place.access = stricter(place.access, below.access);
      places -= 1;
    }
    for (const [key] of [...place.below]) place.below.delete(key);
    place.access ??= open;
  }

  /** The place of a value, or the one above it that stands for it. Undefined where there is no room at the top. */
  function placeAt(path: readonly string[]): Place | undefined {
    let place = root;
    for (const [depth, key] of path.entries()) {
      if (place.access) return place;
      let next = place.below.get(key);
      if (!next) {
        if (depth === 0 && places >= all) return undefined;
        if (depth > 0 && (place.below.size >= level || places >= all)) {
          join(place);
          if (crowded.length < crowdedMax) crowded.push(describePlace(path.slice(0, depth)));
          return place;
        }
        next = newPlace();
        place.below.set(key, next);
        places += 1;
      }
      place = next;
    }
    return place;
  }

  return {
    root,
    /** @returns false where there is no room for it */
    add(path: readonly string[], access: Access): boolean {
      const place = placeAt(path);
      if (!place) return false;
      if (place.below.size > 0) join(place);
      place.access = stricter(place.access, access);
      return true;
    },
    crowded: () => crowded,
  };
}

/** Crowded places that the notes name. */
const crowdedMax = 20;

function* placesIn(place: Place): Generator<Place> {
  for (const [, below] of place.below) {
    yield below;
    yield* placesIn(below);
  }
}

type Rules = Record<string, Partial<Access>>;

/**
 * The rules, by pointers in their order.
 * @param rest the access to values that have no place. The whole object has a rule for them.
 */
function rulesOf(root: Place, rest: Access | undefined): Rules {
  const rules = new Map<string, Partial<Access>>();
  const isWhole = root.access !== undefined || rest !== undefined;
  for (const part of ['read', 'write'] as const) {
    const add: RulesOfPart = { part, rest: rest?.[part], rules };
    if (isWhole) addRules(root, [], open[part], add);
    // Without a value of the whole object, a rule at the top would hold for members that the source does not have.
    else for (const [key, below] of root.below) addRules(below, [key], open[part], add);
  }
  return Object.fromEntries([...rules].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

interface RulesOfPart {
  readonly part: keyof Access;
  readonly rest: Access[keyof Access] | undefined;
  readonly rules: Map<string, Partial<Access>>;
}

/** Adds the rule of a place where it differs from the one above, and those below it that differ from this one. */
function addRules(place: Place, path: readonly string[], above: Access[keyof Access], to: RulesOfPart): void {
  const { part, rest, rules } = to;
  const accesses = [place, ...placesIn(place)].flatMap(({ access }) => (access ? [access[part]] : []));
  if (path.length === 0 && rest !== undefined) accesses.push(rest);
  const strictest = accesses.find((access) => access !== open[part]) ?? open[part];
  const pointer = formatPointer(path);
  if (strictest !== above) rules.set(pointer, { ...rules.get(pointer), [part]: strictest });
  if (accesses.every((access) => access === strictest)) return;
  for (const [key, below] of place.below) addRules(below, [...path, key], strictest, to);
}
