// The shape of a player in answers.
import { toTimestamp } from '../lib/clock.ts';
import { entityTag } from '../lib/entity-tag.ts';
import type { PlayerFacts } from '../store/ports/players.ts';
import type { PlayerShape } from '../wire-players.ts';

export const toPlayer = (facts: PlayerFacts): PlayerShape => ({
  playerId: facts.playerId,
  sequentialId: facts.sequentialId,
  registeredAt: toTimestamp(facts.registeredAt),
  lastSeenAt: facts.lastSeenAt === null ? null : toTimestamp(facts.lastSeenAt),
  online: facts.online,
  metadataBytes: facts.metadataBytes,
  etag: entityTag(facts.sequentialId, facts.version),
  suspendedUntil:
    typeof facts.suspendedUntil === 'number' ? toTimestamp(facts.suspendedUntil) : facts.suspendedUntil,
});
