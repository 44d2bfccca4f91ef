// The access to values at the source as path rules: a file for METADATA_RULES to look at. Where players differ the more restrictive access
// stands, and the notes say whose values ask for it. A part has the strictest access of its values as a rule at its top, which holds for
// values that come later, and rules below for the others. Memory is bounded: a level with too many places becomes one place.
import { formatPointer } from '../lib/json-pointer.ts';
import { ownText } from '../lib/own-text.ts';
import {
  IMPORT_RULES_LEVEL_MAX_PLACES,
  IMPORT_RULES_MAX_CHARACTERS,
  IMPORT_RULES_MAX_PLACES,
} from '../limits.ts';
import {
  type Access,
  createPlaces,
  open,
  type Place,
  type PlaceBounds,
  placesIn,
  stricter,
} from './access-places.ts';
import type { AccessedValue } from './map-player.ts';
import { describePlace } from './pattern.ts';

export interface AccessRules {
  /** @param at the place of the player in the source */
  see(values: readonly AccessedValue[], at: string): void;
  /** The text of the file. */
  text(): string;
  notes(): readonly string[];
}

export interface AccessRulesOptions extends PlaceBounds {
  /** The readers of a value of which the source says nothing, as of one that comes later. */
  readonly defaultRead: Access['read'];
}

export function createAccessRules({
  level = IMPORT_RULES_LEVEL_MAX_PLACES,
  all = IMPORT_RULES_MAX_PLACES,
  characters = IMPORT_RULES_MAX_CHARACTERS,
  defaultRead = open.read,
}: Partial<AccessRulesOptions> = {}): AccessRules {
  const places = createPlaces({ level, all, characters });
  const byDefault: Access = { ...open, read: defaultRead };
  const hidden = createHidden();
  let players = 0;
  let withoutRule = 0;
  /** The strictest access to the values that have no room at the top. */
  let rest: Access | undefined;
  const rules = () => rulesOf(places.root, rest, byDefault);
  return {
    see(values, at) {
      players += 1;
      for (const { from, to, read, write } of values) {
        const isServers = read === 'server';
        if (isServers) hidden.add(from);
        const access: Access = {
          read: read === 'any' ? 'any' : 'owner',
          write: isServers ? 'server' : write,
        };
        const example = () => `${describePlace(from)} of ${at}`;
        if (places.add({ to, access, player: players, example })) continue;
        withoutRule += 1;
        rest = stricter(rest, access);
      }
    },
    text: () =>
      `${JSON.stringify(Object.fromEntries(rules().map(({ pointer, rule }) => [pointer, rule])), null, 2)}\n`,
    notes: () => [
      ...closingNotes(rules(), byDefault),
      ...hidden.notes(),
      ...places
        .crowded()
        .map(
          (place) =>
            `below ${place} are too many places, or too long ones, for a rule each; the strictest stands for all`,
        ),
      ...(withoutRule > 0
        ? [
            `${withoutRule} values are at so many places, or such long ones, that only the rule of the whole object holds for them`,
          ]
        : []),
    ],
  };
}

/** Places that a note names. */
const namedMax = 20;

/** The values that the server alone reads at the source. */
function createHidden() {
  const names = new Set<string>();
  let values = 0;
  let isMore = false;
  return {
    add(from: readonly string[]): void {
      values += 1;
      const name = describePlace(from);
      if (names.has(name)) return;
      if (names.size === namedMax) isMore = true;
      else names.add(ownText(name));
    },
    notes(): readonly string[] {
      if (names.size === 0) return [];
      return [
        `the server alone reads ${values} values at the source, and the rules let their players read them, not write: ${[...names].join(', ')}${isMore ? ' and others' : ''}; a map leaves one out by a rule with leaveOut, before its other rules`,
      ];
    },
  };
}

/** A note for each rule that closes more than the source does by default. Those that the fewest players ask for come first. */
function closingNotes(rules: readonly PlacedRule[], byDefault: Access): readonly string[] {
  const closing = rules.flatMap(({ path, rule, place }) =>
    (['read', 'write'] as const).flatMap((part) =>
      rule[part] === undefined || rule[part] === open[part] || rule[part] === byDefault[part]
        ? []
        : [{ path, part, all: place.players.players, ...place.closing[part] }],
    ),
  );
  closing.sort((a, b) => a.players / a.all - b.players / b.all);
  const notes = closing.slice(0, namedMax).map(({ path, part, players, all, example }) => {
    const only = part === 'read' ? 'the owner alone read' : 'the server alone write';
    return `the rule of ${describePlace(path)} lets ${only}, for all players: values of ${players} of ${all} players ask for it, such as ${example}`;
  });
  const more = closing.length - notes.length;
  return more > 0 ? [...notes, `${more} other rules close a place too`] : notes;
}

interface PlacedRule {
  readonly path: readonly string[];
  readonly pointer: string;
  readonly rule: Partial<Access>;
  readonly place: Place;
}

/**
 * The rules, by pointers in their order.
 * @param rest the access to values that have no place. The whole object has a rule for them, and for the default of the source.
 */
function rulesOf(root: Place, rest: Access | undefined, byDefault: Access): readonly PlacedRule[] {
  const rules = new Map<string, PlacedRule>();
  // A value that is the whole object has its own access.
  const least = root.access ? rest : stricter(rest, byDefault);
  for (const part of ['read', 'write'] as const) {
    const isWhole = root.access !== undefined || rest !== undefined || byDefault[part] !== open[part];
    const add: RulesOfPart = { part, rest: least?.[part], rules };
    if (isWhole) addRules(root, [], open[part], add);
    // Without a value of the whole object, a rule at the top would hold for members that the source does not have.
    else for (const [key, below] of root.below) addRules(below, [key], open[part], add);
  }
  return [...rules.values()].toSorted((a, b) => (a.pointer < b.pointer ? -1 : 1));
}

interface RulesOfPart {
  readonly part: keyof Access;
  readonly rest: Access[keyof Access] | undefined;
  readonly rules: Map<string, PlacedRule>;
}

/** Adds the rule of a place where it differs from the one above, and those below it that differ from this one. */
function addRules(place: Place, path: readonly string[], above: Access[keyof Access], to: RulesOfPart): void {
  const { part, rest, rules } = to;
  const accesses = [place, ...placesIn(place)].flatMap(({ access }) => (access ? [access[part]] : []));
  if (path.length === 0 && rest !== undefined) accesses.push(rest);
  const strictest = accesses.find((access) => access !== open[part]) ?? open[part];
  const pointer = formatPointer(path);
  if (strictest !== above) {
    const rule = { ...rules.get(pointer)?.rule, [part]: strictest };
    rules.set(pointer, { path, pointer, rule, place });
  }
  if (accesses.every((access) => access === strictest)) return;
  for (const [key, below] of place.below) addRules(below, [...path, key], strictest, to);
}
