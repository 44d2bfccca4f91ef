// The contents of kept versions: one byte for the form, then the text, raw, compressed, or as a difference from another version.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const raw = 0;
const compressed = 1;
const difference = 2;

/** The content of a kept version, and the version that it is a difference from; null for none. */
export interface Encoded {
  readonly baseVersion: number | null;
  readonly content: Uint8Array;
}

/** Chooses the form: a difference where that is less than a quarter of the text, otherwise compressed, or raw where that is shorter. */
export function encodeContent(
  bytes: Buffer | undefined,
  base: { readonly version: number; readonly bytes: Buffer | undefined } | undefined,
): Encoded {
  if (!bytes) return { baseVersion: null, content: new Uint8Array() };
  if (base?.bytes) {
    const packed = compress(bytes, base.bytes);
    if (packed.length < bytes.length / 4) {
      return { baseVersion: base.version, content: withForm(difference, packed) };
    }
  }
  const alone = compress(bytes);
  return alone.length < bytes.length
    ? { baseVersion: null, content: withForm(compressed, alone) }
    : { baseVersion: null, content: withForm(raw, bytes) };
}

/**
 * Compresses at the fastest level, since a write waits for it. With a base, the window and the hash table must span both texts:
 * with the defaults, a megabyte that differs by a twentieth took ten times the space.
 */
function compress(bytes: Buffer, dictionary?: Buffer): Buffer {
  const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };
  if (!dictionary) return zstdCompressSync(bytes, { params });
  const log = Math.ceil(Math.log2(bytes.length + dictionary.length));
  params[constants.ZSTD_c_windowLog] = Math.min(Math.max(log, 10), 27);
  params[constants.ZSTD_c_hashLog] = Math.min(Math.max(log, 12), 20);
  return zstdCompressSync(bytes, { params, dictionary });
}

const withForm = (form: number, bytes: Uint8Array): Uint8Array => Buffer.concat([Uint8Array.of(form), bytes]);

/**
 * @param base the bytes of the base version
 * @param maxBytes the bound on the text, for contents from an import
 * @returns the bytes of the text; undefined for a state without one
 * @throws Error when it cannot be decoded
 */
export function decodeContent(
  content: Uint8Array,
  base: Buffer | undefined,
  maxBytes?: number,
): Buffer | undefined {
  const [form] = content;
  if (form === undefined) return undefined;
  const bytes = content.subarray(1);
  // The option has to be at least 1.
  const bounds = maxBytes === undefined ? {} : { maxOutputLength: Math.max(1, maxBytes) };
  if (form === raw) return Buffer.from(bytes);
  if (form === compressed) return zstdDecompressSync(bytes, bounds);
  if (form === difference && base) return zstdDecompressSync(bytes, { dictionary: base, ...bounds });
  throw new Error('a kept version of metadata has an unknown form');
}
