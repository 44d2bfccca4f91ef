// A save at work: what the game calls, the tabs that share it, the page or app that sleeps and wakes up, and the sender of the tab
// that sends.
import { isSessionOver, PlaykeepError } from '../failure.ts';
import type { JsonObject } from '../record.ts';
import type { Transport } from '../transport.ts';
import { hasWork } from './device.ts';
import { isSame, type ObjectValue, toData } from './exact.ts';
import { answerOf, createExchange, readRecord } from './exchange.ts';
import type { Identity } from './identity.ts';
import { createListen } from './live.ts';
import { merge3 } from './merge3.ts';
import type { Path } from './pointer.ts';
import { createSave, type SaveHandle, toConflict } from './save.ts';
import type { Save, SaveOptions } from './save-api.ts';
import { createSeenTabs } from './seen-tabs.ts';
import { type SenderOptions, startSender } from './sender.ts';
import { type SharedSession, shareSession } from './shared-session.ts';
import type { Store } from './store.ts';
import { failureOf, joinTabs, lockNameOf, type Nudge, noteOf, type StatusNote, type Tabs } from './tabs.ts';
import { documentOf } from './unsent.ts';
import { toDocument } from './values.ts';

export interface SaveWork<Data extends object> {
  readonly transport: Transport;
  readonly installation: string;
  readonly store: Store;
  readonly identity: Identity;
  readonly units: readonly Path[];
  readonly source: Save['source'];
  /** Undefined where no other tab has this save. */
  readonly tabsName: string | undefined;
  readonly options: SaveOptions<Data>;
}

export interface RunningSave<Data extends object> extends SaveHandle<Data> {
  /** The store has written what other tabs may read. */
  readonly onWritten: () => void;
}

