// Makes a player of the source one of the store, by the map: the player id, the document, the sessions and the times. Each part that
// cannot be taken is told with its reason, and a player without a right id or document is refused as a whole.
import { createHash } from 'node:crypto';
import { isPlayerId } from '../lib/player-id.ts';
import { SESSION_CONTEXT_MAX_BYTES, SESSION_HISTORY_MAX_ROWS } from '../limits.ts';
import { time } from '../store/ports/rows/table.ts';
import { objectTextProblem } from '../store/shared/stored-texts.ts';
import { CLOCK_SKEW_MILLISECONDS } from '../tuning.ts';
import { buildDocument, type PlacedValue } from './document.ts';
import type { ReadyMap } from './read-map.ts';
import { isRounded, isRoundedId } from './rounded-id.ts';
import type { SourcePlayer, SourceSession } from './source.ts';

/** A player as the import stores one. */
export interface MappedPlayer {
  readonly at: string;
  readonly playerId: string;
  /** Null where the map takes no value. */
  readonly text: string | null;
  readonly registeredAt: number | undefined;
  /** Undefined where the source does not say. */
  readonly isSuspended: boolean | undefined;
  readonly sessions: readonly SourceSession[];
  /** Names what the source has, whatever of it is refused at the time: 128 bits in hexadecimal. */
  readonly digest: string;
}

export interface Mapped {
  /** Undefined for a player who is refused. */
  readonly player: MappedPlayer | undefined;
  readonly playerId: string | undefined;
  /** Reasons: why the player is refused, or parts are. */
  readonly problems: readonly string[];
  /** The values that the map takes, each with the access that the source and the map give it. */
  readonly placed: readonly AccessedValue[];
  /** Values that a rule leaves out, and those that no rule names. */
  readonly leftOutByRule: number;
  readonly leftOutWithoutRule: number;
}

export interface AccessedValue extends PlacedValue {
  readonly read: 'server' | 'owner' | 'any';
  readonly write: 'server' | 'owner';
}

export interface MapOptions {
  readonly map: ReadyMap;
  readonly maxBytes: number;
  readonly now: number;
}

export function mapPlayer(source: SourcePlayer, { map, maxBytes, now }: MapOptions): Mapped {
  const { placed, leftOutByRule, leftOutWithoutRule } = placeValues(source, map);
  const playerId = map.playerIdOf(source.ids);
  const refuse = (problem: string): Mapped => ({
    ...{ player: undefined, playerId, problems: [problem], placed: [], leftOutByRule, leftOutWithoutRule },
  });
  if (playerId === undefined) return refuse('has none of the ids that the map asks for');
  if (Object.values(source.ids).some((ids) => ids.some(isRounded))) return refuse(isRoundedId);
  if (!isPlayerId(playerId))
    return refuse('has an id that is no player id: 1 to 255 characters, none a control character');
  const built = buildDocument(placed, maxBytes);
  if ('problem' in built) return refuse(built.problem);
  const { registeredAt, sessions: given = [] } = source;
  const { sessions, problems } = checkSessions(given, now);
  const isTime =
    registeredAt === undefined || (time.safeParse(registeredAt).success && isPast(registeredAt, now));
  if (!isTime)
    problems.push(
      registeredAt < 0
        ? 'has a registration time before 1970'
        : 'has a registration time that is no time of the past',
    );
  const facts = { playerId, text: built.text, isSuspended: source.isSuspended };
  const player = {
    ...{ at: source.at, ...facts, registeredAt: isTime ? registeredAt : undefined, sessions },
    // A digest of what came in would change by the clock alone, and replace what the player has saved since.
    digest: digestOf({ ...facts, registeredAt, sessions: given }),
  };
  return { player, playerId, problems, placed, leftOutByRule, leftOutWithoutRule };
}

function placeValues({ values }: SourcePlayer, map: ReadyMap) {
  const placed: AccessedValue[] = [];
  let leftOutByRule = 0;
  let leftOutWithoutRule = 0;
  for (const { path, text, read = 'any', write = 'owner' } of values) {
    const placement = map.placeOf(path);
    if (placement === undefined) leftOutWithoutRule += 1;
    else if (placement === 'left-out') leftOutByRule += 1;
    else
      placed.push({
        ...{ from: path, to: placement.to, text },
        ...{ read: placement.read ?? read, write: placement.write ?? write },
      });
  }
  return { placed, leftOutByRule, leftOutWithoutRule };
}

/** The sessions that can be taken: the newest, where there are more than a player may have. */
function checkSessions(
  given: readonly SourceSession[],
  now: number,
): { readonly sessions: readonly SourceSession[]; readonly problems: string[] } {
  const problems: string[] = [];
  const right = given.filter((session, index) => {
    const problem = sessionProblem(session, now);
    if (problem !== undefined) problems.push(`session ${index + 1} ${problem}`);
    return problem === undefined;
  });
  const surplus = right.length - SESSION_HISTORY_MAX_ROWS;
  if (surplus <= 0) return { sessions: right, problems };
  problems.push(`has more than ${SESSION_HISTORY_MAX_ROWS} sessions; the ${surplus} oldest are left out`);
  const newest = right.toSorted((a, b) => b.endedAt - a.endedAt).slice(0, SESSION_HISTORY_MAX_ROWS);
  return { sessions: newest, problems };
}

/** The clock of the source may be a little ahead of this one. */
const isPast = (at: number, now: number): boolean => at <= now + CLOCK_SKEW_MILLISECONDS;

function sessionProblem({ startedAt, endedAt, context }: SourceSession, now: number): string | undefined {
  if (Math.min(startedAt, endedAt) < 0) return 'has a time before 1970';
  if (![startedAt, endedAt].every((at) => time.safeParse(at).success)) return 'has a time that is none';
  if (endedAt < startedAt) return 'ends before it starts';
  if (!isPast(endedAt, now)) return 'ends in the future';
  const problem = context === null ? undefined : objectTextProblem(context, SESSION_CONTEXT_MAX_BYTES);
  return problem && `has a context that ${problem}`;
}

function digestOf({
  playerId,
  text,
  registeredAt,
  isSuspended,
  sessions,
}: Omit<MappedPlayer, 'at' | 'digest'>) {
  const hash = createHash('sha256')
    .update(playerId)
    .update('\0')
    .update(text ?? '');
  hash.update(`\0${registeredAt ?? ''} ${isSuspended}`);
  for (const { startedAt, endedAt, context } of sessions)
    hash.update(`\0${startedAt} ${endedAt} ${context ?? ''}`);
  return hash.digest('hex').slice(0, 32);
}
