// A dump of every table of a test's database, for a search: each value as text and, where it is bytes, as what the bytes hold. The
// tables come from the catalogue, so a new table is searched by itself.
import { existsSync, readFileSync } from 'node:fs';
import type { Environment } from '../../src/config/settings.ts';
import { decodeContent } from '../../src/store/shared/version-contents.ts';
import { rawDatabase } from './raw-database.ts';

/** The places that hold one of the texts: tables, and on SQLite also the file and its log, after a checkpoint. Sorted. */
export async function placesOf(
  environment: Environment,
  texts: readonly string[],
): Promise<readonly string[]> {
  const places: string[] = [];
  const holds = (forms: readonly string[]) => forms.some((form) => texts.some((text) => form.includes(text)));
  const raw = rawDatabase(environment);
  for (const table of await raw.tables()) {
    const rows = await raw.run(`SELECT * FROM "${table}"`);
    if (rows.some((row) => holds(Object.values(row).flatMap(formsOf)))) places.push(table);
  }
  const url = environment.DATABASE_URL ?? '';
  if (url.startsWith('sqlite:')) await raw.run('PRAGMA wal_checkpoint(TRUNCATE)');
  await raw.close();
  for (const suffix of url.startsWith('sqlite:') ? ['', '-wal'] : []) {
    const file = url.slice('sqlite:'.length) + suffix;
    if (existsSync(file) && holds(formsOf(readFileSync(file)))) places.push(`the file${suffix}`);
  }
  return places.toSorted();
}

/** A value as text, in hexadecimal, and decoded as the content of a kept version. A difference is decoded without its base. */
function formsOf(value: unknown): readonly string[] {
  if (value === null) return [];
  if (!(value instanceof Uint8Array)) return [typeof value === 'string' ? value : JSON.stringify(value)];
  const plain = [Buffer.from(value).toString('utf8'), Buffer.from(value).toString('latin1')];
  try {
    return [...plain, decodeContent(value, undefined)?.toString('utf8') ?? ''];
  } catch {
    return plain;
  }
}
