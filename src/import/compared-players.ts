// The player ids of an import so far, as fingerprints of 64 bits in one table: two players of the source who get one id are noticed in
// bounded memory.
import { createHash } from 'node:crypto';
import { IMPORT_COMPARED_MAX_PLAYERS } from '../limits.ts';

export interface ComparedPlayers {
  /** @returns false when the id came before. Past the bound every id counts as new. */
  add(playerId: string): boolean;
  readonly isFull: boolean;
}

/** The part of the table that is filled before it doubles. */
const maxLoad = 0.7;

export function createComparedPlayers(maxPlayers = IMPORT_COMPARED_MAX_PLAYERS): ComparedPlayers {
  let table = new BigUint64Array(2 ** 10);
  let size = 0;

  /** The index of a fingerprint, or the empty one where it belongs. */
  function indexOf(fingerprint: bigint): number {
    const mask = table.length - 1;
    let index = Number(fingerprint & 0xffff_ffffn) & mask;
    while (table[index] !== 0n && table[index] !== fingerprint) index = (index + 1) & mask;
    return index;
  }

  function grow(): void {
    const before = table;
    table = new BigUint64Array(before.length * 2);
    for (const fingerprint of before) if (fingerprint !== 0n) table[indexOf(fingerprint)] = fingerprint;
  }

  return {
    add(playerId) {
      const fingerprint = createHash('sha256').update(playerId).digest().readBigUInt64LE() || 1n;
      const index = indexOf(fingerprint);
      if (table[index] === fingerprint) return false;
      if (size >= maxPlayers) return true;
      table[index] = fingerprint;
      size += 1;
      if (size > table.length * maxLoad) grow();
      return true;
    },
    get isFull() {
      return size >= maxPlayers;
    },
  };
}
