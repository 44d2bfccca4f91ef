// The places of values with the access to them, within bounds: a level with too many places, or too long ones, becomes one place, with
// the strictest access. Each place knows the players who have values there, and those whose values are closed.
import { KeyMap } from '../lib/key-map.ts';
import { ownText } from '../lib/own-text.ts';
import { describePlace } from './pattern.ts';

export interface Access {
  readonly read: 'any' | 'owner';
  readonly write: 'owner' | 'server';
}

/** Anyone reads and the owner writes, unless a rule says otherwise. */
export const open: Access = { read: 'any', write: 'owner' };

export const stricter = (a: Access | undefined, b: Access): Access => ({
  read: a?.read === 'owner' ? 'owner' : b.read,
  write: a?.write === 'server' ? 'server' : b.write,
});

/** A place of values, or one above such places. */
export interface Place {
  /** The access to the values here, and to all below where this is one place. */
  access: Access | undefined;
  /** The characters of the names on the way to it. */
  readonly characters: number;
  readonly below: KeyMap<Place>;
  /** The players with values here or below, and by each part of the access those with values that are less than open. */
  readonly players: Count;
  readonly closing: { readonly [Part in keyof Access]: Count };
}

/** A number of players, and the first of their values. Values come player by player. */
export interface Count {
  players: number;
  /** The last player who was counted. */
  last: number;
  /** A sentence for people; empty for none. */
  example: string;
}

/** A value of a player. */
export interface SeenValue {
  readonly to: readonly string[];
  readonly access: Access;
  /** The number of the player, from 1, and the value in a few words. */
  readonly player: number;
  readonly example: () => string;
}

export interface PlaceBounds {
  /** Places of one level, and of all. */
  readonly level: number;
  readonly all: number;
  /** Characters of the ways to all places, each of which is the pointer of a rule. */
  readonly characters: number;
}

/** Crowded places that the notes name. */
const crowdedMax = 20;

const newCount = (): Count => ({ players: 0, last: 0, example: '' });
const newPlace = (characters: number): Place => ({
  access: undefined,
  characters,
  below: new KeyMap(),
  players: newCount(),
  closing: { read: newCount(), write: newCount() },
});

export function createPlaces({ level, all, characters: mostCharacters }: PlaceBounds) {
  const root = newPlace(0);
  const crowded: string[] = [];
  let places = 0;
  let characters = 0;

  /** Makes one place of a place and all below it. */
  function join(place: Place): void {
    for (const below of placesIn(place)) {
      if (below.access) place.access = stricter(place.access, below.access);
      places -= 1;
      characters -= below.characters;
    }
    for (const [key] of [...place.below]) place.below.delete(key);
    place.access ??= open;
  }

  /** The places on the way to a value. The last one is its own, or stands for it. Undefined where there is no room at the top. */
  function wayTo(path: readonly string[]): readonly [...Place[], Place] | undefined {
    let place = root;
    const way: [...Place[], Place] = [root];
    for (const [depth, key] of path.entries()) {
      if (place.access) return way;
      let next = place.below.get(key);
      if (!next) {
        const own = place.characters + 1 + key.length;
        const isFull = places >= all || characters + own > mostCharacters;
        if (depth === 0 && isFull) return undefined;
        if (depth > 0 && (isFull || place.below.size >= level)) {
          join(place);
          if (crowded.length < crowdedMax) crowded.push(ownText(describePlace(path.slice(0, depth))));
          return way;
        }
        next = newPlace(own);
        place.below.set(ownText(key), next);
        places += 1;
        characters += own;
      }
      place = next;
      way.push(place);
    }
    return way;
  }

  return {
    root,
    /** @returns false where there is no room for it */
    add(value: SeenValue): boolean {
      const way = wayTo(value.to);
      for (const place of way ?? [root]) count(place, value);
      const place = way?.at(-1);
      if (!place) return false;
      if (place.below.size > 0) join(place);
      place.access = stricter(place.access, value.access);
      return true;
    },
    crowded: () => crowded,
  };
}

function count(place: Place, value: SeenValue): void {
  countPlayer(place.players, value);
  for (const part of ['read', 'write'] as const)
    if (value.access[part] !== open[part]) {
      const closing = place.closing[part];
      countPlayer(closing, value);
      closing.example ||= ownText(value.example());
    }
}

function countPlayer(counted: Count, { player }: SeenValue): void {
  if (counted.last === player) return;
  counted.last = player;
  counted.players += 1;
}

/** All places below. */
export function* placesIn(place: Place): Generator<Place> {
  for (const [, below] of place.below) {
    yield below;
    yield* placesIn(below);
  }
}
