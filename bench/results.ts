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
  const file = join(directory, `${new Date().toISOString().slice(0, 10)}-${startedOn}-${name}.md`);
  writeFileSync(file, text.split('\n').map(wrapProse).join('\n'));
}

/** Breaks a line of prose after at most 120 characters. Rows of tables keep their line. */
const wrapProse = (line: string): string =>
  line.startsWith('|') ? line : line.replaceAll(/(?=.{121})(.{1,120}) /g, '$1\n');
