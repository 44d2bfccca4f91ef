// The changes that are on the device, read again and again while the page is open. The save has no event for a change that was sent,
// and a reading within its event `change` would bring about the next such event.
import type { PendingChange, Save } from '@playkeep/client';

export interface PendingChanges {
  /** Reads now, and tells the listeners. */
  refresh(): Promise<void>;
  onRead(listener: (pending: readonly PendingChange[]) => void): void;
}

const pauseMilliseconds = 200;

/** It ends with the save. */
export function followPendingChanges<Data extends object>(save: Save<Data>): PendingChanges {
  const listeners = new Set<(pending: readonly PendingChange[]) => void>();

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
  return { refresh, onRead: (listener) => void listeners.add(listener) };
}
