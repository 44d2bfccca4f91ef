// PostgreSQL's hash functions of the distribution columns, by which Citus chooses the shard of a row. They must give what
// `worker_hash` gives for the same value.

const seed = 0x9e3779b9 + 3923095;

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** The last step of Bob Jenkins' lookup3 (May 2006), as in PostgreSQL's `hashfn.c`. @returns the third word, signed */
function final(first: number, second: number, third: number): number {
  let [a, b, c] = [first, second, third];
  c = (c ^ b) - rotate(b, 14);
  a = (a ^ c) - rotate(c, 11);
  b = (b ^ a) - rotate(a, 25);
  c = (c ^ b) - rotate(b, 16);
  a = (a ^ c) - rotate(c, 4);
  b = (b ^ a) - rotate(a, 14);
  return ((c ^ b) - rotate(b, 24)) | 0;
}

/**
 * `hashint8`: the hash of a `bigint`.
 * @param value an integer from 0 below 2^53
 * @returns a signed 32-bit integer
 */
export function hashOfBigint(value: number): number {
  const start = (seed + 4) | 0;
  // The upper half is folded into the lower one, so that small numbers hash like `int4`.
  const folded = ((value % 2 ** 32) | 0) ^ Math.floor(value / 2 ** 32);
  return final((start + folded) | 0, start, start);
}

/**
 * `hashtext` under a deterministic collation: the hash of the bytes of a text.
 * @returns a signed 32-bit integer
 */
export function hashOfText(text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  const wordAt = (index: number): number => {
    let word = 0;
    for (let byte = 0; byte < 4; byte += 1) word |= (bytes[index + byte] ?? 0) << (8 * byte);
    return word;
  };
  let [a, b, c] = Array<number>(3).fill((seed + bytes.length) | 0) as [number, number, number];
  let at = 0;
  for (; bytes.length - at >= 12; at += 12) {
    a = (a + wordAt(at)) | 0;
    b = (b + wordAt(at + 4)) | 0;
    c = (c + wordAt(at + 8)) | 0;
    a = ((a - c) ^ rotate(c, 4)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ rotate(a, 6)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ rotate(b, 8)) | 0;
    b = (b + a) | 0;
    a = ((a - c) ^ rotate(c, 16)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ rotate(a, 19)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ rotate(b, 4)) | 0;
    b = (b + a) | 0;
  }
  // The lowest byte of the third word stands for the length.
  return final((a + wordAt(at)) | 0, (b + wordAt(at + 4)) | 0, (c + (wordAt(at + 8) << 8)) | 0);
}
