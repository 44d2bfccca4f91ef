// Players in SQLite: names ↔ sequential ids, and the digests of erased names.
import type { Database } from 'bun:sqlite';
import { hash } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { PlayerStore } from '../ports/players.ts';
import { deletedTables } from '../ports/rows/of-players.ts';
import { toAuditRow } from '../shared/audit.ts';
import type { ChangeNotices } from '../shared/change-notices.ts';
import { erased, registered } from '../shared/events.ts';
import { backgroundJobs } from '../shared/fair-queue.ts';
import type { InsertAudit } from './audit.ts';
import type { EndSession } from './end-session.ts';
import type { IndexEntries } from './index-entries.ts';
import { playerFacts } from './player-facts.ts';
import type { Reader } from './reader.ts';
import type { Tell } from './tell.ts';
import type { Writer } from './writer.ts';

export const digest = (playerId: string): Uint8Array => hash('sha256', playerId, 'buffer');

export interface PlayerStoreOptions {
  readonly db: Database;
  readonly endSession: EndSession;
  readonly writer: Writer;
  readonly reader: Reader;
  readonly clock: Clock;
  readonly sessionTimeout: number;
  readonly insertAudit: InsertAudit;
  readonly entries: Pick<IndexEntries, 'forget'>;
  readonly notices: ChangeNotices;
  readonly tell: Tell;
}

export function playerStore(options: PlayerStoreOptions): PlayerStore {
  const { db, endSession, writer, reader, insertAudit, entries, notices, tell } = options;
  const lookUp = lookUpOn(db);
  const lookUpCommitted = lookUpOn(reader.db);
  const findCommittedName = reader.db.query<{ playerId: string }, [number]>(
    'SELECT player_id AS playerId FROM players WHERE sequential_id = ?1',
  );
  const insert = db.prepare<object, [string, number]>(
    'INSERT INTO players (player_id, registered_at) VALUES (?1, ?2)',
  );
  const insertMetadata = db.prepare<object, [number]>(
    'INSERT INTO metadata (sequential_id, text, version) VALUES (?1, NULL, 0)',
  );
  const lower = db.query<object, [number, number, string]>(
    'UPDATE players SET registered_at = ?1 WHERE sequential_id = ?2 AND player_id = ?3 AND registered_at > ?1',
  );
  const insertErased = db.prepare<object, [Uint8Array, number]>(
    'INSERT OR IGNORE INTO erased_players (player_digest, erased_at) VALUES (?1, ?2)',
  );
  const deleteErased = db.prepare<object, [Uint8Array]>(
    'DELETE FROM erased_players WHERE player_digest = ?1',
  );
  const findName = db.query<{ playerId: string }, [number]>(
    'SELECT player_id AS playerId FROM players WHERE sequential_id = ?1',
  );
  const findFoldedName = db.query<{ foldedName: string | null }, [number]>(
    'SELECT folded_name AS foldedName FROM metadata WHERE sequential_id = ?1',
  );
  const deletions = [...deletedTables, 'players'].map((table) =>
    db.query<object, [number]>(`DELETE FROM ${table} WHERE sequential_id = ?1`),
  );
  // A context may identify the player, and an installation another account of the same person. The times of sessions stay, under an id that no player has any more.
  const forgetStartFacts = db.query<object, [number]>(
    `UPDATE ended_sessions SET context = NULL, installation_id = NULL
     WHERE sequential_id = ?1 AND (context IS NOT NULL OR installation_id IS NOT NULL)`,
  );

  function insertPlayer(playerId: string, now: number): number {
    const sequentialId = Number(insert.run(playerId, now).lastInsertRowid);
    insertMetadata.run(sequentialId);
    return sequentialId;
  }

  const find = async (playerId: string) => reader.read(() => lookUpCommitted(playerId));
  const register: PlayerStore['register'] = (playerId, { revive = false, audited } = {}) =>
    writer.write((now) => {
      const found = lookUp(playerId);
      if (typeof found === 'number') return found;
      if (found === 'erased') {
        if (!revive) return 'erased';
        deleteErased.run(digest(playerId));
      }
      const sequentialId = insertPlayer(playerId, now);
      if (tell.players) tell.event(sequentialId, registered, now);
      if (audited) insertAudit(toAuditRow(audited, sequentialId), now);
      return sequentialId;
    });

  return {
    find,
    findToAct: find,
    findOrRegister: async (playerId) => (await find(playerId)) ?? register(playerId),
    listSequentialIds: (playerIds) =>
      reader.read(() =>
        playerIds.map((playerId) => {
          const found = lookUpCommitted(playerId);
          return typeof found === 'number' ? found : undefined;
        }),
      ),
    listNames: (sequentialIds) =>
      reader.read(() => {
        const rows = sequentialIds.map((id) => [id, findCommittedName.get(id)?.playerId] as const);
        return new Map(rows.filter((row): row is [number, string] => row[1] !== undefined));
      }),
    ...playerFacts(reader, options.clock, options.sessionTimeout),
    register,
    lowerRegistration: (playerId, sequentialId, registeredAt) =>
      writer.write(() => void lower.run(registeredAt, sequentialId, playerId)),
    erase: (player, options) =>
      writer.write((now) => {
        const playerId = typeof player === 'string' ? player : findName.get(player)?.playerId;
        const found = playerId === undefined ? undefined : lookUp(playerId);
        if (playerId === undefined || typeof found !== 'number') return false;
        endSession(found, 'erased', now);
        forgetStartFacts.run(found);
        entries.forget(found, findFoldedName.get(found)?.foldedName ?? null);
        for (const deletion of deletions) deletion.run(found);
        insertErased.run(digest(playerId), now);
        if (tell.players) tell.event(found, erased, now);
        tell.erasure(found);
        if (options?.audited) insertAudit(toAuditRow(options.audited, found), now);
        notices.tell(found);
        return true;
      }, backgroundJobs),
  };
}

function lookUpOn(db: Database): (playerId: string) => number | 'erased' | undefined {
  const find = db.query<{ id: number }, [string]>(
    'SELECT sequential_id AS id FROM players WHERE player_id = ?1',
  );
  const findErased = db.query<object, [Uint8Array]>('SELECT 1 FROM erased_players WHERE player_digest = ?1');
  return (playerId) => find.get(playerId)?.id ?? (findErased.get(digest(playerId)) ? 'erased' : undefined);
}
