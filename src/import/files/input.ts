// The bytes of a source's file, in chunks of any size. A file that is no plain UTF-8 text is refused here, with the way to make it one.
import { createReadStream, statSync } from 'node:fs';
import { SourceUnreadable } from '../source.ts';

/** A stream of bytes, and its name for messages. */
export interface Input {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

const CHUNK_BYTES = 256 * 1024;

/** @throws SourceUnreadable from the stream or at once */
export function openFile(path: string): Input {
  try {
    if (statSync(path).isDirectory()) throw new SourceUnreadable(`${path}: is a folder; name a file`);
  } catch (error) {
    throw asUnreadable(path, error);
  }
  return { name: path, chunks: chunksOfFile(path) };
}

async function* chunksOfFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
  } catch (error) {
    throw asUnreadable(path, error);
  }
}

/** The reasons of the system for which an operator needs other words. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
};

/** Is a text a URL, or one in quotes or without its scheme? It may hold a password, so no message has it. */
export const isLikeUrl = (text: string): boolean => /:\/\/|\/\/[^/]*@/.test(text);

export function asUnreadable(path: string, error: unknown): SourceUnreadable {
  if (error instanceof SourceUnreadable) return error;
  const { code = '', message } = error as Error & { code?: string };
  if (isLikeUrl(path))
    return new SourceUnreadable('a file or a folder is needed here, and a URL was given', { cause: error });
  return new SourceUnreadable(`${path}: ${reasons[code] ?? message}`, { cause: error });
}

const byteOrderMark = [0xef, 0xbb, 0xbf];

/** The first bytes of files that are no text in UTF-8, and the way to make them one. */
const otherForms: readonly { readonly magic: readonly number[]; readonly advice: string }[] = [
  { magic: [0x1f, 0x8b], advice: 'is compressed with gzip; unpack it by gunzip -k FILE' },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], advice: 'is compressed with zstd; unpack it by unzstd FILE' },
  { magic: [0x50, 0x4b, 0x03, 0x04], advice: 'is a zip; unpack it by unzip FILE' },
  ...[
    [0xff, 0xfe],
    [0xfe, 0xff],
  ].map((magic) => ({
    magic,
    advice: 'is UTF-16; turn it into UTF-8 by iconv -f UTF-16 -t UTF-8 FILE > NEW-FILE',
  })),
];

/**
 * The chunks of a text without its byte order mark. No chunk is empty.
 * @throws SourceUnreadable for another form than UTF-8
 */
export async function* textChunksOf({ name, chunks }: Input): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of chunks) {
    if (!head) {
      if (chunk.length > 0) yield chunk;
      continue;
    }
    head = head.length > 0 ? Buffer.concat([head, chunk]) : chunk;
    if (head.length < longestMagic) continue;
    const text = textFrom(head, name);
    head = undefined;
    if (text.length > 0) yield text;
  }
  if (head && head.length > 0) {
    const text = textFrom(head, name);
    if (text.length > 0) yield text;
  }
}

const longestMagic = 4;

function textFrom(head: Uint8Array, name: string): Uint8Array {
  const begins = (magic: readonly number[]): boolean => magic.every((byte, index) => head[index] === byte);
  const other = otherForms.find(({ magic }) => begins(magic));
  if (other) throw new SourceUnreadable(`${name}: ${other.advice}`);
  return begins(byteOrderMark) ? head.subarray(byteOrderMark.length) : head;
}

const space = [0x20, 0x0a, 0x0d, 0x09];

/** @returns the first byte that is no white space, and the text with everything before it */
export async function peek({ name, chunks }: Input): Promise<{ first: number | undefined; input: Input }> {
  const rest = textChunksOf({ name, chunks });
  const head: Uint8Array[] = [];
  let first: number | undefined;
  while (first === undefined) {
    const next = await rest.next();
    if (next.done) break;
    head.push(next.value);
    first = next.value.find((byte) => !space.includes(byte));
  }
  return { first, input: { name, chunks: joined(head, rest) } };
}

async function* joined(
  head: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* head;
  yield* rest;
}

const looseDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of bytes that may be no UTF-8, to look for the player of a part that is refused. */
export const looseText = (bytes: Uint8Array): string => looseDecoder.decode(bytes);

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @returns undefined for bytes that are not UTF-8 */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return strictDecoder.decode(bytes);
  } catch {
    return undefined;
  }
}
