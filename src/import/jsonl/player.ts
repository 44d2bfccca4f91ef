// One object of a file as a player: its ids, times and sessions at the pointers of the settings, and its other members as values.
import { createFinder } from '../../lib/json-find.ts';
import { stringValue } from '../../lib/json-places.ts';
import { formatPointer } from '../../lib/json-pointer.ts';
import { quoted } from '../../lib/quoted.ts';
import { IMPORT_PLAYER_MAX_SESSIONS } from '../../limits.ts';
import { readBoolean } from '../csv/cells.ts';
import { itemsOf, type JsonMember, membersOf } from '../files/json-members.ts';
import type { StagedPlayer } from '../files/staged-player.ts';
import { readTime } from '../files/times.ts';
import type { SourceSession, SourceValue } from '../source.ts';
import type { JsonlSettings } from './settings.ts';

/** An object that cannot be taken. The message is the reason, which quotes no value. */
export class BadObject extends Error {
  /** The id, where it is known. */
  key: string | undefined;
}

export interface ReadPlayer {
  readonly key: string;
  readonly player: StagedPlayer;
  /** Sessions without an end, which are left out. */
  readonly openSessions: number;
}

type Place = readonly string[];

export interface PlayerReader {
  /** @throws BadObject */
  read(at: string, text: string): ReadPlayer;
  /** Sentences for the report: the settings whose pointer led to nothing in every object. */
  notes(): string[];
}

export function createPlayerReader(settings: JsonlSettings): PlayerReader {
  const { id, ids = {}, registeredAt, suspended, sessions, document } = settings;
  const kinds = Object.entries(ids);
  const places = [id, registeredAt, suspended, sessions, document, ...kinds.map(([, place]) => place)];
  const given = places.filter((place) => place !== undefined);
  const find = createFinder(given);
  const misses = createMisses(settings);
  const meant = new Set(given.filter(({ length }) => length === 1).map(([name]) => name));

  /** @param found the texts at the places that are given */
  function read(at: string, key: string, members: readonly JsonMember[], found: Found): ReadPlayer {
    const time = found(registeredAt, (text) => timeOf(text, settings));
    const isSuspended = found(suspended, booleanOf);
    const { open = 0, ended = [] } = found(sessions, (text) => sessionsOf(text, settings)) ?? {};
    const whole = found(document, (text): SourceValue => ({ path: [], text }));
    const others = members
      .filter(({ name }) => document === undefined && !meant.has(name))
      .map(({ name, text }): SourceValue => ({ path: [name], text }));
    const player = {
      at,
      ids: Object.fromEntries(
        kinds.flatMap(([kind, place]) => {
          const other = found(place, idOf);
          return other === undefined ? [] : [[kind, [other]]];
        }),
      ),
      values: whole ? [whole] : others,
      ...(time !== undefined && { registeredAt: time }),
      ...(isSuspended !== undefined && { isSuspended }),
      ...(ended.length > 0 && { sessions: ended }),
    };
    return { key, player, openSessions: open };
  }

  function readObject(at: string, text: string): ReadPlayer {
    const members = membersOf(text);
    if ('problem' in members) throw new BadObject(members.problem);
    const texts = find(text);
    misses.note((place) => texts[given.indexOf(place)] !== undefined);
    const found: Found = (place, readText) => {
      const value = place && texts[given.indexOf(place)];
      if (!place || value === undefined || value === 'null') return undefined;
      const result = readText(value);
      if (!isProblem(result)) return result;
      throw new BadObject(`its ${formatPointer(place)} ${result.problem}`);
    };
    const key = found(id, idOf) ?? '';
    if (key === '') throw new BadObject(`has no id at ${formatPointer(id)}`);
    try {
      return read(at, key, members, found);
    } catch (error) {
      if (error instanceof BadObject) error.key = key;
      throw error;
    }
  }
  return { read: readObject, notes: misses.notes };
}

/** The settings whose pointer has led to nothing so far. That of the id is not among them, since an object without an id is refused. */
function createMisses({ ids = {}, registeredAt, suspended, sessions, document }: JsonlSettings) {
  const named = { registeredAt, suspended, sessions, document };
  const kinds = Object.entries(ids).map(([kind, place]) => [`ids.${kind}`, place] as const);
  let missing = [...Object.entries(named), ...kinds].flatMap(([name, place]) =>
    place === undefined ? [] : [{ name, place }],
  );
  return {
    /** Takes away those that have something in an object. */
    note(isThere: (place: Place) => boolean): void {
      if (missing.length > 0) missing = missing.filter(({ place }) => !isThere(place));
    },
    notes: (): string[] =>
      missing.map(
        ({ name, place }) =>
          `no object has anything at ${formatPointer(place)}; is ${quoted(name)} in "read" of the map right?`,
      ),
  };
}

/** Reads what stands at a place; undefined for nothing and null. */
type Found = <Result>(
  place: Place | undefined,
  readText: (text: string) => Result | Problem,
) => Result | undefined;

interface Problem {
  readonly problem: string;
}
const isProblem = (result: unknown): result is Problem =>
  typeof result === 'object' && result !== null && 'problem' in result;

/** A number is taken as its text where it is an integer. */
function idOf(text: string): string | Problem {
  if (text.startsWith('"')) return stringValue(text);
  return /^-?\d+$/.test(text) ? text : { problem: 'is neither a string nor an integer' };
}

const booleanOf = (text: string): boolean | Problem =>
  readBoolean(text) ?? { problem: 'is neither true nor false' };

const timeOf = (text: string, { times }: JsonlSettings): number | Problem =>
  readTime(text.startsWith('"') ? stringValue(text) : text, times);

const findInSession = createFinder([['startedAt'], ['endedAt'], ['context']]);

function sessionsOf(
  text: string,
  settings: JsonlSettings,
): { readonly open: number; readonly ended: SourceSession[] } | Problem {
  const items = itemsOf(text, IMPORT_PLAYER_MAX_SESSIONS);
  if ('problem' in items) return items;
  const ended: SourceSession[] = [];
  for (const [index, item] of items.entries()) {
    const bad = (problem: string): Problem => ({ problem: `has an item ${index + 1} that ${problem}` });
    if (!item.startsWith('{')) return bad('is no object');
    const [start = 'null', end = 'null', context = 'null'] = findInSession(item);
    if (start === 'null') return bad('has no startedAt');
    if (end === 'null') continue;
    const [startedAt, endedAt] = [timeOf(start, settings), timeOf(end, settings)];
    if (isProblem(startedAt)) return bad(`has a startedAt that ${startedAt.problem}`);
    if (isProblem(endedAt)) return bad(`has an endedAt that ${endedAt.problem}`);
    ended.push({ startedAt, endedAt, context: context === 'null' ? null : context });
  }
  return { open: items.length - ended.length, ended };
}
