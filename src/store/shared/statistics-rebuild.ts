// A rebuild: the sums are made anew from the sessions that are kept, in the zone of the settings. Days on which a session may be
// missing, since old history was deleted, stay as they were counted. First the days of all players are reset, player by player,
// and their sessions marked; then these are counted again like any other.
import { decodeNumbers } from '../../lib/number-list.ts';
import { createTimeZone, isTimeZone, type TimeZone } from '../../lib/time-zone.ts';
import type { SumsRow } from '../ports/statistics.ts';
import { completeBackfill } from './statistics-backfill.ts';
import { daysBefore, decodeDays, encodeDays } from './statistics-days.ts';
import { encodePart } from './statistics-parts.ts';
import { commit, type Pass } from './statistics-pass-state.ts';
import { countReset } from './statistics-periods.ts';
import { type Floor, noFloor } from './statistics-sessions.ts';
import { addSums, addToList, newSums, rowOf } from './statistics-sums.ts';

const dayMilliseconds = 86_400_000;

/**
 * Deletes the sums that are made anew, and notes that all players are to be reset. The parts are merged, and the backfill is
 * complete.
 */
export async function beginRebuild(pass: Pass): Promise<void> {
  const { droppedBefore } = pass.state;
  const floor = droppedBefore === null ? undefined : await floorAfter(pass, droppedBefore);
  await commit(pass, {
    deletesFrom: floor ?? noFloor,
    sums: [rowOf(completeBackfill(), 'backfill', 0), ...(floor ? [floorRow(floor, pass.rules.zone)] : [])],
    state: {
      zone: pass.settings.zone,
      asOf: null,
      published: null,
      resetPosition: 0,
      floorDay: floor?.day ?? null,
      floorUtcDay: floor?.utcDay ?? null,
      ...{ counted: 0, total: 0, importing: 0 },
    },
  });
}

/**
 * The first days of which every session is kept. They begin where the days of the previous time zone end.
 * @param time before which sessions that ended may be missing
 */
async function floorAfter(pass: Pass, time: number): Promise<Floor> {
  const name = pass.state.zone;
  const { dayOf, startOf } = name !== null && isTimeZone(name) ? createTimeZone(name) : pass.rules.zone;
  const last = await findFloor(pass, startOf);
  // A rebuild that was interrupted has not counted all sessions again, so the next one begins where it began.
  if (last.at >= time) return last;
  const day = Math.max(dayOf(time - 1) + 1, last.day);
  return {
    day,
    utcDay: Math.ceil(time / dayMilliseconds),
    at: day === last.day ? last.at : Math.max(startOf(day), last.at),
  };
}

/** A floor is stored as its day and the distance from the beginning of that day, which keeps the number small. */
function floorRow({ day, at }: Floor, { startOf }: TimeZone): SumsRow {
  const sums = newSums();
  addToList(sums, 'floor', day, 0, at - startOf(day));
  return rowOf(sums, 'floor', day);
}

/** The floor of the last rebuild. @param startOf of the zone in which the sums are */
export async function findFloor(
  { connection, state: { floorDay, floorUtcDay } }: Pick<Pass, 'connection' | 'state'>,
  startOf: TimeZone['startOf'],
): Promise<Floor> {
  if (floorDay === null) return noFloor;
  const [row] = await connection.findSums([{ kind: 'floor', day: floorDay }]);
  const distance = decodeNumbers(row?.text ?? '').get(0) ?? 0;
  return { day: floorDay, utcDay: floorUtcDay ?? noFloor.utcDay, at: startOf(floorDay) + distance };
}

/** Resets the players of whom a rebuild has not reset the days, if there is one. */
export async function resetPlayers(pass: Pass): Promise<void> {
  const { connection, stepRows } = pass;
  while (pass.state.resetPosition !== null && !pass.signal.aborted) {
    const after = pass.state.resetPosition;
    const players = await connection.listPlayers(after, stepRows);
    const lastPlayer = players.length < stepRows ? undefined : players.at(-1)?.[0];
    const lastSession = await connection.findSessionAt(after, stepRows);
    const ends = [lastPlayer, lastSession].filter((id) => id !== undefined);
    const upTo = ends.length === 0 ? Number.MAX_SAFE_INTEGER : Math.min(...ends);
    const floor = pass.state.floorDay ?? noFloor.day;
    const sums = newSums();
    const changed: [number, string | null][] = [];
    for (const [sequentialId, text] of players) {
      if (sequentialId > upTo) break;
      const before = decodeDays(text);
      const kept = daysBefore(before, floor);
      if (encodeDays(kept) === text) continue;
      changed.push([sequentialId, kept.length === 0 ? null : encodeDays(kept)]);
      if (floor !== noFloor.day) countReset(sums, before, kept, floor);
    }
    const hasSums = sums.byKind.size > 0;
    await commit(pass, {
      players: changed,
      recounts: { after, upTo },
      part: hasSums ? encodePart(sums) : undefined,
      state: { resetPosition: ends.length === 0 ? null : upTo },
    });
    if (!hasSums) continue;
    addSums(pass.parts, sums);
    pass.partCount += 1;
  }
}
