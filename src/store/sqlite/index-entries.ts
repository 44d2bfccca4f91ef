// The entries of indexes in SQLite, the index of names, and the list of declared indexes. The list is read within the transaction of each write, if
// another connection has changed the file since. So every write knows every index that was declared before it.
import type { Database } from 'bun:sqlite';
import { type IndexSet, noIndexes, type StoredDeclaration, toIndexSet } from '../shared/indexes.ts';
import { gramsText } from './name-grams.ts';

export interface IndexEntries {
  /** Brings the list up to date, at the beginning of a transaction that writes. */
  refresh(): void;
  /** The transaction has changed the list. */
  reload(): void;
  /** The indexes that a write keeps up. */
  readonly set: IndexSet;
  /** Makes the entries of a player equal to a text, within the transaction that writes it. */
  put(sequentialId: number, text: string | null): void;
  /** The same for a player who has an entry for each index of the set. It takes half the time. */
  update(sequentialId: number, text: string | null): void;
  /** Puts a folded name in the place of another one, in the index of names. Null is for none. */
  rename(sequentialId: number, before: string | null, after: string | null): void;
  /** Takes a folded name out of that index for good. */
  forget(sequentialId: number, foldedName: string | null): void;
}

/** The writes of the full-text index of names. */
function namesOn(db: Database): Pick<IndexEntries, 'rename' | 'forget'> {
  const insertGrams = db.query<object, [number, string]>(
    'INSERT INTO name_grams (rowid, grams) VALUES (?1, ?2)',
  );
  // The index has no text of its own, so it is told what to forget.
  const deleteGrams = db.query<object, [number, string]>(
    "INSERT INTO name_grams (name_grams, rowid, grams) VALUES ('delete', ?1, ?2)",
  );
  // Otherwise the words of a name stay, marked as deleted, until parts of the index are merged. It takes milliseconds for a name, so it
  // is for erasures alone.
  const setSecureDelete = db.query<object, [number]>(
    "INSERT INTO name_grams (name_grams, rank) VALUES ('secure-delete', ?1)",
  );
  return {
    rename(sequentialId, before, after) {
      if (before === after) return;
      if (before !== null) deleteGrams.run(sequentialId, gramsText(before));
      if (after !== null) insertGrams.run(sequentialId, gramsText(after));
    },
    forget(sequentialId, foldedName) {
      if (foldedName === null) return;
      setSecureDelete.run(1);
      deleteGrams.run(sequentialId, gramsText(foldedName));
      setSecureDelete.run(0);
    },
  };
}

export function createIndexEntries(db: Database): IndexEntries {
  const readVersion = db.query<{ data_version: number }, []>('PRAGMA data_version');
  const listSet = db.query<StoredDeclaration, []>(
    'SELECT index_id AS indexId, pointer, type FROM metadata_indexes ORDER BY index_id',
  );
  const putEntry = db.query<object, [number, number, Uint8Array | null]>(
    `INSERT INTO metadata_index_entries (sequential_id, index_id, value) VALUES (?1, ?2, ?3)
     ON CONFLICT (sequential_id, index_id) DO UPDATE SET value = excluded.value WHERE value IS NOT excluded.value`,
  );
  const updateEntry = db.query<object, [number, number, Uint8Array | null]>(
    `UPDATE metadata_index_entries SET value = ?3 WHERE sequential_id = ?1 AND index_id = ?2 AND value IS NOT ?3`,
  );
  let set = noIndexes;
  /** The file as it was when the list was read. Undefined if this connection has changed the list: that change may be undone. */
  let readAs: number | undefined;

  return {
    get set() {
      return set;
    },
    refresh() {
      const version = readVersion.get()?.data_version;
      if (version === readAs) return;
      set = toIndexSet(listSet.all());
      readAs = version;
    },
    reload() {
      set = toIndexSet(listSet.all());
      readAs = undefined;
    },
    put: (sequentialId, text) => write(putEntry, sequentialId, text),
    update: (sequentialId, text) => write(updateEntry, sequentialId, text),
    ...namesOn(db),
  };

  /** An entry whose value stays is not written. */
  function write(statement: typeof putEntry, sequentialId: number, text: string | null): void {
    const { ids, valuesOf } = set;
    const values = valuesOf(text);
    for (let index = 0; index < ids.length; index += 1)
      statement.run(sequentialId, ids[index] as number, values[index] ?? null);
  }
}
