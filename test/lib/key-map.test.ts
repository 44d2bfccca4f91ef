// A map with callers' strings as keys behaves like `Map`.
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { distinct, hasDuplicates, hashOf, KeyMap, setOf } from '../../src/lib/key-map.ts';

const names = [
  '',
  'a',
  'b',
  '__proto__',
  'constructor',
  '\ud800',
  '\udc00',
  'x'.repeat(256),
  'y'.repeat(300),
];
const key = fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 3 }));
const operation = fc.tuple(fc.constantFrom('set', 'delete', 'get'), key, fc.nat());

test.each([
  ['with its own hash', hashOf],
  ['even when all keys collide', () => 1],
])('a key map holds the entries of a Map after any operations, %s', (_, hash) => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 60 }), (operations) => {
      const map = new Map<string, number>();
      const ours = new KeyMap<number>(hash);
      for (const [name, each, value] of operations) {
        if (name === 'set') {
          map.set(each, value);
          ours.set(each, value);
        } else if (name === 'delete') {
          map.delete(each);
          ours.delete(each);
        }
        expect([ours.get(each), ours.has(each), ours.size]).toEqual([map.get(each), map.has(each), map.size]);
      }
      expect(new Map(ours)).toEqual(map);
    }),
    { numRuns: 1_000 },
  );
});

test('hashes are the same for the same string, and differ for others of any length', () => {
  const long = ['\ud800', '\ud801', '\udc00'].map((unit) => unit + 'x'.repeat(300));
  const texts = [...long, ...Array.from({ length: 2_000 }, (_, length) => 'x'.repeat(length))];
  expect(new Set(texts.map(hashOf)).size).toBe(texts.length);
  expect(texts.map(hashOf)).toEqual(texts.map((text) => hashOf(`${text}`)));
  expect(texts.map(hashOf).every((hash) => Number.isSafeInteger(hash))).toBe(true);
});

test('another process computes other hashes', async () => {
  const script = "console.log(require('./src/lib/key-map.ts').hashOf('a player'))";
  const { stdout } = Bun.spawnSync([process.execPath, '--no-env-file', '-e', script]);
  expect(Number(stdout.toString())).toBeGreaterThan(0);
  expect(Number(stdout.toString())).not.toBe(hashOf('a player'));
});

test('sets of keys find the repeated ones', () => {
  expect(hasDuplicates(['a', 'b'])).toBe(false);
  expect(hasDuplicates(['a', 'b', 'a'])).toBe(true);
  expect(distinct(['a', 'b', 'a']).sort()).toEqual(['a', 'b']);
  expect([setOf(['a']).has('a'), setOf(['a']).has('b')]).toEqual([true, false]);
});
