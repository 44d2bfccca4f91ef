// The look of the doctor at the lineage of a database file, which it leaves as it is.
import { finding, good, type Look } from '../ports/surroundings.ts';
import { openFileForReading } from './database.ts';
import { findLineageProblem } from './lineage.ts';

export function lookAtLineage(path: string): Look {
  const db = openFileForReading(path);
  try {
    const problem = findLineageProblem(db);
    return problem === undefined ? good('file', 'the one on record') : finding('file', problem);
  } finally {
    db.close();
  }
}
