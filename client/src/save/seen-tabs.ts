// Which tabs of a live save are seen: while one is, whichever it may be, the tab that sends waits for changes. A tab that is seen
// holds a lock of its own, and the tab that sends asks for it: the browser grants it when that tab is hidden, closed or dead.
import { randomId } from '../random-id.ts';
import { holdLock } from '../web-lock.ts';
import type { TabMessage } from './tabs.ts';

export interface SeenTabsOptions {
  /** Of the save; undefined where no other tab has it. */
  readonly name: string | undefined;
  readonly isLive: boolean;
  readonly tell: (message: TabMessage) => void;
  /** Called when the first tab was seen again, and when the last one is no more. */
  readonly onChange: () => void;
}

export interface SeenTabs {
  /** Is a live tab seen, this one or another? Others are known to the tab that sends. */
  readonly isAny: boolean;
  /** This tab is the one that sends from now on. */
  lead(): void;
  /** This page is seen, or hidden. */
  show(isSeen: boolean): void;
  /** Another tab tells that it is seen. */
  hear(lock: string): void;
  /** Tells of this tab again. */
  announce(): void;
  close(): void;
}

export function createSeenTabs({ name, isLive, tell, onChange }: SeenTabsOptions): SeenTabs {
  /** By their locks: what ends the turn of this tab at one. */
  const others = new Map<string, AbortController>();
  let own: { readonly lock: string; readonly hide: AbortController } | undefined;
  let isLeader = false;
  let wasAny = false;

  const isAny = () => own !== undefined || others.size > 0;

  function change(): void {
    if (isAny() === wasAny) return;
    wasAny = !wasAny;
    onChange();
  }

  function announce(): void {
    if (own) tell({ type: 'seen', lock: own.lock });
  }

  async function hear(lock: string): Promise<void> {
    if (!isLeader || others.has(lock)) return;
    const turn = new AbortController();
    others.set(lock, turn);
    change();
    await holdLock(lock, turn.signal);
    turn.abort();
    if (others.delete(lock)) change();
  }

  const tabs: SeenTabs = {
    get isAny() {
      return isAny();
    },
    lead() {
      isLeader = true;
      tell({ type: 'roll' });
    },
    show(isSeen) {
      if (!isLive || isSeen === (own !== undefined)) return;
      own?.hide.abort();
      // Another name each time, so that no one waits for a lock that the same tab has again.
      const shown = { lock: `${name} ${randomId()}`, hide: new AbortController() };
      own = isSeen ? shown : undefined;
      if (isSeen && name)
        void holdLock(shown.lock, shown.hide.signal).then(() => shown === own && announce());
      change();
    },
    hear: (lock) => void hear(lock),
    announce,
    close() {
      isLeader = false;
      own?.hide.abort();
      own = undefined;
      const turns = [...others.values()];
      others.clear();
      for (const turn of turns) turn.abort();
    },
  };
  tabs.show(true);
  return tabs;
}
