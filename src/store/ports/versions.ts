// The port for kept versions: earlier states of a player's metadata. A write keeps the state that it replaces when the newest
// kept one is older than the interval, when it is the first write of a session, when a server wrote the state or replaces it, or when
// the write loses most of the state (ports/losses.ts).
// Times are milliseconds since the Unix epoch.

/** The writers of a state: the player, or a server with a key. */
export const writers = ['player', 'server'] as const;
export type Writer = (typeof writers)[number];

export interface KeptVersion {
  readonly version: number;
  /** The time at which this state was written; null when it is not known. */
  readonly writtenAt: number | null;
  /** The session in which this state was written; null for none. */
  readonly sessionId: string | null;
  readonly by: Writer;
  /** The server key that wrote this state; null for the player, and where the key is not known. */
  readonly keyId: string | null;
  /** The time at which this state was replaced. */
  readonly keptAt: number;
  /** UTF-8 bytes of the text; 0 for a state without text. */
  readonly sizeBytes: number;
}

/** A kept version without its content. */
export interface VersionFacts extends KeptVersion {
  /** The version that the content is a difference from; null for none. */
  readonly baseVersion: number | null;
}

/** A kept version as it is stored. */
export interface VersionRow extends VersionFacts {
  /** Kept for what it is, not because an interval had passed: the state before a session, before a deletion. */
  readonly milestone: boolean;
  /** Empty for a state without text; else one byte for the form, and the text in that form. */
  readonly content: Uint8Array;
}

export interface KeptVersionWithText extends KeptVersion {
  readonly text: string | undefined;
}

export interface KeptVersionWithBytes extends KeptVersion {
  /** The text in UTF-8. Nobody may change these bytes, since the next version is decoded from them. */
  readonly bytes: Uint8Array | undefined;
}

export interface VersionStore {
  /** The kept versions of a player, newest first. */
  list(sequentialId: number): Promise<readonly KeptVersion[]>;
  /** One kept version with its text; undefined when it is not kept, or not any more. */
  find(sequentialId: number, version: number): Promise<KeptVersionWithText | undefined>;
  /**
   * All kept versions with their texts, newest first. Each is read and decoded when it is asked for. A version that is deleted
   * meanwhile is left out.
   */
  readAll(sequentialId: number): AsyncIterable<KeptVersionWithBytes>;
  /** Deletes the versions that are too old, and losses of that age, in small steps. An abort ends it after a step. */
  deleteOld(signal: AbortSignal): Promise<void>;
}
