// The import of players into PostgreSQL, each with metadata and index entries. A player who was erased since the export is left out.
import { OtherPlayers } from '../ports/errors.ts';
import { players as playersTable } from '../ports/rows/players.ts';
import { namesOf } from '../ports/rows/table.ts';
import type { PlayerRecord } from '../ports/transfer.ts';
import { registered } from '../shared/events.ts';
import type { IndexSet } from '../shared/indexes.ts';
import type { Queries } from './executor.ts';
import { entryColumns } from './index-entries.ts';
import { readIndexSet } from './index-lease.ts';
import { lockDeclarationsShared } from './indexes.ts';
import { arraysOf } from './rows.ts';
import {
  countImported,
  findImportedErased,
  importMetadata,
  importNames,
  mendIndexEntries,
} from './sql/statements.ts';
import type { Tell } from './tell.ts';

const toArrays = arraysOf(namesOf(playersTable));

/** The events that an import tells, and their time: that of a test, or null. */
export interface ImportContext {
  readonly tell: Tell;
  readonly now: number | null;
}

/** The number of inserted records, and the number of records that the database now has: inserted and equal ones. */
export interface ImportStep {
  readonly added: number;
  readonly there: number;
}

export async function importPlayers(
  queries: Queries,
  records: readonly PlayerRecord[],
  { tell, now }: ImportContext,
): Promise<ImportStep> {
  if (records.length === 0) return { added: 0, there: 0 };
  const players = await leaveOutErased(queries, records);
  if (players.length === 0) return { added: 0, there: 0 };
  const arrays = toArrays(players);
  await queries.run(importNames, arrays);
  await lockDeclarationsShared(queries);
  const indexes = await readIndexSet(queries);
  const entries = entryColumns(indexes, arrays.metadataText);
  const added = await queries.run(importMetadata, { ...arrays, ...entries });
  if (tell.players)
    await tell.events(
      queries,
      added.map(({ sequentialId }) => ({ sequentialId, ...registered })),
      now,
    );
  if (indexes.labelOf) await putLabels(queries, players, added, indexes);
  // Now the database has each player under this name and id, or another player has one of them.
  const { sequentialId: ids, playerId: names, metadataVersion: versions, metadataText: texts } = arrays;
  const [imported] = await queries.run(countImported, { ids, names, versions, texts });
  if (imported?.count === players.length) return { added: added.length, there: imported.same };
  throw new OtherPlayers(
    `the database has other players under the names or numbers from ${players[0]?.sequentialId} on; import into an empty one`,
  );
}

/** Gives the players that were added their labels, as the job does that mends entries. */
async function putLabels(
  queries: Queries,
  players: readonly PlayerRecord[],
  added: readonly { readonly sequentialId: number }[],
  indexes: IndexSet,
): Promise<void> {
  const ids = new Set(added.map(({ sequentialId }) => sequentialId));
  const rows = players.filter((row) => ids.has(row.sequentialId) && row.metadataVersion > 0);
  if (rows.length === 0) return;
  await queries.run(mendIndexEntries, {
    ids: rows.map((row) => row.sequentialId),
    versions: rows.map((row) => row.metadataVersion),
    ...entryColumns(
      indexes,
      rows.map((row) => row.metadataText),
    ),
  });
}

async function leaveOutErased(
  queries: Queries,
  players: readonly PlayerRecord[],
): Promise<readonly PlayerRecord[]> {
  const erased = await queries.run(findImportedErased, {
    names: players.map((row) => row.playerId),
    registeredAts: players.map((row) => row.registeredAt),
  });
  const names = new Set(erased.map((row) => row.name));
  return players.filter((row) => !names.has(row.playerId));
}
