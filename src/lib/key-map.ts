// A map by strings that callers choose. The runtime's own `Map`, `Set` and objects hash with a public seed, so that keys can be
// made which all collide, and each look-up then walks through all of them (hash flooding). This hash is drawn anew for
// each process from a universal family, so that no two keys collide more often than by chance, whoever chose them.
import { createHash, randomBytes } from 'node:crypto';

/** Longer keys are hashed by SHA-256, which needs no table. */
const tableLength = 256;
/** A product stays below 2^48, so the sum of as many as this is exact. */
const exactProducts = 16;
/** Primes below 2^32 and 2^20: together the hashes take 52 bits, which a number holds exactly. */
const highPrime = 4_294_967_291;
const lowPrime = 1_048_573;

interface HashPart {
  readonly prime: number;
  readonly factors: Float64Array;
}

const hashPart = (prime: number): HashPart => ({
  prime,
  factors: Float64Array.from({ length: tableLength + 1 }, () => randomBytes(6).readUIntBE(0, 6) % prime),
});
const high = hashPart(highPrime);
const low = hashPart(lowPrime);
const secret = randomBytes(32);

/**
 * The hash of a string: a different one in each process, an integer below 2^52. Short strings: the sum of their UTF-16 units,
 * each times a random factor, modulo a prime (Carter and Wegman, 1979).
 */
export function hashOf(text: string): number {
  if (text.length >= tableLength) return hashOfLong(text);
  return multilinear(text, high) * 2 ** 20 + multilinear(text, low);
}

function multilinear(text: string, { prime, factors }: HashPart): number {
  const { length } = text;
  let sum = (factors[tableLength] as number) * length;
  for (let start = 0; start < length; start += exactProducts) {
    const end = Math.min(start + exactProducts, length);
    for (let index = start; index < end; index += 1) {
      sum += (factors[index] as number) * text.charCodeAt(index);
    }
    sum -= Math.floor(sum / prime) * prime;
  }
  return sum;
}

/** In UTF-16, where lone surrogates stay apart. */
function hashOfLong(text: string): number {
  return createHash('sha256').update(secret).update(Buffer.from(text, 'utf16le')).digest().readUIntBE(0, 6);
}

interface Entry<Value> {
  readonly key: string;
  value: Value;
  /** Another key of the same hash. */
  next: Entry<Value> | undefined;
}

/** The methods of `Map` that are needed. Iteration has no defined order. */
export class KeyMap<Value> {
  readonly #entries = new Map<number, Entry<Value>>();
  readonly #hash: (key: string) => number;
  #size = 0;

  constructor(hash = hashOf) {
    this.#hash = hash;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    return this.#find(key)?.value;
  }

  has(key: string): boolean {
    return this.#find(key) !== undefined;
  }

  set(key: string, value: Value): void {
    const hash = this.#hash(key);
    const first = this.#entries.get(hash);
    for (let entry = first; entry; entry = entry.next) {
      if (entry.key !== key) continue;
      entry.value = value;
      return;
    }
    this.#entries.set(hash, { key, value, next: first });
    this.#size += 1;
  }

  delete(key: string): void {
    const hash = this.#hash(key);
    const first = this.#entries.get(hash);
    let before: Entry<Value> | undefined;
    for (let entry = first; entry; before = entry, entry = entry.next) {
      if (entry.key !== key) continue;
      if (before) before.next = entry.next;
      else if (entry.next) this.#entries.set(hash, entry.next);
      else this.#entries.delete(hash);
      this.#size -= 1;
      return;
    }
  }

  *[Symbol.iterator](): IterableIterator<readonly [key: string, value: Value]> {
    for (const first of this.#entries.values()) {
      for (let entry: Entry<Value> | undefined = first; entry; entry = entry.next)
        yield [entry.key, entry.value];
    }
  }

  #find(key: string): Entry<Value> | undefined {
    let entry = this.#entries.get(this.#hash(key));
    while (entry && entry.key !== key) entry = entry.next;
    return entry;
  }
}

/** A set, as a map of nothing. */
export function setOf(keys: readonly string[]): KeyMap<true> {
  const set = new KeyMap<true>();
  for (const key of keys) set.set(key, true);
  return set;
}

/** Is a key among others more than once? */
export const hasDuplicates = (keys: readonly string[]): boolean => setOf(keys).size < keys.length;

/** The keys, each once. */
export const distinct = (keys: readonly string[]): string[] => [...setOf(keys)].map(([key]) => key);
