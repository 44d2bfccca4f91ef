// The shape of a player in answers.
import type { Server } from '../auth/principals.ts';
import { toTimestamp } from '../lib/clock.ts';
import { entityTag } from '../lib/entity-tag.ts';
import type { PlayerFacts } from '../store/ports/players.ts';
import type { Suspension } from '../store/ports/suspensions.ts';
import type { PlayerShape, PlayerWithReasonShape } from '../wire/players.ts';

export function toPlayer(facts: PlayerFacts): PlayerShape {
  const { playerId, sequentialId, registeredAt, lastSeenAt, online, metadataBytes, ...others } = facts;
  const { version, suspendedUntil, ...shown } = others;
  return {
    playerId,
    sequentialId,
    registeredAt: toTimestamp(registeredAt),
    lastSeenAt: lastSeenAt === null ? null : toTimestamp(lastSeenAt),
    online,
    metadataBytes,
    etag: entityTag(sequentialId, version),
    suspendedUntil: typeof suspendedUntil === 'number' ? toTimestamp(suspendedUntil) : suspendedUntil,
    // Further columns of the description are shown as they are.
    ...shown,
  };
}

/**
 * The player whom a write answers. The name and the columns are of the metadata, so they are for keys that may read players.
 */
export function toWrittenPlayer(
  { name, columns, ...facts }: PlayerFacts,
  { scopes }: Pick<Server, 'scopes'>,
): PlayerShape {
  if (!scopes.includes('players:read')) return toPlayer(facts);
  return toPlayer({ ...facts, ...(name !== undefined && { name }), ...(columns && { columns }) });
}

/** The player with the reason of the suspension, for callers who may read players. */
export const toPlayerWithReason = (
  facts: PlayerFacts,
  suspension: Suspension | undefined,
): PlayerWithReasonShape => ({
  // The end and the reason are those of one suspension, also where another one began meanwhile.
  ...toPlayer({ ...facts, suspendedUntil: suspension?.until ?? null }),
  ...(typeof suspension?.reason === 'string' && { suspensionReason: suspension.reason }),
});
