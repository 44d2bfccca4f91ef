// The changes that are on the device, read whenever the save tells news: its view, its status, or a change that was set aside.
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

/** It ends with the save. */
export function followPendingChanges<Data extends object>(save: Save<Data>): PendingChanges {
  const listeners = new Set<(pending: readonly PendingChange[]) => void>();
  const madeListeners = new Set<Parameters<PendingChanges['onMade']>[0]>();
  const failureListeners = new Set<(failure: PlaykeepError) => void>();

  async function refresh(): Promise<void> {
    const pending = await save.pending();
    for (const listener of listeners) listener(pending);
  }

  const follow = (): void => void refresh().catch(() => undefined);
  for (const event of ['change', 'status', 'refused'] as const) save.on(event, follow);
  follow();
  return {
    made(kind, kept) {
      kept.then(
        ({ id }) => {
          for (const listener of madeListeners) listener({ kind, id });
          follow();
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
