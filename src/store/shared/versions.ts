// The rules of kept versions, the same on every engine: whether a write keeps the state that it replaces, which versions are
// dropped when there are too many, and in which form they are stored. No version has the oldest one as base, so the oldest can be
// dropped without touching another.

import { isFromClockSetBack } from '../../lib/clock-skew.ts';
import type { EditOptions } from '../ports/metadata.ts';
import type { KeptVersion, VersionFacts, VersionRow, Writer } from '../ports/versions.ts';
import { createVersionReader, hasBase, readableRows } from './version-chain.ts';
import { encodeContent } from './version-contents.ts';

export interface VersionPolicy {
  readonly intervalMilliseconds: number;
  /** The retention; 0 keeps no versions. */
  readonly days: number;
  readonly maxVersions: number;
  /** A save that drops most of a state of this many bytes is a loss (losses.ts); 0 for no losses. */
  readonly lossMinBytes: number;
}

export const toKeptVersion = ({
  version,
  writtenAt,
  sessionId,
  by,
  keyId,
  keptAt,
  sizeBytes,
}: VersionFacts): KeptVersion => ({
  version,
  writtenAt,
  sessionId,
  by,
  keyId,
  keptAt,
  sizeBytes,
});

/** The state that a write replaces. */
export interface WrittenState {
  readonly version: number;
  readonly text: string | undefined;
  readonly writtenAt: number | null;
  readonly sessionId: string | null;
  readonly by: Writer;
  readonly keyId: string | null;
}

/** The changes to the kept versions of a player. */
export interface VersionChanges {
  /** New rows, and rows that are stored in another form now. */
  readonly put: readonly VersionRow[];
  readonly drop: readonly number[];
  /** The time at which the newest version was kept. */
  readonly keptAt: number;
}

const dayMilliseconds = 24 * 3_600 * 1_000;

/** Versions that were kept before this time are to be deleted. */
export const versionsStart = (now: number, { days }: VersionPolicy): number => now - days * dayMilliseconds;

/** Is a replaced state kept at all? */
export const keepsVersions = (
  { days }: Pick<VersionPolicy, 'days'>,
  { version }: { readonly version: number },
): boolean => days > 0 && version > 0;

/**
 * The reason to keep the state that a write replaces; undefined to keep nothing. For a plain save of a player
 * fragments/may-be-saved-in-place.sql of PostgreSQL mirrors this function: it changes only rows without such a reason.
 */
export function reasonToKeep(
  policy: VersionPolicy,
  replaced: {
    readonly version: number;
    readonly keptAt: number | null;
    readonly sessionId: string | null;
    readonly activeSessionId: string | null;
    readonly byServer: boolean | number;
  },
  { by, keepReplaced = false, restored }: EditOptions,
  now: number,
): 'interval' | 'milestone' | undefined {
  if (!keepsVersions(policy, replaced)) return undefined;
  if (keepReplaced || restored !== undefined || by === 'server' || replaced.byServer) return 'milestone';
  const { keptAt, sessionId, activeSessionId } = replaced;
  if (activeSessionId !== null && activeSessionId !== sessionId) return 'milestone';
  const isRecent =
    keptAt !== null && keptAt > now - policy.intervalMilliseconds && !isFromClockSetBack(keptAt, now);
  return isRecent ? undefined : 'interval';
}

/**
 * Corrects the times of kept versions that were stored while the clock was ahead: no time is later than that of a newer version.
 * @param rows newest first.
 * @param latest the latest possible time of the newest one.
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
    readableRows(rows).toSorted((a, b) => b.version - a.version),
    now,
  );
  const keptAt = now;
  const { text, version, writtenAt, sessionId, by, keyId } = replaced;
  const bytes = text === undefined ? undefined : Buffer.from(text, 'utf8');
  const newest: VersionRow = {
    ...{ version, writtenAt, sessionId, by, keyId, keptAt, milestone },
    sizeBytes: bytes?.length ?? 0,
    ...encodeContent(bytes, undefined),
  };
  const all = [newest, ...before];
  const left = thinOut(all, policy, keptAt);
  try {
    const stay = new Set(left.map((row) => row.version));
    const drop = rows.filter((row) => !stay.has(row.version)).map((row) => row.version);
    return { put: [newest, ...encodeAgain(all, left, before[0]?.version)], drop, keptAt };
  } catch {
    // A content is damaged. The save succeeds and leaves the other rows as they are, except the oldest, which no row needs.
    const oldestFirst = rows.map((row) => row.version).toSorted((a, b) => a - b);
    return {
      put: [newest],
      drop: oldestFirst.slice(0, Math.max(0, rows.length + 1 - policy.maxVersions)),
      keptAt,
    };
  }
}

/** The remaining rows that need another form: the row that was the newest, and rows that have lost their base. */
function encodeAgain(
  all: readonly VersionRow[],
  left: readonly VersionRow[],
  newestBefore: number | undefined,
): VersionRow[] {
  const read = createVersionReader(all);
  return left.flatMap((row, index) => {
    const next = left[index - 1];
    if (!next || (row.version !== newestBefore && hasBase(row, left))) return [];
    return {
      ...row,
      ...encodeContent(read(row.version), { version: next.version, bytes: read(next.version) }),
    };
  });
}

/**
 * While there are too many versions, leaves out the one that leaves the smallest gap for its age. So the recent versions stay dense and the
 * old ones get sparse. Milestones weigh more, and the newest version always stays. Those that are too old are left to the job that
 * deletes them: a save does not ask whether its clock is certain.
 */
function thinOut(rows: readonly VersionRow[], policy: VersionPolicy, now: number): readonly VersionRow[] {
  const left = [...rows];
  while (left.length > policy.maxVersions) left.splice(indexOfLeastMissed(left, now), 1);
  return left;
}

const milestoneWeight = 8;

/** @param rows newest first. @returns an index other than 0 */
function indexOfLeastMissed(rows: readonly VersionRow[], now: number): number {
  // One second more, so that versions of the same moment have different ages.
  const age = (index: number): number => now - (rows[index]?.keptAt ?? now) + 1_000;
  let least = { index: rows.length - 1, weight: Number.POSITIVE_INFINITY };
  for (let index = 1; index < rows.length; index += 1) {
    // The oldest version has no older neighbour: dropping it shortens the whole history.
    const older = index + 1 < rows.length ? age(index + 1) : age(index) * 2;
    const gap = Math.log(older / age(index - 1));
    const weight = gap * (rows[index]?.milestone ? milestoneWeight : 1);
    if (weight < least.weight) least = { index, weight };
  }
  return least.index;
}
