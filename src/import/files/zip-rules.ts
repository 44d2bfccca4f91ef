// The rules of a zip that is read: names that stay below one folder, plain files, sizes within bounds, and no byte that belongs to two
// entries. They need the headers of the zip alone, so a zip that breaks one is refused before anything is unpacked.
import type { Entry, LocalFileHeader } from 'yauzl';
import { ZIP_ENTRY_MAX_BYTES, ZIP_MAX_BYTES, ZIP_MAX_RATIO, ZIP_RATIO_LEAST_BYTES } from '../../limits.ts';

/** An entry as the directory of the zip describes it, and the header before its data. */
export interface Described {
  readonly entry: Entry;
  readonly header: LocalFileHeader;
}

/** The type of a file in the upper half of the attributes, as Unix writes it. */
const TYPE_MASK = 0o170000;
const types = { folder: 0o040000, file: 0o100000 } as const;

const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 0x1;
/** Checksum and sizes stand behind the data of the entry, and the header before it has zeros. */
const SIZES_FOLLOW = 0x8;
const IN_ZIP64 = 0xffffffff;

export const isFolder = (entry: Entry): boolean => entry.fileName.endsWith('/');

/** A reason to refuse a name. The library refuses backslashes, absolute names and those with `..` itself. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'has an entry without a name';
  if (/\p{Cc}/u.test(name)) return 'has a name with a control character';
  return name.split('/').includes('.') ? 'has a name with a dot as a folder' : undefined;
}

/** @param isPassed nobody opens this entry, so its size does not matter */
export function entryProblem({ entry, header }: Described, isPassed: boolean): string | undefined {
  const type = (entry.externalFileAttributes >>> 16) & TYPE_MASK;
  if (type !== 0 && type !== types.file && type !== types.folder)
    return 'is no plain file, but a link or a device';
  if (isFolder(entry)) return entry.uncompressedSize === 0 ? undefined : 'is a folder that has bytes';
  if (((entry.generalPurposeBitFlag | header.generalPurposeBitFlag) & ENCRYPTED) !== 0) return 'is encrypted';
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return `is compressed by method ${entry.compressionMethod}; stored and deflated ones can be read`;
  const mismatch = headerProblem(entry, header);
  if (mismatch !== undefined) return mismatch;
  if (isPassed) return undefined;
  if (/\.zip$/i.test(entry.fileName)) return 'is a zip in a zip; unpack the outer one';
  if (entry.uncompressedSize > ZIP_ENTRY_MAX_BYTES) return `has more than ${ZIP_ENTRY_MAX_BYTES} bytes`;
  return isBomb([entry]) ? bomb : undefined;
}

type Sizes = Pick<Entry, 'compressedSize' | 'uncompressedSize'>;

const sumOf = (entries: readonly Sizes[], size: keyof Sizes): number =>
  entries.reduce((sum, entry) => sum + entry[size], 0);

const bomb = `unpacks to more than ${ZIP_MAX_RATIO} times its size, as a zip bomb does`;

function isBomb(entries: readonly Sizes[]): boolean {
  const unpacked = sumOf(entries, 'uncompressedSize');
  return unpacked > ZIP_RATIO_LEAST_BYTES && unpacked > sumOf(entries, 'compressedSize') * ZIP_MAX_RATIO;
}

/** The header before the data says the same as the directory, unless it leaves the sizes to what follows the data. */
function headerProblem(entry: Entry, header: LocalFileHeader): string | undefined {
  const differs = 'has a header that differs from the directory of the zip';
  if (!header.fileName.equals(entry.fileNameRaw)) return differs;
  if (header.compressionMethod !== entry.compressionMethod) return differs;
  const pairs = [
    [header.crc32, entry.crc32],
    [header.compressedSize, entry.compressedSize],
    [header.uncompressedSize, entry.uncompressedSize],
  ] as const;
  const mayBeZero = (header.generalPurposeBitFlag & SIZES_FOLLOW) !== 0;
  const agree = pairs.every(
    ([ofHeader, ofDirectory], at) =>
      ofHeader === ofDirectory || (mayBeZero && ofHeader === 0) || (at > 0 && ofHeader === IN_ZIP64),
  );
  return agree ? undefined : differs;
}

/** The first name that stands twice. On disks that ignore case, `a` and `A` are one file. */
export function repeatedName(names: readonly string[]): string | undefined {
  const sorted = names.map((name) => name.normalize('NFC').toLowerCase()).sort();
  const repeated = sorted.find((name, at) => at > 0 && sorted[at - 1] === name);
  return repeated === undefined
    ? undefined
    : names.find((name) => name.normalize('NFC').toLowerCase() === repeated);
}

/** The name of an entry whose bytes, header included, belong to another one as well, or to the directory. */
export function overlappingName(described: readonly Described[], directoryStart: number): string | undefined {
  const ranges = described
    .map(({ entry, header }) => ({
      name: entry.fileName,
      start: entry.relativeOffsetOfLocalHeader,
      end: header.fileDataStart + entry.compressedSize,
    }))
    .sort((one, other) => one.start - other.start);
  const overlaps = ranges.find(({ end }, at) => end > (ranges[at + 1]?.start ?? directoryStart));
  return overlaps?.name;
}

/** The problem of all entries that are read together. */
export function problemInAll(entries: readonly Sizes[]): string | undefined {
  if (sumOf(entries, 'uncompressedSize') > ZIP_MAX_BYTES)
    return `unpacks to more than ${ZIP_MAX_BYTES} bytes`;
  return isBomb(entries) ? bomb : undefined;
}