export function runSave<Data extends object>(work: SaveWork<Data>): RunningSave<Data> {
  const { store, options } = work;
  /** The record was read a moment ago. */
  const isNew = work.source !== 'device';
  let isHidden = false;
  const { environment } = work.transport;
  const end = new AbortController();
  let sender: ((nudge: Nudge) => void) | undefined;
  const tell = (nudge: Nudge): void => sender?.(nudge);
  /** Without the storage that they share, tabs cannot hand changes to the one that sends. Those of others wait for its end. */
  const isCutOff = (): boolean => work.tabsName !== undefined && !store.isDurable;
  const cutOff = new PlaykeepError('storage', 'Another tab sends, and cannot read this one');
  /** Tells the sender, in whichever tab it is. */
  const pass = (nudge: Nudge): void => {
    if (sender) sender(nudge);
    else if (isCutOff() && hasWork(store.kept)) handle.onStatus('blocked', cutOff);
    else tabs.tell({ type: 'nudge', nudge });
  };
  /** The sender of another tab has told that it has nothing to do. */
  let isAtRest = false;
  /** Reads what other tabs have written, which may be work of one that died before it told the sender. */
  const update = async (): Promise<void> => {
    await store.reload().catch(() => undefined);
    if (hasWork(store.kept) && (sender || isAtRest)) pass('notify');
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
    if (isCutOff() && hasWork(store.kept)) return;
    isAtRest = note.status === 'saved';
    // One of both tabs does not know yet what the other one has written.
    const isEarly = isAtRest && hasWork(store.kept);
    if (isEarly) void update();
    const failure = failureOf(note);
    // It was told again, for another tab.
    const isKnown = status === 'blocked' && note.status === 'blocked' && error?.reason === failure?.reason;
    const isDone = note.status === 'saving' || failure?.code === 'storage';
    if (isDone && !hasWork(store.kept)) handle.onStatus('saved', undefined);
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
  const handle = createSave<Data>(store, {
    environment,
    source: work.source,
    units: work.units,
    nudge(nudge, next) {
      if (next) session.use(next);
      if (nudge === 'retry') session.announce();
      pass(nudge);
    },
    async refresh() {
      const tag = store.kept?.tag;
      const reply = await readRecord(work.transport, end.signal, tag);
      if (reply.status === 304) return;
      const answer = answerOf(reply, work.identity);
      // What was settled meanwhile is newer.
      await store.update(
        (kept) => (kept && kept.tag === tag ? store.device.read(kept, answer) : kept),
        'service',
      );
    },
    stop() {
      stopFollowing();
      seen.close();
      session.close();
      end.abort();
      tabs.close();
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
    isHidden = event === 'sleep';
    seen.show(!isHidden);
    // Before it sleeps, a page sends what it can. After it woke up, another device may have played, and other tabs' words were lost.
    if (event === 'sleep') pass('wake');
    else void update().then(() => pass('refresh'));
  });
  session.announce();
  void tabs.isSender.then(async () => {
    await store.reload();
    if (end.signal.aborted) return;
    const onStatus: OnStatus = (status, failure) => {
      handle.onStatus(status, failure);
      if (isCutOff()) tellStatus('blocked', cutOff);
      else tellStatus(status, failure);
    };
    // The tab that sent before may have ended before it told of its last update, and its failure is none of this one.
    tabs.tell({ type: 'updated' });
    if (handle.save.status === 'blocked') onStatus(hasWork(store.kept) ? 'saving' : 'saved', undefined);
    store.lead();
    // A queue of an earlier client is taken by the tab that sends.
    await store.update((kept) => kept, 'tab').catch(() => undefined);
    sender = start(
      work,
      handle,
      tabs,
      session,
      end.signal,
      { isLive: () => seen.isAny, isHidden: () => isHidden },
      onStatus,
    );
    seen.lead();
  });
  // The tab that sends may have slept for long, and knows nothing of what this save begins with.
  pass(isNew ? 'wake' : 'refresh');
  return {
    ...handle,
    onWritten() {
      tabs.tell({ type: 'updated' });
      if (sender || isCutOff()) pass('notify');
    },
  };
}

type OnStatus = SenderOptions['onStatus'];

function start<Data extends object>(
  { transport, installation, store, identity, units, source, options }: SaveWork<Data>,
  handle: SaveHandle<Data>,
  tabs: Tabs,
  session: SharedSession,
  signal: AbortSignal,
  page: { readonly isLive: () => boolean; readonly isHidden: () => boolean },
  onStatus: OnStatus,
): (nudge: Nudge) => void {
  /** Has the game decide the first question, or takes what was merged. */
  async function decide(): Promise<void> {
    const question = store.kept?.questions[0];
    if (!question) return;
    const merged = documentOf(question.merged);
    onStatus('waiting', undefined);
    const conflict = toConflict<Data>({ ...question, merged });
    const answer = options.resolve
      ? toDocument(await options.resolve(conflict), toData(merged), true)
      : undefined;
    if (signal.aborted) return;
    const document = answer ? exactly(answer, [merged, question.theirs, question.mine]) : merged;
    await store.update((kept) => kept && store.device.decide(kept, question, document), 'resolve');
  }

  return startSender({
    ...{ store, transport, signal, decide, onStatus },
    isReadFirst: source === 'device',
    listen: createListen(transport, {
      ...{ store, installation, isLive: page.isLive },
      sessionId: session.current,
      onSuperseded: session.refuse,
      // Another device that writes may have taken over, from the session of any tab.
      onChange() {
        session.check();
        tabs.tell({ type: 'check' });
      },
    }),
    exchange: createExchange({
      ...{ store, transport, installation, identity, units, signal, isHidden: page.isHidden },
      sessionId: session.required,
      onSessionOver: session.refuse,
      onHeld: handle.onHeld,
    }),
  });
}

/** An answer with the digits of the document that it is, or of the first one where it changed nothing. */
function exactly(answer: JsonObject, documents: readonly [ObjectValue, ...ObjectValue[]]): ObjectValue {
  const [merged] = documents;
  const same = documents.find((document) => isSame(toData(document), answer));
  return same ?? merge3(toData(merged), answer, merged).merged;
}
