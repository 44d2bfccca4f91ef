// Tabs that share one save: one of them sends, by a Web Lock that the browser frees when that tab dies, and all of them hear of
// updates on a channel. Without Web Locks, as on pages without HTTPS, each tab sends; keys and conditions keep that harmless.
import { type FailureCode, type FailureFacts, PlaykeepError } from '../failure.ts';
import { holdLock } from '../web-lock.ts';
import type { SaveStatus } from './save-api.ts';

export interface StatusNote {
  readonly status: SaveStatus;
  readonly failure?: FailureFacts & { readonly code: FailureCode; readonly message: string };
}

/** A message to the sender: there is work, a pause shall end, or begin again. */
export type Nudge = 'notify' | 'wake' | 'refresh' | 'retry';

export type TabMessage =
  | { readonly type: 'updated' }
  | { readonly type: 'nudge'; readonly nudge: Nudge }
  | { readonly type: 'session'; readonly sessionId: string }
  /** Another device may have taken over. */
  | { readonly type: 'check' }
  /** A live tab is seen, while it holds this lock. */
  | { readonly type: 'seen'; readonly lock: string }
  /** Another tab sends from now on. Those that are seen tell it. */
  | { readonly type: 'roll' }
  | { readonly type: 'status'; readonly note: StatusNote };

export interface Tabs {
  /** Resolves when this tab is the one that sends, or is closed. */
  readonly isSender: Promise<unknown>;
  tell(message: TabMessage): void;
  close(): void;
}

/**
 * The name by which tabs of one origin find each other. A save of the same player in another storage is another one.
 * @param name of the service and the player
 */
export const tabsNameOf = (storageName: string | undefined, name: string): string =>
  storageName === undefined ? name : `${JSON.stringify(storageName)} ${name}`;

/** The beginning of the names of the locks of a save. */
export const lockNameOf = (name: string): string => `playkeep ${name}`;

/** @param name of the save; undefined for one that no other tab has */
export function joinTabs(name: string | undefined, onMessage: (message: TabMessage) => void): Tabs {
  if (name === undefined || typeof BroadcastChannel === 'undefined') {
    return { isSender: Promise.resolve(), tell: () => undefined, close: () => undefined };
  }
  const channel = new BroadcastChannel(lockNameOf(name));
  channel.onmessage = ({ data }) => onMessage(data);
  const end = new AbortController();
  return {
    isSender: holdLock(lockNameOf(name), end.signal),
    tell(message) {
      // Changes stored after the close are seen by other tabs with their next update.
      if (!end.signal.aborted) channel.postMessage(message);
    },
    close() {
      end.abort();
      channel.close();
    },
  };
}

export const noteOf = (status: SaveStatus, failure: PlaykeepError | undefined): StatusNote => ({
  status,
  // The message of an error is no own field that a copy has.
  ...(failure && { failure: { ...failure, message: failure.message } }),
});

export const failureOf = ({ failure }: StatusNote): PlaykeepError | undefined =>
  failure && new PlaykeepError(failure.code, failure.message, failure);
