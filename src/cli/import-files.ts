// The files that an import names on the command line: the map is read, and the files that it will write are checked before the first
// player comes in. It replaces none that it reads, no file but an earlier report, and no rules that somebody may have edited.
import { constants } from 'node:fs';
import { access, open, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { DatabaseUrl } from '../config/database-url.ts';
import { openFile, textChunksOf, utf8Text } from '../import/files/input.ts';
import { InvalidMap } from '../import/invalid-map.ts';
import type { ImportMap } from '../import/map.ts';
import { parseMap } from '../import/read-map.ts';
import { beginsLikeReport } from '../import/report.ts';
import { SourceUnreadable } from '../import/source.ts';
import { UsageError } from './command.ts';
import { isSpecial, writeBeside } from './write-beside.ts';

/** @throws UsageError that names the file */
export async function readMap(file: string): Promise<ImportMap> {
  try {
    const text = utf8Text(Buffer.concat(await Array.fromAsync(textChunksOf(openFile(file)))));
    return namingMap(file, () => {
      if (text === undefined) throw new InvalidMap(['is no UTF-8']);
      return parseMap(text);
    });
  } catch (error) {
    if (error instanceof SourceUnreadable) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** @throws UsageError that names the map */
export function namingMap<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidMap) throw new UsageError(`${name}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** A name on the command line, and the path behind it. */
type Named = readonly [name: string, path: string | undefined];

/** @throws UsageError for a file that cannot be written, and for one that the import or the service needs */
export async function checkWrittenFiles(
  {
    source,
    map,
    report,
    rules,
  }: Partial<Readonly<Record<'source' | 'map' | 'report' | 'rules', string | undefined>>>,
  database: DatabaseUrl,
): Promise<void> {
  const path = database.engine === 'sqlite' ? database.path : undefined;
  const ofDatabase = ['', '-wal', '-shm'].map((ending): Named => ['the database', path && path + ending]);
  const needed: Named[] = [['SOURCE', source], ['--map', map], ...ofDatabase];
  for (const [name, file] of [['--report', report] as const, ['--rules', rules] as const]) {
    if (file === undefined) continue;
    const place = await placeOf(file);
    // A pipe or a device is replaced by nothing.
    if (await isSpecial(place)) continue;
    await assertWritable(`${name} ${file}`, place);
    for (const [other, otherFile] of needed) {
      if (otherFile === undefined) continue;
      const way = relative(await placeOf(otherFile), place);
      if (way === '') throw new UsageError(`${name} ${file}: would replace ${other}; name another file`);
      if (other === 'SOURCE' && !isAbsolute(way) && way.split(/[/\\]/)[0] !== '..')
        throw new UsageError(`${name} ${file}: lies in the folder that is read; name a file elsewhere`);
    }
    if (name === '--report' && !(await isReport(place)))
      throw new UsageError(
        `${name} ${file}: there is a file already that is no report of an import, and it is not replaced; name another file`,
      );
    needed.push([name, file]);
  }
}

/**
 * Is there no file, an empty one, or an earlier report? Whatever else is there may be needed, such as `.env` or a file that a setting
 * names.
 */
async function isReport(place: string): Promise<boolean> {
  const bytes = Buffer.alloc(HEAD_BYTES);
  try {
    const file = await open(place);
    try {
      const { bytesRead } = await file.read(bytes, 0, HEAD_BYTES, 0);
      return bytesRead === 0 || beginsLikeReport(bytes.toString('utf8', 0, bytesRead));
    } finally {
      await file.close();
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** More than the first member of any line of a report has. */
const HEAD_BYTES = 64;

/** The real path of a file, which may not be there yet. */
const placeOf = (file: string): Promise<string> =>
  realpath(file).catch(async () =>
    join(await realpath(dirname(file)).catch(() => dirname(file)), basename(file)),
  );

async function assertWritable(named: string, place: string): Promise<void> {
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) throw new UsageError(`${named}: is a folder; name a file`);
  const folder = dirname(place);
  try {
    // A new file appears in the folder and takes the place of an earlier one.
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UsageError(`${named}: ${folderProblem(folder, error)}`, { cause: error });
  }
}

function folderProblem(folder: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT'
    ? `there is no folder ${folder}`
    : `the folder ${folder} cannot be written into: ${message}`;
}

/** @returns false where there is a file with other rules, which stays */
export async function writeRules(file: string, text: string): Promise<boolean> {
  if (!(await isSpecial(file)) && (await hasOther(file, text))) return false;
  await writeBeside(
    file,
    (async function* () {
      yield text;
    })(),
  );
  return true;
}

/** Is there a file with another text? @throws every error of the system but that there is none */
const hasOther = (file: string, text: string): Promise<boolean> =>
  readFile(file, 'utf8').then(
    (found) => found !== text,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
