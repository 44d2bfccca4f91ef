// The save as the game sees it: its functions, events and options.
import type { PlaykeepError } from '../failure.ts';
import type { PatchOperation } from '../metadata.ts';
import type { JsonObject } from '../record.ts';
import type { ConflictKind, Outcome } from './device.ts';
import type { SaveSession } from './shared-session.ts';
import type { Origin } from './store.ts';
import type { ArrayPath, ItemAt, MergePatch, NumberPath, Whole } from './typed-paths.ts';

/**
 * - `saved`: the service has all of it, but for members that it refuses (`pending().held`).
 * - `saving`: a request is under way or about to leave.
 * - `waiting`: for the network, the service, a session, or the answer of `resolve`.
 * - `blocked`: until `retry()`, or another document where the service refuses this one as a whole. `error` says why.
 */
export type SaveStatus = 'saved' | 'saving' | 'waiting' | 'blocked';

export interface SaveOptions<Data extends object = JsonObject> {
  /** What a save begins with where neither device nor service has one. */
  readonly initial?: Data;
  /**
   * A save that this device has from before Playkeep. A service without a record gets it. One with a record asks `resolve`; without
   * that the record stands, and this one is `aside()`.
   */
  readonly existing?: Data | undefined;
  /** Decides about two devices that changed one member: what it answers is stored. Without it this device's values stay. */
  readonly resolve?: (conflict: Conflict<Data>) => Data | Promise<Data>;
  /**
   * What is one value in a conflict: each member (`paths`, the default), the whole document, or the members at these JSON Pointers,
   * such as `/loadout`, and each member beside them.
   */
  readonly conflicts?: 'paths' | 'document' | readonly string[];
  /** The session that must be the active one for each write, such as that of `sessions.play`. */
  readonly session?: SaveSession;
  /**
   * Hears of what a server or another device writes within a second, while the page or app is awake: `change` tells it, without a
   * question of the game. A request to the service waits meanwhile, in one of several tabs. Without it the save reads when it is
   * opened, when the page wakes up, and with its own changes.
   */
  readonly live?: boolean;
  /** Ends the opening. */
  readonly signal?: AbortSignal;
}

/** Two sides of a save that both changed a member to different values. */
export interface Conflict<Data extends object = JsonObject> {
  /**
   * - `paths`: both changed the members at `paths`.
   * - `first`: the save began on this device, and the service has a record after all.
   * - `deleted`: the record was deleted.
   */
  readonly kind: ConflictKind;
  /** What both sides changed; null where the device cannot know it. */
  readonly base: Data | null;
  /** This device's document. */
  readonly mine: Data;
  /** The service's document. */
  readonly theirs: Data;
  /** Both, with mine where they disagree. */
  readonly merged: Data;
  /** JSON Pointers of the members in dispute; empty text for the whole document. */
  readonly paths: readonly string[];
  readonly theirsWrittenAt: Date | null;
}

export interface IncrementOptions {
  readonly min?: number;
  readonly max?: number;
  /** The value of a missing member before the addition, 0 by default. */
  readonly initial?: number;
}

export interface AppendOptions {
  /** The most items of the array; beyond it the first ones go. */
  readonly maxItems?: number;
}

/** The outcome of a change. */
export interface Durability {
  /** False where the change is in memory alone, and goes with the process unless it reaches the service. */
  readonly durable: boolean;
}

export interface Refused {
  /** JSON Pointers of the members or operations. */
  readonly paths: readonly string[];
  readonly error: PlaykeepError;
  /** The members keep their values, and are not sent until these change. Otherwise they have left the document. */
  readonly held: boolean;
}

/** What the service has not. */
export interface Pending {
  /** When the oldest change was made. */
  readonly since: Date | null;
  /** About what the next request takes. */
  readonly bytes: number;
  /** JSON Pointers of the members. */
  readonly paths: readonly string[];
  /** Members that the service refuses. */
  readonly held: readonly { readonly path: string; readonly error: PlaykeepError }[];
  /** A part of it is in a request under way. */
  readonly sent: boolean;
}

export interface SaveEvents<Data extends object> {
  /** `data` is another one: by this game, another tab, the service, or the answer of `resolve`. */
  change: { readonly data: Data; readonly origin: Origin };
  status: {
    readonly status: SaveStatus;
    readonly durable: boolean;
    readonly error: PlaykeepError | undefined;
  };
  /** What `resolve` gets, and what was kept. */
  conflict: Conflict<Data> & { readonly kept: Outcome };
  /** The service refuses a part of the save, or an addition or a guarded patch no longer fits. */
  refused: Refused;
}

/**
 * Changes apply to `data` at once, and resolve when they are durable on the device. They reject with `refused` for what does not apply
 * or is no value of JSON, and change nothing then.
 */
export interface Save<Data extends object = JsonObject> {
  /** What the player has. It is a new object after each change, and frozen: a game that changes its state in place uses `load`. */
  readonly data: Data;
  /** Where the data came from when the save was opened. */
  readonly source: 'device' | 'service' | 'existing' | 'initial';
  /** A copy of `data`, to change at will and to hand to `set`. */
  load(): Data;
  /** Takes over what the game changed since it loaded or set a state last. All else stays as it is. */
  set(state: Whole<Data>): Promise<Durability>;
  /** Makes a new document from `data`. */
  update(change: (data: Data) => Whole<Data>): Promise<Durability>;
  merge(patch: MergePatch<Data>): Promise<Durability>;
  /** One with a `test`, or with `increment` and `append` beside others, applies whole or not at all, also later upon others' changes. */
  patch(operations: readonly PatchOperation[]): Promise<Durability>;
  /** Adds to a number, exactly. Additions of several devices are all there. @param path a JSON Pointer */
  increment(path: NumberPath<Data>, by: number, options?: IncrementOptions): Promise<Durability>;
  /** Adds an item at the end of an array. @param path a JSON Pointer */
  append<Path extends ArrayPath<Data>>(
    path: Path,
    value: ItemAt<Data, Path>,
    options?: AppendOptions,
  ): Promise<Durability>;
  /**
   * Resolves when the service has acknowledged every change made before the call. It rejects when the save is `blocked`, when a
   * member is held, or after three failed attempts; the changes stay on the device.
   */
  flush(): Promise<void>;
  /** Reads the record now. @throws PlaykeepError */
  refresh(): Promise<void>;
  readonly status: SaveStatus;
  /** Why the status is `waiting` or `blocked`. */
  readonly error: PlaykeepError | undefined;
  /** False where the device keeps nothing: changes go with the process unless they reach the service. */
  readonly durable: boolean;
  /** Null where the service has everything. */
  pending(): Pending | null;
  /** The oldest document that gave way to the service's without a question; undefined for none. */
  aside(): Data | undefined;
  dropAside(): Promise<void>;
  /**
   * Begins again after the save was `blocked`, and at once while it is `waiting`. A save is no longer `blocked` when it returns.
   * @param session that writes the changes from now on, such as one that took over from another device
   */
  retry(session?: SaveSession): void;
  /** Goes back to the record, or to its value at a pointer. It waits for the answer to a request under way. */
  discard(pointer?: string): Promise<void>;
  on<Name extends keyof SaveEvents<Data>>(
    event: Name,
    listener: (event: SaveEvents<Data>[Name]) => void,
  ): () => void;
  /** Ends the save on this device. What is unsent stays, and goes when it is opened again. */
  close(): Promise<void>;
  /**
   * The same, and nothing of this player stays on the device. @throws PlaykeepError `refused` while something is unsent, but for
   * `evenUnsent`
   */
  forget(options?: { readonly evenUnsent?: boolean }): Promise<void>;
}
