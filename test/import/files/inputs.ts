// Inputs of tests: bytes that arrive in chunks of a chosen size, and files that are longer than any memory.
import type { Input } from '../../../src/import/files/input.ts';
import { until } from '../../harness/until.ts';

export const inputOf = (content: string | Uint8Array, chunkBytes = 7, name = 'data.json'): Input => ({
  name,
  chunks: chunksOf(typeof content === 'string' ? Buffer.from(content) : content, chunkBytes),
});

async function* chunksOf(bytes: Uint8Array, chunkBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

/** The text before, a piece that is repeated up to a number of bytes, and the text after. */
export async function* repeated(
  before: string,
  piece: string,
  bytes: number,
  after: string,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(before);
  const chunk = Buffer.from(piece.repeat(Math.ceil(256_000 / piece.length)));
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  yield Buffer.from(after);
}

/** Everything that comes out. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/**
 * Waits until this process has at most so many bytes more than before. Memory that nothing holds any more goes back to the system some
 * time after a collection.
 */
export const untilAdded = (bytes: number, before: number): Promise<void> =>
  until(() => {
    Bun.gc(true);
    return process.memoryUsage().rss - before < bytes;
  });

/** Everything that comes out up to an error, the error, and the resident memory that it all adds at most. */
export async function growthOf<Item>(items: AsyncIterable<Item>) {
  Bun.gc(true);
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const list: Item[] = [];
  let message: string | undefined;
  try {
    for await (const item of items) list.push(item);
  } catch (error) {
    ({ message } = error as Error);
  } finally {
    clearInterval(timer);
  }
  return { items: list, message, bytes: most - before };
}
