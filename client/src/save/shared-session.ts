// The session in whose name a save writes. Tabs of one device share it: the session that began last in any of them is the one that
// the service takes, whichever tab sends.

import { PlaykeepError } from '../failure.ts';

export interface SaveSession {
  /** Undefined for writes of any session, or for a session with a `state` that has not begun. */
  readonly sessionId: string | undefined;
  /** Of a session that begins by itself. The save writes nothing before it has an id. */
  readonly state?: 'active' | 'suspended' | 'superseded' | 'ended';
  /** Why a session has not begun. */
  readonly error?: PlaykeepError | undefined;
  /** Tells that a session is active, maybe under another id, or that another device plays. */
  on?(event: 'active' | 'superseded', listener: () => void): () => void;
  /** Called after a write in the name of the session was refused. */
  check?(): void;
}

export interface SharedSession {
  /** The id to send; undefined for writes of any session. */
  current(): string | undefined;
  /** The same. @throws PlaykeepError `network` for a session that has not begun, `superseded` for one that will not begin */
  required(): string | undefined;
  /** The service takes no write of this session any more. The one that tabs told before it comes next, if there is one. */
  refuse(sessionId: string): void;
  /** Tells this tab's session that a write was refused. */
  check(): void;
  /** Tells other tabs of this tab's session. */
  announce(): void;
  /** Another tab has a newer one. */
  hear(sessionId: string): void;
  /** Takes another session in the place of this tab's. */
  use(next: SaveSession): void;
  close(): void;
}

/**
 * @param tell tells other tabs
 * @param onNew called when a session began, maybe in the place of another
 * @param onOver called when another device plays
 */
export function shareSession(
  first: SaveSession | undefined,
  tell: (sessionId: string) => void,
  onNew: () => void,
  onOver: () => void,
): SharedSession {
  let session = first;
  let own: string | undefined;
  let newest: string | undefined;
  /** Those that were not refused, the last told at the end: a tab that is opened tells one that may have begun earlier. */
  const told = new Set<string>();

  function take(sessionId: string | undefined): void {
    newest = sessionId;
    if (sessionId === undefined) return;
    told.delete(sessionId);
    told.add(sessionId);
  }

  function current(): string | undefined {
    // The game may have begun another one under the same object.
    const { sessionId } = session ?? {};
    if (sessionId !== own) take(sessionId);
    own = sessionId;
    return newest;
  }

  function announce(): void {
    current();
    if (own !== undefined && own === newest) tell(own);
  }

  function follow(): () => void {
    const stops = [
      session?.on?.('active', () => {
        announce();
        onNew();
      }),
      session?.on?.('superseded', onOver),
    ];
    return () => {
      for (const stop of stops) stop?.();
    };
  }
  let stopFollowing = follow();

  return {
    current,
    required() {
      const sessionId = current();
      const state = session?.state;
      if (sessionId !== undefined || state === undefined) return sessionId;
      const isOver = state === 'superseded' || state === 'ended';
      throw new PlaykeepError(isOver ? 'superseded' : 'network', 'The session has not begun', {
        cause: session?.error,
      });
    },
    refuse(sessionId) {
      told.delete(sessionId);
      if (newest === sessionId) newest = [...told].at(-1) ?? sessionId;
    },
    check: () => session?.check?.(),
    announce,
    hear(sessionId) {
      const before = current();
      take(sessionId);
      if (before !== newest) onNew();
    },
    use(next) {
      stopFollowing();
      session = next;
      stopFollowing = follow();
    },
    close: () => stopFollowing(),
  };
}
