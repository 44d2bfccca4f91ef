// A save at work: what the game calls, the tabs that share it, the page or app that sleeps and wakes up, and the sender of the tab
// that sends.
import { isSessionOver, PlaykeepError } from '../failure.ts';
import type { Transport } from '../transport.ts';
import { createExchange } from './exchange.ts';
import type { Identity } from './identity.ts';
import { createListen } from './live.ts';
import type { SaveQueue } from './queue.ts';
import { createSave, type SaveHandle } from './save.ts';
import type { SaveOptions } from './save-api.ts';
import { createSeenTabs } from './seen-tabs.ts';
import { type SenderOptions, startSender } from './sender.ts';
import { createSettlement, type SettlementOptions } from './settlement.ts';
import { type SharedSession, shareSession } from './shared-session.ts';
import { failureOf, joinTabs, lockNameOf, type Nudge, noteOf, type StatusNote, type Tabs } from './tabs.ts';

export interface SaveWork<Data extends object> {
  readonly transport: Transport;
  readonly installation: string;
  readonly queue: SaveQueue;
  readonly identity: Identity;
  /** The record was read a moment ago. */
  readonly isNew: boolean;
  /** Undefined where no other tab has this save. */
  readonly tabsName: string | undefined;
  readonly options: SaveOptions<Data>;
}

export function runSave<Data extends object>(work: SaveWork<Data>): SaveHandle<Data> {
  const { queue, options } = work;
  const { environment } = work.transport;
  const end = new AbortController();
  let sender: ((nudge: Nudge) => void) | undefined;
  const tell = (nudge: Nudge): void => sender?.(nudge);
  /** Without the storage that they share, tabs cannot hand changes to the one that sends. Those of others wait for its end. */
  const isCutOff = (): boolean => work.tabsName !== undefined && !queue.isDurable;
  const cutOff = new PlaykeepError('storage', 'Another tab sends, and cannot read this one');
  /** Tells the sender, in whichever tab it is. */
  const pass = (nudge: Nudge): void => {
    if (sender) sender(nudge);
    else if (isCutOff() && queue.hasWork) handle.onStatus('blocked', cutOff);
    else tabs.tell({ type: 'nudge', nudge });
  };
  /** The sender of another tab has told that it has nothing to do. */
  let isAtRest = false;
  /** Reads what other tabs have written, which may be work of one that died before it told the sender. */
  const update = async (): Promise<void> => {
    await queue.reload().catch(() => undefined);
    if (queue.hasWork && (sender || isAtRest)) pass('notify');
  };
  const tabs = joinTabs(work.tabsName, (message) => {
    if (sender && isCutOff()) tellStatus('blocked', cutOff);
    if (message.type === 'updated') void update();
    // A sender that began before the read would find nothing, and rest.
    else if (message.type === 'nudge') void update().then(() => tell(message.nudge));
    else if (message.type === 'session') session.hear(message.sessionId);
    else if (message.type === 'check') session.check();
    else if (message.type === 'seen') seen.hear(message.lock);
    else if (message.type === 'roll') seen.announce();
    else if (sender === undefined) hearStatus(message.note);
  });
  const tellStatus: OnStatus = (status, failure) =>
    tabs.tell({ type: 'status', note: noteOf(status, failure) });
  function hearStatus(note: StatusNote): void {
    const { status, error } = handle.save;
    if (isCutOff() && queue.hasWork) return;
    isAtRest = note.status === 'saved';
    // One of both tabs does not know yet what the other one has written.
    const isEarly = isAtRest && queue.hasWork;
    if (isEarly) void update();
    const failure = failureOf(note);
    // It was told again, for another tab.
    const isKnown = status === 'blocked' && note.status === 'blocked' && error?.reason === failure?.reason;
    if (failure?.code === 'storage' && !queue.hasWork) handle.onStatus('saved', undefined);
    else handle.onStatus(isEarly ? 'saving' : note.status, isKnown ? error : failure);
  }
  const session = shareSession(
    options.session,
    (sessionId) => tabs.tell({ type: 'session', sessionId }),
    () => {
      const { status, error } = handle.save;
      const isPaused = status === 'waiting' && error?.retryAfterSeconds === undefined;
      // The session of before had not begun, had expired or was replaced. A read that waits is to name the new one.
      tell(isPaused || error?.code === 'superseded' ? 'retry' : 'notify');
    },
    () => tell('wake'),
  );
  queue.onWritten((isNew) => {
    tabs.tell({ type: 'updated' });
    if (isNew && (sender || isCutOff())) pass('notify');
  });
  const handle = createSave<Data>(queue, {
    environment,
    nudge(nudge, next) {
      if (next) session.use(next);
      if (nudge === 'retry') session.announce();
      pass(nudge);
    },
    async close() {
      stopFollowing();
      seen.close();
      session.close();
      end.abort();
      tabs.close();
      await queue.close();
    },
  });
  handle.save.on('status', ({ error }) => {
    if (isSessionOver(error)) session.check();
  });
  const seen = createSeenTabs({
    name: work.tabsName && `${lockNameOf(work.tabsName)} seen`,
    isLive: options.live === true,
    tell: tabs.tell,
    onChange: () => tell('notify'),
  });
  const stopFollowing = environment.onLifecycle((event) => {
    // The tab that sends hears of the network by itself.
    if (event === 'online') return tell('refresh');
    seen.show(event === 'wake');
    // Before it sleeps, a page sends what it can. After it woke up, another device may have played, and other tabs' words were lost.
    if (event === 'sleep') pass('wake');
    else void update().then(() => pass('refresh'));
  });
  session.announce();
  void tabs.isSender.then(async () => {
    await queue.reload();
    if (end.signal.aborted) return;
    const onStatus: OnStatus = (status, failure) => {
      handle.onStatus(status, failure);
      if (isCutOff()) tellStatus('blocked', cutOff);
      else tellStatus(status, failure);
    };
    // The tab that sent before may have ended before it told of its last update, and its failure is none of this one.
    tabs.tell({ type: 'updated' });
    if (handle.save.status === 'blocked') onStatus(queue.hasWork ? 'saving' : 'saved', undefined);
    sender = start(work, handle, tabs, session, end.signal, () => seen.isAny, onStatus);
    seen.lead();
  });
  // The tab that sends may have slept for long, and knows nothing of what this save begins with.
  pass(work.isNew ? 'wake' : 'refresh');
  return handle;
}

type OnStatus = SenderOptions['onStatus'];

function start<Data extends object>(
  { transport, installation, queue, identity, isNew, options }: SaveWork<Data>,
  handle: SaveHandle<Data>,
  tabs: Tabs,
  session: SharedSession,
  signal: AbortSignal,
  isLive: () => boolean,
  onStatus: OnStatus,
): (nudge: Nudge) => void {
  const settlement = createSettlement({
    queue,
    environment: transport.environment,
    resolve: options.resolve as unknown as SettlementOptions['resolve'],
    onConflict: handle.onConflict,
    signal,
  });
  return startSender({
    queue,
    transport,
    signal,
    isReadFirst: !isNew,
    listen: createListen(transport, {
      ...{ queue, installation, isLive },
      sessionId: session.current,
      onSuperseded: session.refuse,
      // Another device that writes may have taken over, from the session of any tab.
      onChange() {
        session.check();
        tabs.tell({ type: 'check' });
      },
    }),
    exchange: createExchange({
      ...{ queue, transport, installation, settlement, identity, signal },
      sessionId: session.required,
      onSuperseded: session.refuse,
    }),
    onStatus,
  });
}
