// The parts of one player, put together within the bounds of an import.
import { formatPointer } from '../../lib/json-pointer.ts';
import { KeyMap } from '../../lib/key-map.ts';
import {
  IMPORT_PART_MAX_BYTES,
  IMPORT_PLAYER_MAX_IDS,
  IMPORT_PLAYER_MAX_SESSIONS,
  IMPORT_PLAYER_MAX_VALUES,
} from '../../limits.ts';
import type { SourceItem, SourcePlayer, SourceSession, SourceValue } from '../source.ts';
import {
  charactersOf,
  fromStagedText,
  type StagedPlayer,
  stagedSession,
  stagedValue,
} from './staged-player.ts';
import type { PartRow, PlayerRow } from './staging-rows.ts';

export interface GatherOptions {
  /** The kind of id that the keys are. */
  readonly keyKind: string;
  /** The reason to refuse a player of whom parts were added, and no description; undefined to take such players. */
  readonly undescribed?: string;
}

/** @returns the player, or the refusal where the parts are too many, or two have one path */
export function gather(row: PlayerRow, parts: Iterable<PartRow>, options: GatherOptions): SourceItem {
  const { key, description } = row;
  if (description === null && options.undescribed !== undefined)
    return { at: row.at, reason: options.undescribed };
  const described: StagedPlayer = description === null ? { at: row.at } : fromStagedText(description);
  const ids = createIds(options.keyKind, key, described);
  const values: PlacedValue[] = (described.values ?? []).map((value) => ({ value, at: described.at }));
  const sessions = [...(described.sessions ?? [])];
  let bytes = charactersOf(described);
  const refusal = (): SourceItem | undefined => {
    const excess = excessOf(bytes, values, sessions, ids.size());
    return excess === undefined ? undefined : { at: described.at, reason: `has more than ${excess}` };
  };
  for (const part of parts) {
    // Each row of a player may have the same ids.
    if (part.kind === 'id' && !ids.add(part.name, part.text)) continue;
    bytes += part.name.length + part.text.length;
    if (part.kind === 'session') sessions.push(stagedSession(part.startedAt, part.endedAt, part.text));
    else if (part.kind === 'value')
      values.push({ value: stagedValue(part.name, part.text, part.read, part.write), at: part.at });
    const refused = refusal();
    if (refused) return refused;
  }
  return (
    refusal() ??
    repeatedPath(values) ?? {
      ...described,
      ids: ids.byKind,
      values: values.map(({ value }) => value),
      ...(sessions.length > 0 && { sessions }),
    }
  );
}

/** The ids of a player who is left out, for the report. */
export function gatherIds(
  { key, at, description }: PlayerRow,
  parts: Iterable<PartRow>,
  { keyKind }: GatherOptions,
): SourcePlayer['ids'] {
  const ids = createIds(keyKind, key, description === null ? { at } : fromStagedText(description));
  for (const { kind, name, text } of parts)
    if (kind === 'id' && name.length + text.length <= TOLD_ID_UNITS) ids.add(name, text);
  return ids.byKind;
}

/** UTF-16 units of an id and its kind that a refusal may name. A player id has 255 at most. */
const TOLD_ID_UNITS = 1_000;

interface PlacedValue {
  readonly value: SourceValue;
  readonly at: string;
}

function createIds(keyKind: string, key: string, { ids = {} }: StagedPlayer) {
  const byKind: Record<string, string[]> = Object.create(null);
  const known = new KeyMap<true>();
  /** Past the bound nothing more is added, since the player is refused. @returns whether it is a new one */
  const add = (kind: string, id: string): boolean => {
    const pointer = formatPointer([kind, id]);
    if (known.size > IMPORT_PLAYER_MAX_IDS || known.has(pointer)) return false;
    known.set(pointer, true);
    byKind[kind] ??= [];
    byKind[kind].push(id);
    return true;
  };
  add(keyKind, key);
  for (const [kind, texts] of Object.entries(ids)) for (const id of texts) add(kind, id);
  return { add, byKind, size: () => known.size };
}

/** The bound that the parts are past. */
function excessOf(
  bytes: number,
  { length: values }: readonly PlacedValue[],
  { length: sessions }: readonly SourceSession[],
  ids: number,
): string | undefined {
  if (bytes > IMPORT_PART_MAX_BYTES)
    return `${IMPORT_PART_MAX_BYTES} bytes of values, sessions, ids and names`;
  if (values > IMPORT_PLAYER_MAX_VALUES) return `${IMPORT_PLAYER_MAX_VALUES} values`;
  if (sessions > IMPORT_PLAYER_MAX_SESSIONS) return `${IMPORT_PLAYER_MAX_SESSIONS} sessions`;
  return ids > IMPORT_PLAYER_MAX_IDS ? `${IMPORT_PLAYER_MAX_IDS} ids` : undefined;
}

/** The refusal of the second value at a path. Neither of the two is known to be the right one. */
function repeatedPath(values: readonly PlacedValue[]): SourceItem | undefined {
  const places = new KeyMap<string>();
  for (const { value, at } of values) {
    const pointer = formatPointer(value.path);
    const first = places.get(pointer);
    if (first !== undefined)
      return { at, reason: `repeats the player and the path of ${first}; the player is left out` };
    places.set(pointer, at);
  }
  return undefined;
}
