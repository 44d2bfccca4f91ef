// The files of a source: one file, or a folder with all that is below it, and the entries of zips like files of a folder. All zips are
// checked before the first file is read.
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SourceUnreadable } from '../source.ts';
import { asUnreadable, type Input, openFile } from './input.ts';
import { openZip, type ZipOptions } from './zip.ts';

export interface SourceFile extends Input {
  /** Its path below the folder, or in the zip, with slashes. */
  readonly path: string;
}

export interface SourceFiles {
  /** In an order that is the same in every run. A file of a zip must be read before the next one is asked for. @throws SourceUnreadable */
  read(): AsyncGenerator<SourceFile>;
}

/** Entries that macOS adds to each zip. */
const isOfMacOs = (name: string): boolean => name.startsWith('__MACOSX/') || /(?:^|\/)\.DS_Store$/.test(name);

/**
 * @param from a folder, a zip or another file
 * @param options tell the files that are passed over, in a folder as well as in a zip
 * @throws SourceUnreadable for a zip that is unsafe, and for what is no plain file
 */
export async function openSourceFiles(from: string, { isPassed }: ZipOptions): Promise<SourceFiles> {
  const mayPass = (path: string): boolean => isOfMacOs(path) || (isPassed?.(path) ?? false);
  const options: ZipOptions = { isPassed: mayPass };
  const isOne = !isFolder(from);
  const found = isOne ? [{ path: basename(from), whole: from }] : [...filesBelow(from, '')];
  const files = found.filter(({ path }) => !mayPass(path));
  for (const { whole } of files) if (isZip(whole)) (await openZip(whole, options)).close();
  return {
    async *read() {
      for (const { path, whole } of files) {
        if (!isZip(whole)) {
          const { name, chunks } = openFile(whole);
          yield { path, name: isOne ? name : path, chunks };
          continue;
        }
        const zip = await openZip(whole, options);
        try {
          for (const entry of zip.entries)
            yield { path: entry.name, name: `${path}: ${entry.name}`, chunks: entry.read() };
        } finally {
          zip.close();
        }
      }
    },
  };
}

const isZip = (path: string): boolean => /\.zip$/i.test(path);

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    throw asUnreadable(path, error);
  }
}

const noPlainFile = (path: string): SourceUnreadable =>
  new SourceUnreadable(`${path}: is no plain file, but a link or a device`);

/**
 * A link in a folder may lead out of it, and a pipe may never end.
 * @throws SourceUnreadable for what is there and is neither a plain file nor a folder
 */
export function assertPlain(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile() && !found.isDirectory()) throw noPlainFile(path);
}

/** The files below a folder, in the order of their names. Hidden ones are passed over. */
function* filesBelow(folder: string, prefix: string): Generator<{ path: string; whole: string }> {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const whole = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(whole, `${prefix}${entry.name}/`);
    else if (entry.isFile()) yield { path: `${prefix}${entry.name}`, whole };
    else throw noPlainFile(whole);
  }
}
