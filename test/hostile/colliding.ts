// Keys with equal hashes in JavaScriptCore, whose seed is public, in the shapes of JSON that a caller could send. With these keys
// the time of a parser or map with the runtime's hash grows with the square of their number.

/** Sixteen units before the end, these make the runtime's hash (wyhash) independent of all other units. */
const magic = Buffer.from([0xc9, 0xac, 0x2e, 0x96, 0x93, 0x4b, 0xb8, 0x8b]).toString('latin1');

const digits = (index: number): string => index.toString(16).padStart(8, '0');
const suffixed =
  (length: number) =>
  (index: number): string =>
    'x'.repeat(length - 16) + magic + digits(index);
const key17 = suffixed(17);

/** Writes every unit as an escape. */
const escapedWhole = (text: string): string =>
  [...text].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const escapedMagic = (text: string): string => text.replace(magic, escapedWhole(magic));

const list = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(',');
const objectOf = (count: number, key: (index: number) => string, value = '0'): string =>
  `{${list(count, (index) => `"${key(index)}":${value}`)}}`;

export interface CollidingShape {
  readonly name: string;
  /** An object of about this many UTF-8 bytes. */
  readonly text: (bytes: number) => string;
}

/** @param eachBytes the bytes of a key with its value in the text */
const shape = (name: string, eachBytes: number, make: (count: number) => string): CollidingShape => ({
  name,
  text: (bytes) => make(Math.max(1, Math.floor((bytes - 64) / eachBytes))),
});

export const collidingShapes: readonly CollidingShape[] = [
  ...[17, 24, 40, 100, 300].map((units) =>
    shape(`keys of ${units} units`, units + 11, (count) => objectOf(count, suffixed(units))),
  ),
  shape('keys that differ at the beginning', 43, (count) =>
    objectOf(count, (index) => `${digits(index)}${'x'.repeat(8)}${magic}${'y'.repeat(8)}`),
  ),
  shape('keys with escapes', 62, (count) => objectOf(count, (index) => escapedMagic(key17(index)))),
  shape('keys of nothing but escapes', 107, (count) =>
    objectOf(count, (index) => escapedWhole(key17(index))),
  ),
  shape('the same forty keys in many objects', 29, (count) => {
    const small = objectOf(40, key17);
    return `{"a":[${list(Math.floor(count / 40), () => small)}]}`;
  }),
  shape('forty other keys in each of many objects', 29, (count) => {
    const small = (first: number) => objectOf(40, (index) => key17(first + index));
    return `{"a":[${list(Math.floor(count / 40), (index) => small(index * 40))}]}`;
  }),
  shape(
    'one key in each of many objects',
    31,
    (count) => `{"a":[${list(count, (n) => `{"${key17(n)}":0}`)}]}`,
  ),
  shape('objects within objects, a hundred deep', 29, (count) => {
    const depth = 100;
    const width = Math.ceil(count / depth);
    let text = '0';
    for (let level = 0; level < depth; level += 1) {
      text = `{${list(width, (index) => `"${key17(level * width + index)}":${index === 0 ? text : 0}`)}}`;
    }
    return text;
  }),
  shape(
    'every key twice',
    56,
    (count) => `${objectOf(count, key17).slice(0, -1)},${objectOf(count, key17).slice(1)}`,
  ),
  shape('white space around everything', 32, (count) => `{ ${list(count, (n) => `"${key17(n)}" : 0\n`)} }`),
  shape('keys and values', 52, (count) => `{${list(count, (n) => `"${key17(n)}":"${key17(count + n)}"`)}}`),
];
