// A zip of an import, which somebody else made. The whole of it is checked by its headers when it is opened; then an entry is read as
// a stream, in small memory, and an entry that is not what the zip says of it is an error.
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { ZIP_MAX_ENTRIES } from '../../limits.ts';
import { SourceUnreadable } from '../source.ts';
import { openZipFile } from './zip-reader.ts';
import {
  type Described,
  entryProblem,
  isFolder,
  nameProblem,
  overlappingName,
  problemInAll,
  repeatedName,
} from './zip-rules.ts';

export interface ZipEntry {
  readonly name: string;
  /** Its size when it is unpacked. */
  readonly bytes: number;
  /** @throws SourceUnreadable when it is not what the zip says of it */
  read(): AsyncIterable<Uint8Array>;
}

export interface Zip {
  /** Its files in the order of their names, without those that are passed over. */
  readonly entries: readonly ZipEntry[];
  close(): void;
}

export interface ZipOptions {
  /** Does nobody open the entry of this name? Then its size does not matter, and it may be a zip. */
  isPassed?(name: string): boolean;
}

/**
 * @param path of the zip, for messages too
 * @throws SourceUnreadable for a zip that breaks a rule anywhere. Nothing of it was unpacked then.
 */
export async function openZip(path: string, { isPassed = () => false }: ZipOptions = {}): Promise<Zip> {
  const refuse = (problem: string): never => {
    throw new SourceUnreadable(`${path}: ${problem}`);
  };
  const file: ZipFile = await openZipFile(path, { autoClose: false, strictFileNames: true }).catch((error) =>
    refuse(`cannot be read as a zip: ${reasonOf(error)}`),
  );
  try {
    if (file.entryCount > ZIP_MAX_ENTRIES) refuse(`has more than ${ZIP_MAX_ENTRIES} entries`);
    // The library counts this on while it reads the directory.
    const directoryStart = Number(file.readEntryCursor);
    const described = await describe(file).catch((error) => refuse(`is no sound zip: ${reasonOf(error)}`));
    const problem = problemOf(described, directoryStart, isPassed);
    if (problem !== undefined) refuse(problem);
    const files = described.filter(({ entry }) => !isFolder(entry) && !isPassed(entry.fileName));
    files.sort((one, other) => (one.entry.fileName < other.entry.fileName ? -1 : 1));
    return {
      entries: files.map(({ entry }) => ({
        name: entry.fileName,
        bytes: entry.uncompressedSize,
        read: () => readEntry(file, entry, `${path}: ${entry.fileName}`),
      })),
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function describe(file: ZipFile): Promise<Described[]> {
  const described: Described[] = [];
  for await (const entry of file.eachEntry())
    described.push({ entry, header: await file.readLocalFileHeaderPromise(entry) });
  return described;
}

function problemOf(
  described: readonly Described[],
  directoryStart: number,
  isPassed: (name: string) => boolean,
): string | undefined {
  for (const one of described) {
    const name = one.entry.fileName;
    const ofName = nameProblem(name);
    if (ofName !== undefined) return `${ofName}: ${JSON.stringify(name)}`;
    const problem = entryProblem(one, isPassed(name));
    if (problem !== undefined) return `${name} ${problem}`;
  }
  const repeated = repeatedName(described.map(({ entry }) => entry.fileName));
  if (repeated !== undefined) return `has two entries of the name ${repeated}`;
  const overlapping = overlappingName(described, directoryStart);
  if (overlapping !== undefined)
    return `${overlapping} shares its bytes with another entry, as a zip bomb does`;
  const read = described.map(({ entry }) => entry).filter((entry) => !isPassed(entry.fileName));
  return problemInAll(read);
}

/** The library's own stream would pass over a wrong checksum, so it hands out packed bytes alone. */
async function* readEntry(file: ZipFile, entry: Entry, at: string): AsyncGenerator<Uint8Array> {
  const refuse = (problem: string): never => {
    throw new SourceUnreadable(`${at} ${problem}`);
  };
  const packed = await file.openReadStreamPromise(entry, { decodeFileData: false });
  const inflate = entry.compressionMethod === 0 ? undefined : createInflateRaw();
  const unpacked: Readable = inflate === undefined ? packed : inflate;
  // An error of either stream ends the loop below, which reports it.
  if (inflate !== undefined) pipeline(packed, inflate, () => undefined);
  let length = 0;
  let checksum = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > entry.uncompressedSize) refuse('has more bytes than the zip says');
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof SourceUnreadable) throw error;
    refuse(`cannot be unpacked: ${reasonOf(error)}`);
  } finally {
    packed.destroy();
    inflate?.destroy();
  }
  if (length < entry.uncompressedSize) refuse('has fewer bytes than the zip says');
  if (inflate !== undefined && inflate.bytesWritten !== entry.compressedSize)
    refuse('has bytes behind its packed data');
  if (checksum !== entry.crc32) refuse('does not have the checksum that the zip says');
}
