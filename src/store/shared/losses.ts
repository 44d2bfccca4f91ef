// The rules of losses, the same on every engine: which save loses most of a state, what is marked of it, and which marks of a player
// go when there are too many. A save that does not shrink costs the comparison of two lengths.
import { isGameVersion } from '../../lib/game-version.ts';
import { createFinder } from '../../lib/json-find.ts';
import { countMembers, stringValue } from '../../lib/json-places.ts';
import type { Metrics } from '../../lib/metrics.ts';
import { LOSS_LEAST_MEMBERS, LOSSES_PER_PLAYER } from '../../limits.ts';
import { LOSS_DAYS_WITHOUT_HISTORY } from '../../tuning.ts';
import type { Loss, LossFilter, LossPage, LossPosition } from '../ports/losses.ts';
import type { EditOptions } from '../ports/metadata.ts';
import type { StartedSession } from '../ports/sessions.ts';
import { writers } from '../ports/versions.ts';
import type { VersionPolicy } from './versions.ts';

/** The sizes of a state before a save and after it. */
export type Shrinkage = Pick<Loss, 'bytesBefore' | 'bytesAfter' | 'membersBefore' | 'membersAfter'>;

const losesMost = (before: number, after: number): boolean => after * 2 < before;

/** The least bytes of a lost member: a key of two quotes, a colon, a value and a comma. */
const leastMemberBytes = 5;
const leastBytesOfMembers = (Math.floor(LOSS_LEAST_MEMBERS / 2) + 1) * leastMemberBytes;

/**
 * May a save lose most of the bytes of a state? The text of the state is not read. Mirrored by fragments/keeps-half.sql.
 * @param before UTF-8 bytes of the state; null for none
 */
export function losesMostBytes(
  { lossMinBytes }: Pick<VersionPolicy, 'lossMinBytes'>,
  before: number | null,
  text: string | null,
): boolean {
  if (before === null || text === null || lossMinBytes === 0 || before < lossMinBytes) return false;
  // A text has at least as many bytes as characters.
  return losesMost(before, text.length) && losesMost(before, Buffer.byteLength(text));
}

/**
 * The loss of a write that knows both texts: most of the bytes, or most of the members at the top.
 * @returns undefined for a write that loses less, deletes or restores
 */
export function shrinkageOf(
  { lossMinBytes }: Pick<VersionPolicy, 'lossMinBytes'>,
  before: string | null | undefined,
  after: string | null,
  { restored }: EditOptions,
): Shrinkage | undefined {
  if (lossMinBytes === 0 || before == null || after === null || restored !== undefined) return undefined;
  const bytesBefore = Buffer.byteLength(before);
  if (bytesBefore < lossMinBytes) return undefined;
  const bytesAfter = Buffer.byteLength(after);
  if (bytesAfter + leastBytesOfMembers > bytesBefore) return undefined;
  const membersBefore = countMembers(before);
  const membersAfter = countMembers(after);
  const isLost =
    losesMost(bytesBefore, bytesAfter) ||
    (membersBefore >= LOSS_LEAST_MEMBERS && losesMost(membersBefore, membersAfter));
  return isLost ? { bytesBefore, bytesAfter, membersBefore, membersAfter } : undefined;
}

/** The mark of a loss. @param session the one that was active at the save */
export function toLoss(
  shrinkage: Shrinkage,
  written: Pick<Loss, 'sequentialId' | 'version' | 'lostAt'>,
  { by = 'player', audited }: EditOptions,
  session: StartedSession | undefined,
): Loss {
  const started = by === 'player' ? session : undefined;
  const context = started?.context ?? null;
  return {
    ...written,
    ...shrinkage,
    by,
    keyId: audited?.author.keyId ?? null,
    keyName: audited?.author.keyName ?? null,
    sessionId: started?.sessionId ?? null,
    installationId: started?.installationId ?? null,
    context,
    gameVersion: gameVersionIn(context),
    restoredAt: null,
  };
}

const contextVersion = createFinder([['version']]);

/** The version of the game that a context tells: a short text, or a number as it is written. */
function gameVersionIn(context: string | null): string | null {
  const found = context === null ? undefined : contextVersion(context)[0];
  if (found === undefined) return null;
  const version = found.startsWith('"') ? stringValue(found) : found;
  const isName = found.startsWith('"') || /^[-\d]/.test(found);
  return isName && isGameVersion(version) ? version : null;
}

/** The marks of a player that go with a new one. @param losses newest first */
export const surplusOf = (losses: readonly Pick<Loss, 'version'>[]): readonly number[] =>
  losses.slice(LOSSES_PER_PLAYER - 1).map(({ version }) => version);

/** The position from which a list begins: before all losses, or before `to`. */
export function startOfLosses({ to }: LossFilter, after: LossPosition | undefined): LossPosition {
  const newest = {
    lostAt: to ?? Number.MAX_SAFE_INTEGER,
    sequentialId: to === undefined ? Number.MAX_SAFE_INTEGER : 0,
    version: to === undefined ? Number.MAX_SAFE_INTEGER : 0,
  };
  return after && after.lostAt < newest.lostAt ? after : newest;
}

/**
 * A page of losses.
 * @param rows the losses that match, one more than `limit` where there are so many.
 * @param lastLookedAt where the page ends if it has no more than `limit` rows; undefined when it looked at all losses.
 */
export function toLossPage(
  rows: readonly Loss[],
  limit: number,
  lastLookedAt: LossPosition | undefined,
): LossPage {
  const losses = rows.slice(0, limit);
  const last = losses.at(-1);
  const next = rows.length > limit && last ? positionOf(last) : lastLookedAt;
  return { losses, next };
}

const positionOf = ({ lostAt, sequentialId, version }: Loss): LossPosition => ({
  lostAt,
  sequentialId,
  version,
});

/** Counts losses by the kind of their writer, once they are marked. */
export function lossCounter(metrics: Metrics): (loss: Loss) => void {
  const counters = new Map(writers.map((by) => [by, metrics.counter(family, { writer: by })]));
  return ({ by }) => {
    const counter = counters.get(by);
    if (counter) counter.value += 1;
  };
}

const family = {
  name: 'playkeep_metadata_losses_total',
  help: 'Saves that dropped most of a player’s metadata, by the kind of the writer.',
} as const;

/** Marks from before this time are to be deleted: they stay for as long as kept versions. */
export const lossesStart = (now: number, { days }: Pick<VersionPolicy, 'days'>): number =>
  now - (days === 0 ? LOSS_DAYS_WITHOUT_HISTORY : days) * 24 * 3_600 * 1_000;
