// The panel beside the game: the status of the save, the session, and every change with its state. Changes that have left the
// device stay in the list for a while.
import type { PendingChange, PlaykeepError, Save } from '@playkeep/client';
import type { Device } from '../save/device.ts';
import type { PendingChanges } from '../save/pending-changes.ts';
import type { Progress } from '../save/progress.ts';
import { elementById } from './elements.ts';

type ShownState = PendingChange['state'] | 'settled' | 'discarded';

interface ShownChange extends Omit<PendingChange, 'state'> {
  readonly state: ShownState;
}

const mostSettled = 12;
const mostShown = 20;

const whyTexts: Partial<Record<PlaykeepError['code'], string>> = {
  network: 'The service cannot be reached. Everything is kept here, and goes later.',
  unavailable: 'The service is busy. Everything is kept here, and goes later.',
  'rate-limited': 'The service asks for a pause.',
  unauthorized: 'The service refuses the sign-in.',
  superseded: 'Another device plays. The changes of this one wait.',
};

/** @param asksForRecord whether the panel also shows the record of the service */
export function showSavePanel(
  { save, session, readRecord }: Device,
  pending: PendingChanges,
  asksForRecord: boolean,
): void {
  showChanges(save, pending);
  const status = elementById('status', HTMLElement);
  const durable = elementById('durable', HTMLElement);
  const playing = elementById('session', HTMLElement);
  const why = elementById('why', HTMLElement);
  const record = elementById('record', HTMLElement);

  const badge = (element: HTMLElement, text: string): void => {
    element.textContent = text;
    element.dataset.value = text;
  };

  function showStatus(): void {
    badge(status, save.status);
    badge(durable, save.durable ? 'yes' : 'no');
    badge(playing, session.state);
    const { error } = save;
    why.textContent = error === undefined ? '' : (whyTexts[error.code] ?? `${error.message}.`);
  }

  async function showRecord(): Promise<void> {
    if (!asksForRecord || save.status !== 'saved') return;
    try {
      const { metadata, etag } = await readRecord();
      const { coins = 0, level = 1, sail = '' }: Partial<Progress> = metadata;
      record.textContent = `level ${level}, ${coins} coins, sail ${sail}, entity tag ${etag}`;
    } catch {
      // The record that was read last stays.
    }
  }

  pending.onNotMade(({ message, detail = message }) => {
    why.textContent = `Not changed: ${detail}.`;
  });
  showStatus();
  void showRecord();
  session.onState(showStatus);
  save.on('status', () => {
    showStatus();
    void showRecord();
  });
}

function showChanges(save: Save<Progress>, changes: PendingChanges): void {
  const list = elementById('changes', HTMLOListElement);
  const waiting = elementById('waiting', HTMLElement);
  const shown = new Map<string, ShownChange>();
  let drawn = '';

  async function discard(id: string): Promise<void> {
    const isDropped = await save.discard(id).catch(() => false);
    const change = shown.get(id);
    if (isDropped && change) shown.set(id, { ...change, state: 'discarded' });
    await changes.refresh();
  }

  changes.onMade(({ id, kind }) => {
    if (!shown.has(id)) shown.set(id, { id, kind, madeAt: '', state: 'queued', count: 1 });
  });
  changes.onRead((pending) => {
    const ids = new Set(pending.map(({ id }) => id));
    // Changes that were joined with a later one go on waiting under its id.
    const isJoining = pending.some(({ id, count }) => count > (shown.get(id)?.count ?? 1));
    for (const [id, change] of shown) {
      if (ids.has(id) || change.state === 'discarded') continue;
      if (isJoining && change.state === 'queued') shown.delete(id);
      else shown.set(id, { ...change, state: 'settled' });
    }
    for (const change of pending) shown.set(change.id, change);
    forgetOldest(shown);
    const waitingCount = pending.reduce((sum, { count }) => sum + count, 0);
    waiting.textContent =
      waitingCount === 0 ? 'none waits' : `${waitingCount} ${waitingCount === 1 ? 'waits' : 'wait'}`;
    const newest = [...shown.values()].reverse().slice(0, mostShown);
    const state = newest.map((change) => change.id + change.state).join();
    // An unchanged list is left alone, as a person may be about to press a button in it.
    if (state === drawn) return;
    drawn = state;
    list.replaceChildren(...newest.map((change) => changeItem(change, discard)));
  });
}

function forgetOldest(shown: Map<string, ShownChange>): void {
  const isGone = ({ state }: ShownChange): boolean => state === 'settled' || state === 'discarded';
  const gone = [...shown.values()].filter(isGone);
  for (const { id } of gone.slice(0, Math.max(0, gone.length - mostSettled))) shown.delete(id);
}

function changeItem(
  { id, kind, state, error }: ShownChange,
  discard: (id: string) => Promise<void>,
): HTMLElement {
  const item = document.createElement('li');
  item.dataset.state = state;
  const part = (name: string, text: string): HTMLElement => {
    const span = document.createElement('span');
    span.className = name;
    span.textContent = text;
    return span;
  };
  item.append(part('kind', kind), part('id', id.slice(0, 8)), part('state', state));
  if (state !== 'refused') return item;
  const button = document.createElement('button');
  button.textContent = 'Discard';
  button.onclick = () => void discard(id);
  item.append(part('reason', error?.detail ?? error?.message ?? ''), button);
  return item;
}
