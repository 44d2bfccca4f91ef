// The kept states of a player's metadata, the same on every engine: when one is kept, which go when there are too many,
// and how they are stored. The newest is compressed by itself, each older one by what tells it from the next newer one, so
// the oldest may always go without touching another.
import { CLOCK_SKEW_MILLISECONDS } from '../../tuning.ts';
import type { KeptVersion } from '../ports/store.ts';
import { decodeContent, encodeContent } from './version-contents.ts';

export interface VersionPolicy {
  readonly intervalMilliseconds: number;
  /** How long a version is kept; 0 keeps none. */
  readonly days: number;
  readonly maxVersions: number;
}

/** What is known of a kept version without its content. */
export interface VersionFacts extends KeptVersion {
  /** The version that the content is to be read with; null for none. */
  readonly baseVersion: number | null;
}

/** A kept version as it is stored. */
export interface VersionRow extends VersionFacts {
  /** Kept for what it is, not because an interval had passed: the state before a session, before a deletion. */
  readonly milestone: boolean;
  /** Empty for a state without text; else one byte for the form, and the text in it. */
  readonly content: Uint8Array;
}

export const toKeptVersion = ({
  version,
  writtenAt,
  sessionId,
  by,
  keptAt,
  sizeBytes,
}: VersionFacts): KeptVersion => ({
  version,
  writtenAt,
  sessionId,
  by,
  keptAt,
  sizeBytes,
});

/** The state that a write replaces. */
export interface WrittenState {
  readonly version: number;
  readonly text: string | undefined;
  readonly writtenAt: number | null;
  readonly sessionId: string | null;
  readonly by: 'player' | 'server';
}

/** What is put in, be it anew or in another form, and which versions go. */
export interface VersionChanges {
  readonly put: readonly VersionRow[];
  readonly drop: readonly number[];
  /** When the newest was kept. */
  readonly keptAt: number;
}

const dayMilliseconds = 24 * 3_600 * 1_000;

/** What was kept before this time is to be dropped. */
export const versionsStart = (now: number, { days }: VersionPolicy): number => now - days * dayMilliseconds;

/** Is the state that a write replaces to be kept? */
export function isDue(
  policy: VersionPolicy,
  replaced: {
    readonly version: number;
    readonly keptAt: number | null;
    readonly sessionId: string | null;
  },
  write: { readonly now: number; readonly sessionId: string | null; readonly mustKeep: boolean },
): 'no' | 'interval' | 'milestone' {
  if (policy.days === 0 || replaced.version === 0) return 'no';
  if (write.mustKeep) return 'milestone';
  if (write.sessionId !== null && write.sessionId !== replaced.sessionId) return 'milestone';
  const { keptAt } = replaced;
  const isRecent =
    keptAt !== null &&
    keptAt > write.now - policy.intervalMilliseconds &&
    // A time to come is from a clock that was set back since, and says nothing of how long ago it was.
    keptAt <= write.now + CLOCK_SKEW_MILLISECONDS;
  return isRecent ? 'no' : 'interval';
}

/**
 * Kept versions, newest first, with the times at which each can have been kept: none later than a newer one, as a clock that was
 * ahead says.
 * @param latest the time of the newest at the latest
 */
export function inOrderOfTime<Row extends { readonly keptAt: number }>(
  rows: readonly Row[],
  latest = Number.POSITIVE_INFINITY,
): Row[] {
  let before = latest;
  return rows.map((row) => {
    before = Math.min(before, row.keptAt);
    return row.keptAt === before ? row : { ...row, keptAt: before };
  });
}

/**
 * Adds the replaced state to the kept ones.
 * @param rows the kept versions of the player, in any order.
 */
export function keepVersion(
  policy: VersionPolicy,
  rows: readonly VersionRow[],
  replaced: WrittenState,
  { now, milestone }: { readonly now: number; readonly milestone: boolean },
): VersionChanges {
  const before = inOrderOfTime(
    readable(rows).toSorted((a, b) => b.version - a.version),
    now,
  );
  const keptAt = now;
  const { text, version, writtenAt, sessionId, by } = replaced;
  const bytes = text === undefined ? undefined : Buffer.from(text, 'utf8');
  const newest: VersionRow = {
    ...{ version, writtenAt, sessionId, by, keptAt, milestone },
    sizeBytes: bytes?.length ?? 0,
    ...encodeContent(bytes, undefined),
  };
  const all = [newest, ...before];
  const left = thin(all, policy, keptAt);
  try {
    const stay = new Set(left.map((row) => row.version));
    const drop = rows.filter((row) => !stay.has(row.version)).map((row) => row.version);
    return { put: [newest, ...storedAnew(all, left, before[0]?.version)], drop, keptAt };
  } catch {
    // A content is damaged. The save goes on, and what can still be read stays as it is, but for the oldest, which none needs.
    const oldestFirst = rows.map((row) => row.version).toSorted((a, b) => a - b);
    return {
      put: [newest],
      drop: oldestFirst.slice(0, Math.max(0, rows.length + 1 - policy.maxVersions)),
      keptAt,
    };
  }
}

