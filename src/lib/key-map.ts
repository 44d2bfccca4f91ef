// A map by strings that callers choose, safe from hash flooding. The runtime's own `Map`, `Set` and objects hash with a public
// seed, so a caller can choose keys that all collide, and every lookup then walks through all of them. Each process draws its
// hash function here at random from a universal family, so two keys collide only by chance, whoever chose them.
import { createHash, randomBytes } from 'node:crypto';

/** The number of random factors. Keys of this length or more are hashed by SHA-256, which needs no factors. */
const tableLength = 256;
/** The number of products that are summed before a reduction. Each is below 2^48, so the sum is exact. */
const exactProducts = 16;
/** Primes below 2^32 and 2^20. The two hashes together take 52 bits, which a number holds exactly. */
const highPrime = 4_294_967_291;
const lowPrime = 1_048_573;

/** One of the two hashes: a function of the universal family, made of a prime and random factors below it. */
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
 * The hash of a string: an integer below 2^52 that differs between processes. A short string is hashed by multilinear hashing
 * (Carter and Wegman, 1979): the sum of its UTF-16 units, each times a random factor, modulo a prime.
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

/** The text is hashed as UTF-16, in which different lone surrogates stay different. */
function hashOfLong(text: string): number {
  return createHash('sha256').update(secret).update(Buffer.from(text, 'utf16le')).digest().readUIntBE(0, 6);
}

interface Entry<Value> {
  readonly key: string;
  value: Value;
  /** The next entry with the same hash. */
  next: Entry<Value> | undefined;
}

/** It has the methods of `Map` that are needed. The order of iteration is undefined. */
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

  /** Visits all entries without an iterator, which would cost more than a small map. */
  forEach(visit: (value: Value, key: string) => void): void {
    for (const first of this.#entries.values())
      for (let entry: Entry<Value> | undefined = first; entry; entry = entry.next)
        visit(entry.value, entry.key);
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

/** A set of keys, as a map to `true`. */
export function setOf(keys: readonly string[]): KeyMap<true> {
  const set = new KeyMap<true>();
  for (const key of keys) set.set(key, true);
  return set;
}

/** Does a key occur more than once? */
export const hasDuplicates = (keys: readonly string[]): boolean => setOf(keys).size < keys.length;

/** Each key once, in no defined order. */
export const distinct = (keys: readonly string[]): string[] => [...setOf(keys)].map(([key]) => key);
