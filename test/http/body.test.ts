// The length that the head of a request announces for its body: read in one place, and once for each request.
import { expect, test } from 'bun:test';
import { bodyLengthOf, readBody } from '../../src/http/body.ts';
import { LARGE_BODY_BYTES } from '../../src/tuning.ts';

test.each([
  [{}, 0],
  [{ 'content-length': '0' }, 0],
  [{ 'content-length': '17' }, 17],
  [{ 'transfer-encoding': 'chunked' }, Number.POSITIVE_INFINITY],
  // The parser refuses such a head. If it did not, the body would be read as one of unknown length, bounded.
  [{ 'content-length': '1, 2' }, Number.POSITIVE_INFINITY],
  [{ 'content-length': '-1' }, Number.POSITIVE_INFINITY],
])('the body of a request with %o has the length %p', (headers, length) => {
  const request = { headers: new Headers(headers as Record<string, string>) } as Request;
  expect(bodyLengthOf(request)).toBe(length);
});

/** A body that comes in chunks, without an announced length. */
const chunked = (chunks: readonly string[]): Request =>
  new Request('http://localhost', {
    method: 'POST',
    body: new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
        controller.close();
      },
    }),
  });

test('a body of unknown length is read in the order of its chunks, up to the bound', async () => {
  const read = (maxBytes: number) =>
    readBody(chunked(['ab', 'cde', 'f']), { bodyLength: Number.POSITIVE_INFINITY, maxBytes }, (bytes) =>
      new TextDecoder().decode(bytes),
    );
  expect(await read(6)).toBe('abcdef');
  await expect(read(5)).rejects.toThrow('Metadata too large');
});

test('a large body reserves what its buffer takes, and never more than its announced length', async () => {
  const chunk = 'x'.repeat(LARGE_BODY_BYTES / 2);
  const bodyLength = 4 * chunk.length;
  const grown: number[] = [];
  const reservation = { grow: (bytes: number) => void grown.push(bytes), readsWholeBody: false };
  const size = await readBody(
    chunked([chunk, chunk, chunk, chunk]),
    { bodyLength, maxBytes: 10 * bodyLength, reservation },
    (bytes) => bytes.byteLength,
  );
  expect(size).toBe(bodyLength);
  expect(grown).toEqual([chunk.length, 3 * chunk.length]);
  // The length may be unknown, and the bound reached exactly.
  const bounds = { bodyLength: Number.POSITIVE_INFINITY, maxBytes: bodyLength };
  expect(await readBody(chunked(Array(4).fill(chunk)), bounds, (bytes) => bytes.byteLength)).toBe(bodyLength);
  grown.length = 0;
  const gathering = { ...reservation, readsWholeBody: true };
  await readBody(
    chunked([chunk, chunk]),
    { bodyLength, maxBytes: bodyLength, reservation: gathering },
    () => 0,
  );
  expect(grown).toEqual([2 * chunk.length]);
});
