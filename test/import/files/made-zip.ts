// Zips that a test makes byte by byte, so that every header can lie.
import { crc32, deflateRawSync } from 'node:zlib';

export interface MadeEntry {
  readonly name: string;
  readonly data: string | Uint8Array;
  /** 8 by default. */
  readonly method?: number;
  readonly flags?: number;
  /** The upper half of the attributes is the mode of a file on Unix. */
  readonly attributes?: number;
  /** Bytes to be written instead of the packed data. */
  readonly packed?: Uint8Array;
  /** In the directory, instead of the true values. */
  readonly says?: { crc?: number; packedBytes?: number; bytes?: number; offset?: number };
  /** In the header before the data, instead of the values of the directory. */
  readonly header?: { name?: string; crc?: number; packedBytes?: number; bytes?: number };
  /** Checksum and sizes behind the data, and zeros before it, as programs write that stream. */
  readonly descriptor?: Uint8Array | true;
  /** Sizes and place in the fields of zip64. */
  readonly zip64?: boolean;
}

const le = (bytes: number, value: number | bigint): Buffer => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value));
  else buffer.writeUIntLE(Number(value), 0, bytes);
  return buffer;
};

const joined = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);
const inZip64 = 0xffffffff;

/** The whole of a zip. */
export function makeZip(
  entries: readonly MadeEntry[],
  { zip64 = false, comment = '', before = '' }: { zip64?: boolean; comment?: string; before?: string } = {},
): Buffer {
  let file: Buffer = Buffer.from(before);
  const records: Buffer[] = [];
  for (const entry of entries) {
    const { local, central } = makeEntry(entry, file.length);
    file = joined(file, local);
    records.push(central);
  }
  const start = file.length;
  const directory = joined(...records);
  file = joined(file, directory);
  if (zip64) {
    const end = file.length;
    const counts = [le(8, entries.length), le(8, entries.length), le(8, directory.length), le(8, start)];
    file = joined(file, le(4, 0x06064b50), le(8, 44), le(2, 45), le(2, 45), le(4, 0), le(4, 0), ...counts);
    file = joined(file, le(4, 0x07064b50), le(4, 0), le(8, end), le(4, 1));
  }
  const small = zip64
    ? [le(2, 0xffff), le(2, 0xffff), le(4, inZip64), le(4, inZip64)]
    : [le(2, entries.length), le(2, entries.length), le(4, directory.length), le(4, start)];
  return joined(
    ...[file, le(4, 0x06054b50), le(2, 0), le(2, 0), ...small],
    ...[le(2, comment.length), Buffer.from(comment)],
  );
}

/** The fields that the header before the data and the directory have alike, up to the lengths of name and extra fields. */
const sharedFields = (
  { method = 8, flags = 0, descriptor }: MadeEntry,
  nameLength: number,
  extraLength: number,
  sizes: readonly number[],
): Buffer =>
  joined(
    ...[le(2, 20), le(2, flags | 0x800 | (descriptor ? 0x8 : 0)), le(2, method), le(4, 0)],
    ...[...sizes.map((size) => le(4, size)), le(2, nameLength), le(2, extraLength)],
  );

function makeEntry(entry: MadeEntry, at: number): { local: Buffer; central: Buffer } {
  const data = Buffer.from(entry.data as Uint8Array);
  const packed = entry.packed ?? ((entry.method ?? 8) === 8 ? deflateRawSync(data) : data);
  const {
    crc = crc32(data),
    packedBytes = packed.length,
    bytes = data.length,
    offset = at,
  } = entry.says ?? {};
  const sizes = entry.zip64 ? [crc, inZip64, inZip64] : [crc, packedBytes, bytes];
  const extra = entry.zip64
    ? joined(le(2, 1), le(2, 24), le(8, bytes), le(8, packedBytes), le(8, offset))
    : Buffer.alloc(0);
  const { header = {}, descriptor } = entry;
  const [crcBefore = 0, packedBefore = 0, bytesBefore = 0] = descriptor ? [] : sizes;
  const before = [header.crc ?? crcBefore, header.packedBytes ?? packedBefore, header.bytes ?? bytesBefore];
  const name = Buffer.from(entry.name);
  const localName = Buffer.from(header.name ?? entry.name);
  const behind =
    descriptor === true
      ? joined(le(4, 0x08074b50), le(4, crc), le(4, packedBytes), le(4, bytes))
      : (descriptor ?? Buffer.alloc(0));
  return {
    local: joined(
      le(4, 0x04034b50),
      sharedFields(entry, localName.length, 0, before),
      localName,
      packed,
      behind,
    ),
    central: joined(
      ...[le(4, 0x02014b50), le(2, 0x31e), sharedFields(entry, name.length, extra.length, sizes)],
      ...[le(2, 0), le(2, 0), le(2, 0), le(4, entry.attributes ?? 0), le(4, entry.zip64 ? inZip64 : offset)],
      ...[name, extra],
    ),
  };
}
