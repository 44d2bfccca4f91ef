// The port for idempotency keys. The outcome of a write is stored under its key in the same commit and answers every later
// call with that key for `IDEMPOTENCY_KEY_SECONDS`. Two concurrent calls with one key write once.
// A refusal because of a suspension is no outcome: it is not stored, and while it lasts no stored outcome is answered.
// The `IDEMPOTENCY_MAX_KEYS` newest keys of a player are kept. The keys of servers are apart from those of the players, with the
// same bounds for each player. All server keys share them, so they outlive the rotation of a server key.
import type { Writer } from './versions.ts';

/** Makes a write safe to repeat. Each write takes it as an option. */
export interface IdempotencyKey {
  readonly key: string;
  /** Tells requests apart. A known key with another fingerprint answers `'key-reused'`. */
  readonly fingerprint: string;
  /** The player by default. */
  readonly owner?: Writer;
}

/** Every outcome of a write that was sent under the key of another request. */
export type KeyReused = 'key-reused';

export interface IdempotencyKeyStore {
  /** Deletes the keys that are too old, in small steps. An abort ends it after a step. */
  deleteOld(signal: AbortSignal): Promise<void>;
}
