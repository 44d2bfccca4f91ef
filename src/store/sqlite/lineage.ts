// The lineage of a database file: which file it is, by its number and its birth. A backup that was copied into its place is another file.
// The record of it is the application id in the header of the file, so a copy has it as it has the rows. It stays as it is until
// `playkeep restored`.
import type { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { lineageAdvice } from '../shared/lineage.ts';

/** On record in a backup, which no service has written to. */
const copy = 1;

/** A number for a file, of 2 or more. */
function originOf(path: string): number {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return 2 + Number(BigInt(Bun.hash(`${ino} ${birthtimeNs}`)) % BigInt(2 ** 31 - 2));
}

const readRecord = (db: Database): number =>
  db.query<{ application_id: number }, []>('PRAGMA application_id').get()?.application_id ?? 0;

/** Makes the present file the one on record. */
export const recordLineage = (db: Database): void =>
  void db.run(`PRAGMA application_id = ${originOf(db.filename)}`);

/** Marks a backup, so that it is noticed also where its bytes are copied into the file of a service. */
export const recordCopy = (db: Database): void => void db.run(`PRAGMA application_id = ${copy}`);

/** Notes a file that has no record. */
export function noteNewFile(db: Database): void {
  if (readRecord(db) === 0) recordLineage(db);
}

/** @returns a sentence where another file is on record */
export function findLineageProblem(db: Database): string | undefined {
  const noted = readRecord(db);
  if (noted === 0 || noted === originOf(db.filename)) return undefined;
  const fact =
    noted === copy
      ? 'it is a backup that was put in place without playkeep restore'
      : 'it is another file than the one on record: it was copied, or restored by other tools';
  return `${fact}; ${lineageAdvice}`;
}
