// The queue of changes that version 0.2 of the client left on the device, or leaves there in another tab. The request under way becomes
// the request of the save, byte for byte; refused changes become members that are held; the others are unsent.
import type { JsonObject } from '../record.ts';
import type { AreaContent, AreaUpdate } from '../storage/area.ts';
import { type Held, type Kept, pick, type Request, stepOf } from './device.ts';
import { isSame, type ObjectValue, parseText, toData, toText } from './exact.ts';
import { changedPaths } from './merge3.ts';
import { applyMerge, applyPatch, DoesNotApply, type Operation, valueAt } from './patch.ts';
import { formatPointer, parsePointer } from './pointer.ts';
import { addStep, applyEdit, documentOf, mergeState, type Step, type Unsent } from './unsent.ts';

interface OldChange {
  readonly kind: string;
  readonly madeAt: string;
  readonly body:
    | { readonly data: JsonObject; readonly paths?: readonly string[] }
    | { readonly patch: JsonObject }
    | { readonly operations: readonly Operation[] };
  readonly refusal?: { readonly status: number; readonly message: string; readonly detail?: string };
}

interface OldBatch extends Omit<Request, 'unsent' | 'upTo'> {
  readonly numbers: readonly number[];
}

interface OldBase {
  readonly text: string;
  readonly etag?: string;
}

const isAddition = ({ op }: Operation): boolean => op === 'increment' || op === 'append';

export const hasOldQueue = ({ values, changes }: AreaContent): boolean =>
  changes.size > 0 || values.has('batch') || (values.has('base') && !values.has('save'));

function withChange(unsent: Unsent, { body }: OldChange): Unsent {
  const document = documentOf(unsent);
  if ('patch' in body) return applyEdit(unsent, applyMerge(document, body.patch));
  if ('data' in body) {
    const data = toData(document);
    const paths = body.paths?.map(parsePointer);
    const pair = paths
      ? ([pick(data, paths), pick(body.data, paths)] as const)
      : ([data, body.data] as const);
    return mergeState(unsent, ...pair).unsent;
  }
  const { operations } = body;
  if (operations.every(isAddition)) return operations.map(stepOf).reduce(addStep, unsent);
  const isGuarded = operations.some((operation) => operation.op === 'test' || isAddition(operation));
  if (isGuarded) return addStep(unsent, { op: 'patch', operations });
  return applyEdit(unsent, applyPatch(document, operations));
}

/**
 * What is kept, with the queue that is beside it.
 * @param kept undefined where only the queue is there
 * @param onRefused told of a change that no longer applies
 * @returns undefined where the queue has to wait, since a request of this client is under way
 */
export function withOldQueue(
  kept: Kept | undefined,
  { values, changes }: AreaContent,
  onRefused: (step: Step) => void,
): Kept | undefined {
  const base: OldBase = JSON.parse(values.get('base') ?? '{"text":"{}"}');
  const batch: OldBatch | undefined = JSON.parse(values.get('batch') ?? 'null') ?? undefined;
  if (batch && kept?.request) return undefined;
  const numbered = [...changes].sort(([one], [other]) => one - other);
  const all = numbered.map(([number, text]) => ({ number, change: JSON.parse(text) as OldChange }));
  const initial = all.find(({ change }) => change.kind === 'initial')?.change.body;
  const text = parseText(base.text) as ObjectValue;
  const begins = initial && 'data' in initial && Object.keys(text).length === 0;
  const start: ObjectValue = begins ? initial.data : text;
  const apply = (unsent: Unsent, change: OldChange): Unsent => {
    try {
      return change.kind === 'initial' ? unsent : withChange(unsent, change);
    } catch (thrown) {
      if (!(thrown instanceof DoesNotApply)) throw thrown;
      if ('operations' in change.body) onRefused({ op: 'patch', operations: change.body.operations });
      return unsent;
    }
  };
  const pending = all.filter(({ change }) => change.refusal === undefined);
  const isSent = ({ number }: { readonly number: number }): boolean =>
    batch?.numbers.includes(number) === true;
  const none: Unsent = { plain: start, steps: [] };
  const sent = pending.filter(isSent).reduce((unsent, { change }) => apply(unsent, change), none);
  const upon: Unsent = batch ? { plain: documentOf(sent), steps: [] } : none;
  let unsent = pending.filter((one) => !isSent(one)).reduce((so, { change }) => apply(so, change), upon);
  const held: Held[] = [];
  for (const { change } of all) {
    if (!change.refusal) continue;
    const before = documentOf(unsent);
    unsent = apply(unsent, change);
    const after = documentOf(unsent);
    const { status, message, detail } = change.refusal;
    for (const path of changedPaths(before, after)) {
      held.push({ path: formatPointer(path), value: valueAt(after, path), status, message, detail });
    }
  }
  if (kept) {
    // An old tab went on beside this client, upon what this client had left for it.
    const { unsent: merged } = mergeState(kept.unsent, toData(text), toData(documentOf(unsent)));
    const request = batch && { ...batch, unsent: sent, upTo: kept.acknowledged };
    return isSame(merged.plain, kept.unsent.plain) && !request ? kept : { ...kept, unsent: merged };
  }
  const [first] = all;
  return {
    record: start,
    tag: base.etag,
    unsent,
    request: batch && { ...batch, unsent: sent, upTo: 0 },
    begun: begins || base.etag === undefined ? 'initial' : '',
    questions: [],
    held,
    aside: [],
    handed: null,
    earlier: [],
    since: first ? Date.parse(first.change.madeAt) : null,
    last: 0,
    acknowledged: 0,
  };
}

/** Takes the queue out of the device. An old tab that is open shows the document, and finds nothing to send. */
export function withoutOldQueue({ values, changes }: AreaContent, kept: Kept): AreaUpdate {
  const base = { text: toText(documentOf(kept.unsent)), ...(kept.tag && { etag: kept.tag }) };
  return {
    expected: { base: values.get('base'), batch: values.get('batch') },
    values: { base: JSON.stringify(base), batch: undefined },
    changes: new Map([...changes.keys()].map((number) => [number, undefined])),
  };
}
