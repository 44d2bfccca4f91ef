// The storage of the tables of a run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Stores a text under bench/results/, by its date.
 * @param startedOn the commit on which the run began
 */
export function keepResult(name: string, startedOn: string, text: string): void {
  const directory = join(import.meta.dir, 'results');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${new Date().toISOString().slice(0, 10)}-${startedOn}-${name}.md`), text);
}
