// The changes that are on the device, read again and again while the page is open. The save has no event for a change that was sent,
// and a reading within its event `change` would bring about the next such event.
import type { Kept, PendingChange, PlaykeepError, Save } from '@playkeep/client';

type Kind = PendingChange['kind'];

export interface PendingChanges {
  /** Tells of a change that the game made. On a good network it is gone before the next reading. */
  made(kind: Kind, kept: Promise<Kept>): void;
  onMade(listener: (change: { readonly kind: Kind; readonly id: string }) => void): void;
  /** Tells why a change was not made. Then nothing was changed. */
  onNotMade(listener: (failure: PlaykeepError) => void): void;
  /** Reads now, and tells the listeners. */
  refresh(): Promise<void>;
  onRead(listener: (pending: readonly PendingChange[]) => void): void;
}

const pauseMilliseconds = 200;

/** It ends with the save. */
export function followPendingChanges<Data extends object>(save: Save<Data>): PendingChanges {
  const listeners = new Set<(pending: readonly PendingChange[]) => void>();
  const madeListeners = new Set<Parameters<PendingChanges['onMade']>[0]>();
  const failureListeners = new Set<(failure: PlaykeepError) => void>();

  async function refresh(): Promise<void> {
    const pending = await save.pending();
    for (const listener of listeners) listener(pending);
  }

  async function run(): Promise<void> {
    for (;;) {
      await refresh();
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    }
  }

  run().catch(() => undefined);
  return {
    made(kind, kept) {
      kept.then(
        ({ id }) => {
          for (const listener of madeListeners) listener({ kind, id });
        },
        (failure: PlaykeepError) => {
          for (const listener of failureListeners) listener(failure);
        },
      );
    },
    onMade: (listener) => void madeListeners.add(listener),
    onNotMade: (listener) => void failureListeners.add(listener),
    refresh,
    onRead: (listener) => void listeners.add(listener),
  };
}
