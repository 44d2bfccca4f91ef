// The session in whose name a save writes. Tabs of one device share it: the session that began last in any of them is the one that
// the service takes, whichever tab sends.

export interface SaveSession {
  readonly sessionId: string | undefined;
  /** Tells that a session is active again, maybe under another id. */
  on?(event: 'active', listener: () => void): () => void;
}

export interface SharedSession {
  /** The id to send; undefined for writes of any session. */
  current(): string | undefined;
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
 * @param onNew called when a session took the place of another
 */
export function shareSession(
  first: SaveSession | undefined,
  tell: (sessionId: string) => void,
  onNew: () => void,
): SharedSession {
  let session = first;
  let own: string | undefined;
  let newest: string | undefined;

  function current(): string | undefined {
    // The game may have begun another one under the same object.
    const { sessionId } = session ?? {};
    if (sessionId !== own) newest = sessionId;
    own = sessionId;
    return newest;
  }

  function announce(): void {
    current();
    if (own !== undefined && own === newest) tell(own);
  }

  const follow = () =>
    session?.on?.('active', () => {
      announce();
      onNew();
    });
  let stopFollowing = follow();

  return {
    current,
    announce,
    hear(sessionId) {
      const before = current();
      newest = sessionId;
      if (before !== newest) onNew();
    },
    use(next) {
      stopFollowing?.();
      session = next;
      stopFollowing = follow();
    },
    close: () => stopFollowing?.(),
  };
}
