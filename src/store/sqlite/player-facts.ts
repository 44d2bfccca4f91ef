// Facts about players in SQLite. Each player is read by key.
import type { Clock } from '../../lib/clock.ts';
import type { PlayerStore } from '../ports/players.ts';
import { players, shownNames } from '../ports/rows/players.ts';
import { lookups } from '../shared/fair-queue.ts';
import { labelType } from '../shared/indexes.ts';
import { createLabelFacts, declarationFrom } from '../shared/labels.ts';
import { type PlayerFactsRow, toPlayerFacts, toStoredSuspension } from '../shared/player-facts.ts';
import type { SuspensionRow } from '../shared/suspensions.ts';
import { findSuspension, hasActivityAfter } from './expressions.ts';
import type { Reader } from './reader.ts';
import { selectionOf } from './rows.ts';

export function playerFacts(
  reader: Reader,
  clock: Clock,
  sessionTimeout: number,
): Pick<PlayerStore, 'describe' | 'findSuspension'> {
  // An active or expired session that still has its row is the newest.
  const find = reader.db.query<PlayerFactsRow & { readonly label: string | null }, [number, number]>(
    `SELECT ${selectionOf(players, shownNames)}, label, version, ifnull(octet_length(text), 0) AS metadataBytes,
       ifnull(${hasActivityAfter('?2')}, 0) AS online,
       coalesce(last_activity, (SELECT max(ended_at) FROM ended_sessions WHERE sequential_id = ?1), last_seen_at) AS lastSeenAt
     FROM metadata JOIN players ON players.sequential_id = ?1
       LEFT JOIN active_sessions ON active_sessions.sequential_id = ?1
     WHERE metadata.sequential_id = ?1`,
  );
  const findLabels = reader.db.query<{ pointer: string }, [string]>(
    'SELECT pointer FROM metadata_indexes WHERE type = ?1 ORDER BY index_id DESC LIMIT 1',
  );
  const findStored = reader.db.query<SuspensionRow, [number]>(findSuspension);
  return {
    describe: (sequentialIds) =>
      reader.read(() => {
        const now = clock.now();
        const labels = findLabels.get(labelType);
        const labelFacts = labels ? createLabelFacts(declarationFrom(labels.pointer)) : undefined;
        return sequentialIds.flatMap((sequentialId) => {
          const row = find.get(sequentialId, now - sessionTimeout);
          if (!row) return [];
          const { label, ...facts } = row;
          return [{ ...toPlayerFacts(facts, now), ...labelFacts?.(label) }];
        });
      }, lookups),
    findSuspension: (sequentialId) =>
      reader.read(() => {
        const row = findStored.get(sequentialId);
        return row ? toStoredSuspension(row) : undefined;
      }, sequentialId),
  };
}
