// The bounded caches, which grow with their entries.
import { expect, test } from 'bun:test';
import { createBoundedCache, createKeyCache } from '../../src/lib/bounded-cache.ts';

test('the least recently used entry is evicted first, and the bound holds', () => {
  const cache = createBoundedCache<string>(3);
  for (const key of [1, 2, 3]) cache.set(key, 'a value');
  cache.get(1);
  cache.set(4, 'a value');
  expect([...cache.keys()].sort()).toEqual([1, 3, 4]);
  for (let key = 5; key < 1_000; key += 1) cache.set(key, 'a value');
  expect([...cache.keys()]).toEqual([999, 998, 997]);
});

test('a cache with string keys finds the last value set, and evicts the oldest entry', () => {
  const cache = createKeyCache<number>(2);
  for (const [index, key] of ['a', 'b', 'a'].entries()) cache.set(key, index);
  expect([cache.peek('a'), cache.get('b'), cache.get('c')]).toEqual([2, 1, undefined]);
  cache.set('c', 3);
  expect([cache.peek('a'), cache.peek('b'), cache.peek('c')]).toEqual([undefined, 1, 3]);
  cache.delete('b');
  expect(cache.peek('b')).toBeUndefined();
});
