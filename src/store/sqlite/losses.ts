// Losses of metadata in SQLite. A loss is marked within the transaction of its save.
import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { LOSSES_PAGE_MAX_LOOKED_AT } from '../../tuning.ts';
import type { Loss, LossPosition, LossStore, VersionLosses } from '../ports/losses.ts';
import type { EditOptions } from '../ports/metadata.ts';
import { metadataLosses } from '../ports/rows/losses.ts';
import { type Shrinkage, startOfLosses, surplusOf, toLoss, toLossPage } from '../shared/losses.ts';
import type { Reader } from './reader.ts';
import { insertionOf, selectionOf } from './rows.ts';
import { findStartsOn } from './session-facts.ts';

const columns = selectionOf(metadataLosses);

/** Inserts a loss that is missing. @returns whether it was */
export function putLossOn(db: Database): (loss: Loss) => boolean {
  const insertion = insertionOf<typeof metadataLosses, Loss>(metadataLosses);
  const put = db.query<object, SQLQueryBindings[]>(
    `INSERT OR IGNORE INTO metadata_losses (${insertion.columns}) VALUES (${insertion.values})`,
  );
  return (loss) => put.run(...insertion.bind(loss)).changes > 0;
}

/** The losses of the writer's transaction. */
export interface LossMarks {
  /** Marks the loss of a save. @param activeSessionId the session that is active at the save */
  mark(
    shrinkage: Shrinkage,
    written: Pick<Loss, 'sequentialId' | 'version' | 'lostAt'>,
    options: EditOptions,
    activeSessionId: string | null,
  ): void;
  /** Ends the losses after a version that is restored. */
  end(sequentialId: number, restored: number, now: number): void;
}

const selectOfPlayer = `SELECT ${columns} FROM metadata_losses WHERE sequential_id = ?1 ORDER BY version DESC`;

export function lossMarks(db: Database, countLoss: (loss: Loss) => void): LossMarks {
  const listOfPlayer = db.query<Loss, [number]>(selectOfPlayer);
  const findStarts = findStartsOn(db);
  const put = putLossOn(db);
  const drop = db.query<object, [number, number]>(
    'DELETE FROM metadata_losses WHERE sequential_id = ?1 AND version = ?2',
  );
  const end = db.query<object, [number, number, number]>(
    `UPDATE metadata_losses SET restored_at = ?3
     WHERE sequential_id = ?1 AND version > ?2 AND restored_at IS NULL`,
  );
  return {
    mark(shrinkage, written, options, activeSessionId) {
      const { sequentialId } = written;
      for (const version of surplusOf(listOfPlayer.all(sequentialId))) drop.run(sequentialId, version);
      const [session] = findStarts(sequentialId, activeSessionId === null ? [] : [activeSessionId]);
      const loss = toLoss(shrinkage, written, options, session);
      put(loss);
      countLoss(loss);
    },
    end: (sequentialId, restored, now) => void end.run(sequentialId, restored, now),
  };
}

type PageBindings = [
  lostAt: number,
  sequentialId: number,
  version: number,
  from: number,
  gameVersion: string | null,
];

export function lossStore(reader: Reader): LossStore {
  const { db } = reader;
  /** The losses that a page looks at: those of a version of the game, or all, from a position on, newest first. */
  const lookedAt = (ofVersion: boolean) => `SELECT * FROM metadata_losses
    WHERE (lost_at, sequential_id, version) < (?1, ?2, ?3) AND lost_at >= ?4 AND ${ofVersion ? 'game_version = ?5' : '?5 IS NULL'}
    ORDER BY lost_at DESC, sequential_id DESC, version DESC LIMIT ${LOSSES_PAGE_MAX_LOOKED_AT}`;
  const prepareList = (ofVersion: boolean) => ({
    find: db.query<Loss, [...PageBindings, string | null, number | null, number]>(
      `SELECT ${columns} FROM (${lookedAt(ofVersion)}) AS metadata_losses
       WHERE (?6 IS NULL OR written_by = ?6) AND (?7 IS NULL OR (restored_at IS NOT NULL) = ?7) LIMIT ?8`,
    ),
    findLast: db.query<LossPosition, PageBindings>(
      `SELECT lost_at AS lostAt, sequential_id AS sequentialId, version FROM (${lookedAt(ofVersion)})
       LIMIT 1 OFFSET ${LOSSES_PAGE_MAX_LOOKED_AT - 1}`,
    ),
  });
  const all = prepareList(false);
  const ofVersion = prepareList(true);
  const listOfPlayer = db.query<Loss, [number]>(selectOfPlayer);
  const count = db.query<VersionLosses, [number]>(
    `SELECT game_version AS gameVersion, count(*) AS losses, sum(restored_at IS NULL) AS "open", max(lost_at) AS lastLostAt
     FROM (SELECT game_version, restored_at, lost_at FROM metadata_losses
       ORDER BY lost_at DESC, sequential_id DESC, version DESC LIMIT ${LOSSES_PAGE_MAX_LOOKED_AT})
     GROUP BY game_version ORDER BY count(*) DESC, max(lost_at) DESC LIMIT ?1`,
  );

  return {
    list(filter, limit, after) {
      const { gameVersion = null, by = null, isRestored, from = 0 } = filter;
      const { lostAt, sequentialId, version } = startOfLosses(filter, after);
      const restored = isRestored === undefined ? null : Number(isRestored);
      const { find, findLast } = gameVersion === null ? all : ofVersion;
      const start: PageBindings = [lostAt, sequentialId, version, from, gameVersion];
      return reader.read(() => {
        const rows = find.all(...start, by, restored, limit + 1);
        const last = rows.length > limit ? null : findLast.get(...start);
        return toLossPage(rows, limit, last ?? undefined);
      });
    },
    listOfPlayer: (sequentialId) => reader.read(() => listOfPlayer.all(sequentialId), sequentialId),
    countByGameVersion: (limit) => reader.read(() => count.all(limit)),
  };
}
