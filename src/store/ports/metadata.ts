// The port for metadata: one JSON text for each player, stored to the last character, and a count of its changes. A write keeps
// the state that it replaces as a version where ports/versions.ts says so, in the same commit.
import type { AuditedAs } from './audit.ts';
import type { IdempotencyKey, KeyReused } from './idempotency.ts';
import type { InstallationWrite } from './installations.ts';
import type { Suspended, SuspendedUntil } from './suspensions.ts';
import type { Writer } from './versions.ts';

export interface Metadata {
  readonly playerId: string;
  /** The JSON text as it was submitted; undefined when it was never set, or was deleted. */
  readonly text: string | undefined;
  /** Counts the changes of this player's metadata, deletions included. */
  readonly version: number;
}

/** Metadata with the time of its last write, which is for its own player. */
export interface DatedMetadata extends Metadata {
  /** In milliseconds since the Unix epoch; null for metadata that was never written, or was imported without the time. */
  readonly writtenAt: number | null;
}

/** Metadata as its own player, or a server, finds it. */
export interface FoundMetadata extends DatedMetadata {
  /** Undefined unless the player is suspended. A server reads on regardless. */
  readonly suspendedUntil?: SuspendedUntil | undefined;
}

export interface MetadataRecord extends Metadata {
  readonly sequentialId: number;
}

/** The outcome of the function that decides an edit. The function is pure, since a store may call it several times. */
export interface Decision<Answer> {
  /** The answer for the caller, in a form that JSON can hold: with an `IdempotencyKey` it is stored. */
  readonly answer: Answer;
  /** A short form of the answer. With an `IdempotencyKey` it stays for as long as the key, when the long form has to go. */
  readonly brief?: Answer;
  /** The new text, null to remove it. Without this member nothing changes. */
  readonly text?: string | null;
}

export interface EditOptions {
  /** The writer; the player by default. A state that a server wrote or replaces is always kept. */
  readonly by?: Writer;
  /** The audit entry of a write by a server. The metadata has the key of its author. */
  readonly audited?: AuditedAs | undefined;
  /** The required session: the write takes effect only while this is the player's active session. */
  readonly sessionId?: string | undefined;
  /** Keeps the replaced state whatever the interval says. */
  readonly keepReplaced?: boolean;
  /** The kept version that the write brings back. It ends the losses after that version, and is none itself. */
  readonly restored?: number | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** The write takes effect once for its installation. It has no idempotency key beside that. */
  readonly installationWrite?: InstallationWrite | undefined;
}

export interface Edited<Answer> {
  readonly answer: Answer;
  /** The version after the write; the version found when nothing changed. */
  readonly version: number;
  /** When that version was written; undefined where a repetition under a key does not know it any more. */
  readonly writtenAt?: number | null;
  /** The call repeats a key whose answer was too long to keep: this is the short form. */
  readonly isBrief?: true;
}

/** The outcome of a write that the installation made before, and that took effect: nothing changes. */
export interface Repeated {
  /** The metadata as it is now. */
  readonly repeated: DatedMetadata;
}

/** The state that a save made. */
export type Saved = Pick<DatedMetadata, 'version' | 'writtenAt'>;

export interface MetadataStore {
  /** @param playerId the id of this player where the caller knows it, so that it need not be read */
  find(sequentialId: number, playerId?: string): Promise<FoundMetadata | undefined>;
  /**
   * `find` for another player, the reader. `'reader-not-found'` when the reader does not exist, and `Suspended` when the reader is
   * suspended, whatever is asked for.
   */
  findAsReader(
    readerId: number,
    sequentialId: number,
  ): Promise<Metadata | Suspended | 'reader-not-found' | undefined>;
  /**
   * Reads many records as of one moment, in no particular order. Unknown players are left out.
   * @returns the number of UTF-8 bytes instead, when the texts hold more than `maxBytes` together; no text is read then.
   */
  list(sequentialIds: readonly number[], maxBytes: number): Promise<readonly MetadataRecord[] | number>;
  /** Replaces the whole text in the name of the player. */
  save(sequentialId: number, text: string): Promise<Saved | Suspended | undefined>;
  /**
   * Calls `decide` with the current state and writes its decision. No other write happens in between. A write of a suspended
   * player is refused before that, and a write that its installation repeats is answered before that.
   */
  edit<Answer>(
    sequentialId: number,
    decide: (current: Metadata) => Decision<Answer>,
    options?: EditOptions,
  ): Promise<Edited<Answer> | Repeated | 'session-not-current' | KeyReused | Suspended | undefined>;
}
