// The save in memory and on the device. Memory changes at once, and the storage follows in the same order: a change by the game is one
// edit that is added to a log, all else is one update that folds the log into what is kept. Tabs read each other's.
import { PlaykeepError } from '../failure.ts';
import { randomId } from '../random-id.ts';
import type { JsonObject } from '../record.ts';
import type { AreaContent, AreaUpdate, StorageArea } from '../storage/area.ts';
import { createDevice, type Device, type DeviceOptions, dataOf, type Edit, type Kept } from './device.ts';
import { ExactNumber, isSame, type ObjectValue, parseText, toData, toText } from './exact.ts';
import { difference } from './merge3.ts';
import { hasOldQueue, withOldQueue, withoutOldQueue } from './old-queue.ts';
import { applyPatch, DoesNotApply } from './patch.ts';
import { documentOf, type Step } from './unsent.ts';
import { giveOut } from './values.ts';

export type Origin = 'game' | 'tab' | 'service' | 'resolve';

export interface Store {
  readonly device: Device;
  /** Tells of a step that left the document, with the update that is under way. */
  readonly refused: (step: Step) => void;
  /** Undefined while there is no copy on the device. */
  readonly kept: Kept | undefined;
  /** What the player has, frozen. It is another object only where its values are others. */
  readonly data: JsonObject;
  readonly isDurable: boolean;
  /** Applies a change by the game at once, and resolves when it is durable. @throws DoesNotApply */
  edit(change: Edit): Promise<void>;
  /** Changes what is kept at once, and resolves when that is durable. Where another tab was faster, it is done again upon its outcome. */
  update(change: (kept: Kept | undefined) => Kept | undefined, origin: Origin): Promise<void>;
  /** Takes over the updates of other tabs. */
  reload(): Promise<void>;
  /** Is this tab the one that sends? */
  readonly isLeader: boolean;
  /** This tab is the one that sends. It alone takes a queue that an earlier client left. */
  lead(): void;
  /** Removes all from the device. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export interface StoreListener {
  /** `data` or anything else is another one. */
  onChange(origin: Origin | undefined): void;
  /** Other tabs may read it now. */
  onWritten(): void;
}

const editPrefix = 'edit ';
/** Folds the log into what is kept where it has more edits. */
const mostEdits = 200;

export async function openStore(
  area: StorageArea,
  options: DeviceOptions,
  listener: StoreListener,
): Promise<Store> {
  const tab = randomId();
  let kept: Kept | undefined;
  let data: JsonObject = giveOut({});
  let version: string | undefined;
  let isLeader = false;
  let isClosed = false;
  /** What was decoded last, before the edits of the log. */
  let decoded: { readonly version: string | undefined; readonly kept: Kept | undefined } | undefined;
  /** Edits in the log that are in `kept`, by name. */
  const logged = new Set<string>();
  /** Edits of this tab that a read may not find yet. */
  const own = new Map<string, Edit>();
  /** Edits whose conflicts and refusals this tab has told. */
  const told = new Set<string>();
  let old: AreaContent | undefined;
  /** Updates of this tab so far. A read that began before one is an old one. */
  let commits = 0;
  let isTelling = true;
  let tellings = 0;
  /** Told when what is kept is there: listeners call the save. */
  let news: (() => void)[] = [];
  const refused = (step: Step): void => {
    if (isTelling) news.push(() => options.onRefused(step));
  };

  const device = createDevice({
    ...options,
    onConflict(conflict) {
      tellings += 1;
      if (isTelling) news.push(() => options.onConflict(conflict));
    },
    onRefused: refused,
  });

  function take(next: Kept | undefined, origin: Origin | undefined): void {
    kept = next;
    const now = next ? dataOf(next) : data;
    const isOther = now !== data && !isSame(data, now);
    if (isOther) data = giveOut(now);
    const told = news;
    news = [];
    listener.onChange(isOther ? origin : undefined);
    for (const tell of told) tell();
  }

  /** The edits of the log, in order. */
  function editsOf(values: ReadonlyMap<string, string>): readonly (readonly [number, string, Edit])[] {
    const names = [...values.keys()].filter((name) => name.startsWith(editPrefix));
    const edits = new Map(names.map((name) => [name, JSON.parse(values.get(name) ?? '') as Edit]));
    for (const [name, edit] of own) edits.set(name, edit);
    return [...edits]
      .map(([name, edit]) => [Number(name.split(' ')[1]), name, edit] as const)
      .sort(([one, name], [other, otherName]) => one - other || (name < otherName ? -1 : 1));
  }

  function replay(first: Kept, edits: ReturnType<typeof editsOf>): Kept {
    let result = first;
    for (const [number, name, edit] of edits) {
      isTelling = isLeader && !told.has(name);
      try {
        result = device.edit(result, edit, number, edit.isTold);
      } catch (thrown) {
        // Another tab was faster, and the step fits no more.
        if (!(thrown instanceof DoesNotApply)) throw thrown;
        if (edit.step) refused(edit.step);
      }
      if (isLeader) told.add(name);
    }
    isTelling = true;
    return result;
  }

  async function read(): Promise<void> {
    const at = commits;
    const known = [...own.keys()];
    const content = await area.read();
    if (isClosed) return;
    if (commits !== at) return read();
    for (const name of known) own.delete(name);
    const { values } = content;
    const edits = editsOf(values);
    const isOld = hasOldQueue(content);
    const isKnown =
      values.get('version') === version && edits.length === logged.size && decoded !== undefined;
    if (isKnown && !isOld && edits.every(([, name]) => logged.has(name))) return;
    const before = kept;
    version = values.get('version');
    if (decoded?.version !== version || !decoded?.kept) decoded = { version, kept: unpack(values) };
    let next = decoded.kept;
    old = undefined;
    if (isOld) {
      isTelling = isLeader;
      const taken = withOldQueue(next, content, refused);
      isTelling = true;
      if (taken) old = content;
      next = taken ?? next;
    }
    logged.clear();
    for (const [, name] of edits) logged.add(name);
    take(next && replay(next, edits), before?.tag === next?.tag ? 'tab' : 'service');
  }

  /** The read that runs or ran last, and the one that begins after it for all who ask meanwhile. */
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  function reload(): Promise<void> {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = read();
        return running;
      });
    return next;
  }

  async function commit(now: Kept, origin: Origin | undefined): Promise<boolean> {
    commits += 1;
    const expected = version;
    version = randomId();
    const names = [...logged];
    logged.clear();
    own.clear();
    const out = old && withoutOldQueue(old, now);
    old = undefined;
    decoded = { version, kept: now };
    const update: AreaUpdate = {
      expected: { ...out?.expected, version: expected },
      values: {
        ...Object.fromEntries(names.map((name) => [name, undefined])),
        ...out?.values,
        ...pack(now),
        version,
      },
      ...(out?.changes && { changes: out.changes }),
    };
    const stored = area.commit(update);
    take(now, origin);
    const applied = await stored;
    if (!applied) decoded = undefined;
    for (const name of names) told.delete(name);
    listener.onWritten();
    return applied;
  }

  async function update(change: (kept: Kept | undefined) => Kept | undefined, origin: Origin): Promise<void> {
    for (;;) {
      // The storage may belong to a save that was opened after this one.
      if (isClosed) return;
      const now = change(kept);
      if (now === undefined || (now === kept && !old)) return;
      if (old && !isLeader)
        throw new PlaykeepError('storage', 'An earlier version of the game is open in another tab');
      if (await commit(now, origin)) return;
      await reload();
    }
  }

  await reload();

  return {
    device,
    refused,
    get kept() {
      return kept;
    },
    get data() {
      return data;
    },
    get isDurable() {
      return area.isDurable;
    },
    async edit(change) {
      if (!kept || isClosed) throw new PlaykeepError('closed', 'The save was closed');
      const number = kept.last + 1;
      const before = tellings;
      const now = device.edit(kept, change, number);
      const edit: Edit = tellings === before ? change : { ...change, isTold: true };
      const name = `${editPrefix}${number} ${tab}`;
      own.set(name, edit);
      told.add(name);
      logged.add(name);
      // What was handed by the same difference is not written whole.
      const text = JSON.stringify(edit.isHanded ? { ...edit, handed: undefined } : edit);
      const stored = area.commit({ values: { [name]: text } });
      // Listeners may call the save. Their changes come after this one.
      take(now, 'game');
      await stored;
      listener.onWritten();
      if (isLeader && logged.size > mostEdits) await commit(kept, undefined);
    },
    update,
    reload,
    get isLeader() {
      return isLeader;
    },
    lead() {
      isLeader = true;
    },
    async clear() {
      const { values, changes } = await area.read();
      await area.commit({
        values: Object.fromEntries([...values.keys()].map((name) => [name, undefined])),
        changes: new Map([...changes.keys()].map((number) => [number, undefined])),
      });
    },
    close() {
      isClosed = true;
      return area.close();
    },
  };
}

