// The caches that grow as their entries come.
import { expect, test } from 'bun:test';
import { createLru } from '../../src/lib/lru.ts';

test('the least recently used entry goes first, and there are never more than so many', () => {
  const cache = createLru<number>(3);
  for (const [index, key] of ['a', 'b', 'c'].entries()) cache.set(key, index);
  cache.get('a');
  cache.set('d', 3);
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd']);
  for (let n = 0; n < 1_000; n += 1) cache.set(String(n), n);
  expect([...cache.keys()]).toEqual(['999', '998', '997']);
});
