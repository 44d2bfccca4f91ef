// The save as the game sees it: its functions, events and options.
import type { PlaykeepError } from '../failure.ts';
import type { PatchOperation } from '../metadata.ts';
import type { JsonObject } from '../record.ts';
import type { ChangeKind, ChangeState } from './change.ts';
import type { Conflict } from './settlement.ts';
import type { SaveSession } from './shared-session.ts';
import type { ArrayPath, ItemAt, MergePatch, NumberPath, Whole } from './typed-paths.ts';

export type SaveStatus = 'saved' | 'saving' | 'waiting' | 'blocked';

export interface SaveOptions<Data extends object = JsonObject> {
  /** The data of a save that neither the device nor the service has. */
  readonly initial?: Data;
  /** Decides about two devices that changed one path: what it answers is stored. Without it this device's changes stay. */
  readonly resolve?: (conflict: Conflict<Data>) => Data | Promise<Data>;
  /** The session that must be the active one for each write, such as that of `sessions.play`. */
  readonly session?: SaveSession;
  /**
   * Hears of what a server or another device writes within a second, while the page or app is awake: `change` tells it, without a
   * question of the game. A request to the service waits meanwhile, in one of several tabs. Without it the save reads when it is
   * opened, when the page wakes up, and with its own changes.
   */
  readonly live?: boolean;
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

export interface PendingChange {
  readonly id: string;
  readonly kind: ChangeKind;
  /** ISO 8601, by the device's clock. */
  readonly madeAt: string;
  readonly state: ChangeState;
  /**
   * How many changes of the game it stands for. Without a network, changes that waited were joined into one where that has the same
   * effect. It has the id, kind and time of the last of them, and is sent, refused and discarded as one.
   */
  readonly count: number;
  /** Why it was refused. */
  readonly error?: PlaykeepError;
}

/** The outcome of a change. */
export interface Kept {
  readonly id: string;
  /** False where the change is in memory alone, and goes with the process. */
  readonly durable: boolean;
}

export interface SaveEvents<Data extends object> {
  /** `data` is another one. */
  change: { readonly data: Data };
  status: {
    readonly status: SaveStatus;
    readonly durable: boolean;
    readonly error: PlaykeepError | undefined;
  };
  /** Two devices changed one path, and this device's change stays: there is no `resolve`. */
  conflict: Conflict<Data>;
  /** A change was set aside. It waits for `discard`. */
  refused: PendingChange;
}

/**
 * Changes of `data` apply at once, and resolve when they are kept on the device. They reject with `refused` for a change that does not
 * apply or is no change, such as a path that is no JSON Pointer.
 */
export interface Save<Data extends object = JsonObject> {
  /** The player's view. It is a new object after each change, and frozen: a game edits a copy. */
  readonly data: Data;
  merge(patch: MergePatch<Data>): Promise<Kept>;
  patch(operations: readonly PatchOperation[]): Promise<Kept>;
  set(data: Whole<Data>): Promise<Kept>;
  /** Adds to a number, exactly. Additions of several devices are all there. @param path a JSON Pointer */
  increment(path: NumberPath<Data>, by: number, options?: IncrementOptions): Promise<Kept>;
  /** Adds an item at the end of an array. @param path a JSON Pointer */
  append<Path extends ArrayPath<Data>>(
    path: Path,
    value: ItemAt<Data, Path>,
    options?: AppendOptions,
  ): Promise<Kept>;
  /**
   * Resolves when the service has acknowledged every change made before the call. It rejects when the save is `blocked`, when a
   * change was refused, or after three failed attempts; the changes stay on the device.
   */
  flush(): Promise<void>;
  readonly status: SaveStatus;
  /** Why the status is `waiting` or `blocked`. */
  readonly error: PlaykeepError | undefined;
  /** False where the device keeps nothing: changes go with the process unless they reach the service. */
  readonly durable: boolean;
  pending(): Promise<readonly PendingChange[]>;
  /**
   * Begins again after the save was `blocked`, and at once while it is `waiting`. A save is no longer `blocked` when it returns.
   * @param session that writes the changes from now on, such as one that took over from another device
   */
  retry(session?: SaveSession): void;
  /**
   * Drops a change that was refused or not sent, with all that it stands for.
   * @returns false where there is none, also for one that was joined with a later one. @throws PlaykeepError `refused` for one on its
   *   way
   */
  discard(id: string): Promise<boolean>;
  on<Name extends keyof SaveEvents<Data>>(
    event: Name,
    listener: (event: SaveEvents<Data>[Name]) => void,
  ): () => void;
  /** Ends the save on this device. Changes that wait stay, and go when it is opened again. */
  close(): Promise<void>;
}
