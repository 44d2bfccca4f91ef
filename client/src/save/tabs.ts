// Tabs that share one save: one of them sends, by a Web Lock that the browser frees when that tab dies, and all of them hear of
// updates on a channel. Without Web Locks, as on pages without HTTPS, each tab sends; keys and conditions keep that harmless.
import { type FailureCode, type FailureFacts, PlaykeepError } from '../failure.ts';

export type SaveStatus = 'saved' | 'saving' | 'waiting' | 'blocked';

export interface StatusNote {
  readonly status: SaveStatus;
  readonly failure?: FailureFacts & { readonly code: FailureCode; readonly message: string };
}

/** A message to the sender: there is work, a pause shall end, or begin again. */
export type Nudge = 'notify' | 'wake' | 'retry';

export type TabMessage =
  | { readonly type: 'updated' }
  | { readonly type: 'nudge'; readonly nudge: Nudge }
  | { readonly type: 'session'; readonly sessionId: string }
  | { readonly type: 'status'; readonly note: StatusNote };

export interface Tabs {
  /** Resolves when this tab is the one that sends; never for one that closes before. */
  readonly isSender: Promise<void>;
  tell(message: TabMessage): void;
  close(): void;
}

interface Locks {
  request(
    name: string,
    options: { readonly signal: AbortSignal },
    run: () => Promise<void>,
  ): Promise<unknown>;
}

/**
 * The name by which tabs of one origin find each other. A save of the same player in another storage is another one.
 * @param name of the service and the player
 */
export const tabsNameOf = (storageName: string | undefined, name: string): string =>
  storageName === undefined ? name : `${JSON.stringify(storageName)} ${name}`;

/** @param name of the save; undefined for one that no other tab has */
export function joinTabs(name: string | undefined, onMessage: (message: TabMessage) => void): Tabs {
  if (name === undefined || typeof BroadcastChannel === 'undefined') {
    return { isSender: Promise.resolve(), tell: () => undefined, close: () => undefined };
  }
  const channel = new BroadcastChannel(`playkeep ${name}`);
  channel.onmessage = ({ data }) => onMessage(data);
  const end = new AbortController();
  const locks = (globalThis.navigator as { readonly locks?: Locks } | undefined)?.locks;
  const isSender = new Promise<void>((resolve) => {
    if (locks === undefined) return resolve();
    const hold = () =>
      new Promise<void>((release) => {
        end.signal.addEventListener('abort', () => release());
        resolve();
      });
    // The request is refused when this tab closes before it has the lock.
    locks.request(`playkeep ${name}`, { signal: end.signal }, hold).catch(() => undefined);
  });
  return {
    isSender,
    tell: (message) => channel.postMessage(message),
    close() {
      end.abort();
      channel.close();
    },
  };
}

export const noteOf = (status: SaveStatus, failure: PlaykeepError | undefined): StatusNote => {
  if (failure === undefined) return { status };
  const { code, message, status: httpStatus, detail } = failure;
  return { status, failure: { code, message, status: httpStatus, detail } };
};

export const failureOf = ({ failure }: StatusNote): PlaykeepError | undefined =>
  failure && new PlaykeepError(failure.code, failure.message, failure);