/** A value whose exact numbers are marked texts. */
function marked(value: unknown): unknown {
  if (value instanceof ExactNumber) return `\u0000n${value.text}`;
  if (typeof value === 'string') return value.startsWith('\u0000') ? `\u0000s${value}` : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(marked);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, marked(part)]));
}

const write = (value: unknown): string => JSON.stringify(marked(value));

const parse = (text: string) =>
  JSON.parse(text, (_, part) => {
    if (typeof part !== 'string' || !part.startsWith('\u0000')) return part;
    return part[1] === 'n' ? new ExactNumber(part.slice(2)) : part.slice(2);
  });

const textOf = (document: ObjectValue): string =>
  (toData(document) as ObjectValue) === document ? JSON.stringify(document) : toText(document);

/** The last record and its text, which is long. */
const texts = new WeakMap<ObjectValue, string>();

function recordText(record: ObjectValue): string {
  const text = texts.get(record) ?? textOf(record);
  texts.set(record, text);
  return text;
}

/** What is kept as the values of an area: documents as their difference from the record. */
function pack({ record, unsent, request, handed, ...rest }: Kept): Record<string, string | undefined> {
  const { unsent: held, ...sent } = request ?? {};
  return {
    record: recordText(record),
    save: write({
      ...rest,
      plain: difference(record, unsent.plain),
      steps: unsent.steps,
      handed: handed && difference(toData(documentOf(unsent)), handed),
    }),
    request:
      request &&
      write({ ...sent, plain: difference(record, request.unsent.plain), steps: request.unsent.steps }),
  };
}

function unpack(values: ReadonlyMap<string, string>): Kept | undefined {
  const [recordOf, save, sent] = ['record', 'save', 'request'].map((name) => values.get(name));
  if (recordOf === undefined || save === undefined) return undefined;
  const record = parseText(recordOf) as ObjectValue;
  texts.set(record, recordOf);
  const { plain, steps, handed, ...rest } = parse(save);
  const unsent = { plain: applyPatch(record, plain), steps };
  const kept: Kept = {
    ...rest,
    record,
    unsent,
    handed: handed && applyPatch(toData(documentOf(unsent)), handed),
    request: undefined,
  };
  if (sent === undefined) return kept;
  const { plain: sentPlain, steps: sentSteps, ...request } = parse(sent);
  return {
    ...kept,
    request: { ...request, unsent: { plain: applyPatch(record, sentPlain), steps: sentSteps } },
  };
}
