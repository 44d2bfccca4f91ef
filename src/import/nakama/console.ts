// The files of Nakama's console: storage as JSON or CSV, account exports, and folders of them. Storage files hold no users, so of those alone
// who own something come in, without ids and times.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { mayBeAt } from '../csv/uneven.ts';
import { createBoundedBytes } from '../files/bounded-bytes.ts';
import { asUnreadable, type Input, openFile, peek, textChunksOf } from '../files/input.ts';
import { jsonElements } from '../files/json-elements.ts';
import { readJsonPart } from '../files/json-part.ts';
import { looseMembers } from '../files/loose-members.ts';
import { assertPlain } from '../files/source-files.ts';
import { openStaged } from '../files/staged-source.ts';
import type { Staging } from '../files/staging.ts';
import { type Source, SourceUnreadable } from '../source.ts';
import { readAccount } from './account-export.ts';
import { toValue } from './player.ts';
import { type ObjectRow, SYSTEM_USER } from './statements.ts';
import { type BadRow, readObject, toRow } from './storage-object.ts';

/** The contents of the files, for the notes. */
interface Found {
  accounts: number;
  /** Objects from JSON and from CSV. */
  json: number;
  csv: number;
  ofSystem: number;
}

/** @param path a file or a folder of them. @throws SourceUnreadable */
export const openConsoleFiles = (path: string): Promise<Source> =>
  openStaged({ keyKind: 'user' }, async (staging) => {
    const found: Found = { accounts: 0, json: 0, csv: 0, ofSystem: 0 };
    for (const file of filesOf(path)) {
      const isTable = file.toLowerCase().endsWith('.csv');
      await (isTable ? loadTable : loadJson)(openFile(file), staging, found);
    }
    return notesOf(found);
  });

/** The files of a folder by their names, so that every run has the same order. */
function filesOf(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => /\.(?:json|csv)$/i.test(name));
    if (names.length === 0) throw new SourceUnreadable(`${path}: holds no file .json or .csv`);
    const files = names.toSorted().map((name) => join(path, name));
    for (const file of files) assertPlain(file);
    return files;
  } catch (error) {
    throw asUnreadable(path, error);
  }
}

const openBracket = 0x5b;

const isUser = (path: readonly string[]): boolean => path.length === 1 && path[0] === 'user_id';

/** An array holds objects of storage, an object is an account. */
async function loadJson(file: Input, staging: Staging, found: Found): Promise<void> {
  const { first, input } = await peek(file);
  if (first !== openBracket) return loadAccount(input, staging, found);
  for await (const element of jsonElements(input)) {
    found.json += 1;
    const row =
      'reason' in element
        ? { problem: element.reason, candidates: looseMembers(element.opening, isUser) }
        : readObject(element.text);
    addObject(element.at, row, staging, found);
  }
}

async function loadAccount({ name, chunks }: Input, staging: Staging, found: Found): Promise<void> {
  const bytes = createBoundedBytes();
  for await (const chunk of textChunksOf({ name, chunks })) bytes.add(chunk);
  const part = readJsonPart(bytes.take());
  if ('problem' in part) throw new SourceUnreadable(`${name}: ${part.problem}`);
  const account = readAccount(name, part.text);
  if ('problem' in account) {
    if (account.user === undefined) throw new SourceUnreadable(`${name}: ${account.problem}`);
    staging.refuse({ at: name, reason: account.problem }, { key: account.user });
    return;
  }
  found.accounts += 1;
  const [id = ''] = account.ids.user ?? [];
  if (id !== SYSTEM_USER) staging.addPlayer(id, account);
}

/** A table with a column for each member of an object. */
async function loadTable(file: Input, staging: Staging, found: Found): Promise<void> {
  // The parser is loaded where a table is read, and nowhere else.
  const { csvRows } = await import('../csv/rows.ts');
  let header: readonly string[] | undefined;
  for await (const { at, cells, problem } of csvRows(file, ',')) {
    if (!header) {
      if (problem !== undefined) throw new SourceUnreadable(`${at}: the header ${problem}`);
      header = cells;
      const missing = ['collection', 'key', 'user_id', 'value'].filter((name) => !cells.includes(name));
      if (new Set(cells).size < cells.length) throw new SourceUnreadable(`${at}: two columns have one name`);
      if (missing.length > 0)
        throw new SourceUnreadable(
          `${at}: is no header of a storage file; there is no ${missing.join(', ')}`,
        );
      continue;
    }
    found.csv += 1;
    const texts = Object.fromEntries(header.map((name, index) => [name, cells[index]]));
    const isWhole = cells.length === header.length;
    const length = `has ${cells.length} cells where the header has ${header.length}`;
    const bad = problem ?? (isWhole ? undefined : length);
    const whose = isWhole
      ? { user: texts.user_id }
      : { candidates: mayBeAt(cells, header.indexOf('user_id'), header.length, ',') };
    addObject(at, bad === undefined ? toRow(texts) : { problem: bad, ...whose }, staging, found);
  }
  if (!header) throw new SourceUnreadable(`${file.name}: is empty`);
}

function addObject(at: string, row: ObjectRow | BadRow, staging: Staging, found: Found): void {
  if ('problem' in row)
    staging.refuse(
      { at, reason: row.problem },
      { key: row.user || undefined, ...(row.candidates && { candidates: row.candidates }) },
    );
  else if (row.user_id === SYSTEM_USER) found.ofSystem += 1;
  else staging.addValue(row.user_id, toValue(row), at);
}

function notesOf({ accounts, json, csv, ofSystem }: Found): readonly string[] {
  return [
    ...(ofSystem > 0
      ? [`${ofSystem} storage objects belong to the system user, who is no player, and are left out`]
      : []),
    ...(json + csv > 0
      ? [
          'a storage file of the console holds no users: players come from their objects, without other ids, registration and suspension',
        ]
      : []),
    ...(json > 0
      ? [
          "Nakama's own import of JSON files rounds numbers; objects that came into Nakama by it were rounded before this import",
        ]
      : []),
    ...(accounts > 0 ? ['account exports have times in whole seconds'] : []),
  ];
}
