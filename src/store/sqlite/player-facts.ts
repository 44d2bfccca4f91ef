// Facts about players in SQLite. Each player is read by key.
import type { Clock } from '../../lib/clock.ts';
import type { PlayerStore } from '../ports/players.ts';
import { lookups } from '../shared/fair-queue.ts';
import { type PlayerFactsRow, toPlayerFacts, toStoredSuspension } from '../shared/player-facts.ts';
import type { SuspensionRow } from '../shared/suspensions.ts';
import type { Reader } from './reader.ts';

type StoredFacts = PlayerFactsRow & { readonly registeredAt: number };

export function playerFacts(
  reader: Reader,
  clock: Clock,
  sessionTimeout: number,
): Pick<PlayerStore, 'describe' | 'findSuspension'> {
  // An active or expired session that still has its row is the newest.
  const find = reader.db.query<StoredFacts, [number, number]>(
    `SELECT metadata.sequential_id AS sequentialId, player_id AS playerId, registered_at AS registeredAt, version,
       ifnull(octet_length(text), 0) AS metadataBytes, suspended_until AS suspendedUntil,
       ifnull(ifnull(corrected_activity, last_activity) > ?2, 0) AS online,
       coalesce(last_activity, (SELECT max(ended_at) FROM ended_sessions WHERE sequential_id = ?1), last_seen_at) AS lastSeenAt
     FROM metadata JOIN players ON players.sequential_id = ?1
       LEFT JOIN active_sessions ON active_sessions.sequential_id = ?1
     WHERE metadata.sequential_id = ?1`,
  );
  const findSuspension = reader.db.query<SuspensionRow, [number]>(
    'SELECT suspended_until AS suspendedUntil, suspension_reason AS reason FROM metadata WHERE sequential_id = ?1',
  );
  return {
    describe: (sequentialIds) =>
      reader.read(() => {
        const now = clock.now();
        return sequentialIds.flatMap((sequentialId) => {
          const row = find.get(sequentialId, now - sessionTimeout);
          return row ? [toPlayerFacts(row, row.registeredAt, now)] : [];
        });
      }, lookups),
    findSuspension: (sequentialId) =>
      reader.read(() => {
        const row = findSuspension.get(sequentialId);
        return row ? toStoredSuspension(row) : undefined;
      }, sequentialId),
  };
}
