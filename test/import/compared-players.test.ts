// The comparison of player ids within an import: exact up to its bound, in one table.
import { expect, test } from 'bun:test';
import { createComparedPlayers } from '../../src/import/compared-players.ts';

test('an id that came before is noticed, however often the table grew', () => {
  const compared = createComparedPlayers();
  for (let n = 0; n < 20_000; n += 1) expect(compared.add(`player ${n}`)).toBe(true);
  for (let n = 0; n < 20_000; n += 1) expect(compared.add(`player ${n}`)).toBe(false);
  expect(compared.isFull).toBe(false);
});

test('past the bound ids count as new, and those from before it are still noticed', () => {
  const compared = createComparedPlayers(3);
  for (const id of ['a', 'b', 'c']) expect(compared.add(id)).toBe(true);
  expect(['d', 'd', 'b'].map(compared.add)).toEqual([true, true, false]);
  expect(compared.isFull).toBe(true);
});