/** The rows that stay and are to be stored in another way: what was the newest, and what has lost its base. */
function storedAnew(
  all: readonly VersionRow[],
  left: readonly VersionRow[],
  newestBefore: number | undefined,
): VersionRow[] {
  const read = reader(all);
  return left.flatMap((row, index) => {
    const next = left[index - 1];
    if (!next || (row.version !== newestBefore && hasBase(row, left))) return [];
    return {
      ...row,
      ...encodeContent(read(row.version), { version: next.version, bytes: read(next.version) }),
    };
  });
}

const hasBase = (row: VersionRow, rows: readonly VersionRow[]): boolean =>
  row.baseVersion === null || rows.some((other) => other.version === row.baseVersion);

/** Those whose bases are there, through to one that needs none: damage to the history must not stand in the way of a save. */
function readable(rows: readonly VersionRow[]): readonly VersionRow[] {
  const endOf = chainEnds(rows);
  return rows.filter((row) => endOf(row.version) !== undefined);
}

/** The version that needs no base and that another is read from; undefined when one on the way there is missing. */
export function chainEnds(
  rows: readonly Pick<VersionFacts, 'version' | 'baseVersion'>[],
): (version: number) => number | undefined {
  const byVersion = new Map(rows.map((row) => [row.version, row]));
  return (version) => {
    let next = byVersion.get(version);
    while (next && next.baseVersion !== null && next.baseVersion > next.version) {
      next = byVersion.get(next.baseVersion);
    }
    return next?.baseVersion === null ? next.version : undefined;
  };
}

/**
 * Leaves away what is too old and, while there are too many, the one that leaves the smallest gap for its age: so the recent
 * ones stay dense and the old ones get sparse. What was kept on purpose weighs more; the newest always stays.
 */
function thin(rows: readonly VersionRow[], policy: VersionPolicy, now: number): readonly VersionRow[] {
  const start = versionsStart(now, policy);
  const left = rows.filter((row, index) => index === 0 || row.keptAt >= start);
  while (left.length > policy.maxVersions) left.splice(leastMissed(left, now), 1);
  return left;
}

const milestoneWeight = 8;

/** Newest first; answers an index that is not 0. */
function leastMissed(rows: readonly VersionRow[], now: number): number {
  // A second on top, so that what was kept at the same moment has an age to compare.
  const age = (index: number): number => now - (rows[index]?.keptAt ?? now) + 1_000;
  let least = { index: rows.length - 1, weight: Number.POSITIVE_INFINITY };
  for (let index = 1; index < rows.length; index += 1) {
    // The oldest has nothing behind it: losing it shortens the whole history.
    const older = index + 1 < rows.length ? age(index + 1) : age(index) * 2;
    const gap = Math.log(older / age(index - 1));
    const weight = gap * (rows[index]?.milestone ? milestoneWeight : 1);
    if (weight < least.weight) least = { index, weight };
  }
  return least.index;
}

/**
 * The text of a kept version; undefined for a state without one.
 * @param rows that version and all that it is read from, at least.
 */
export function textOf(rows: readonly VersionRow[], version: number): string | undefined {
  const decoding = startDecoding(rows, version);
  while (!decoding.next());
  return decoding.text();
}

/** A text that is being decoded, one content after the other: besides what is stored no more than two are in memory. */
export interface Decoding {
  /** Decodes one content more; true when it was the last. */
  next(): boolean;
  text(): string | undefined;
}

/** @throws Error when it cannot be read. */
export function startDecoding(rows: readonly VersionRow[], version: number): Decoding {
  const byVersion = new Map(rows.map((row) => [row.version, row]));
  const chain: VersionRow[] = [];
  for (let next: number | null = version; next !== null; ) {
    const row = byVersion.get(next);
    // Bases are newer, so a chain ends.
    if (!row || (row.baseVersion !== null && row.baseVersion <= next)) throw unreadable(version);
    chain.push(row);
    next = row.baseVersion;
  }
  let bytes: Buffer | undefined;
  return {
    next() {
      const row = chain.pop();
      if (row) bytes = decodeContent(row.content, row.baseVersion === null ? undefined : bytes);
      return chain.length === 0;
    },
    text: () => bytes?.toString('utf8'),
  };
}

export const unreadable = (version: number): Error =>
  new Error(`the kept version ${version} of some metadata cannot be read`);

/** Reads texts of kept versions, each of which is decoded once. */
function reader(rows: readonly VersionRow[]): (version: number) => Buffer | undefined {
  const byVersion = new Map(rows.map((row) => [row.version, row]));
  const texts = new Map<number, Buffer | undefined>();

  return function read(version: number): Buffer | undefined {
    if (texts.has(version)) return texts.get(version);
    const row = byVersion.get(version);
    // Bases are newer, so a chain ends.
    if (!row || (row.baseVersion !== null && row.baseVersion <= version)) throw unreadable(version);
    const text = decodeContent(row.content, row.baseVersion === null ? undefined : read(row.baseVersion));
    texts.set(version, text);
    return text;
  };
}
