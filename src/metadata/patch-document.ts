// The document that a patch of operations changes, and the places in it that their pointers name. A value is opened in its place,
// so its text is read only once. Text that no operation touches keeps every character.
import { itemAt } from '../lib/json-array.ts';
import { addMember, memberOf } from '../lib/json-edit.ts';
import { open } from '../lib/json-text.ts';
import type { Json, JsonArray, JsonObject } from '../lib/json-values.ts';
import { type Spend, stepWork } from '../lib/json-work.ts';

/** The tokens of a JSON Pointer. */
export type Path = readonly string[];

/** An operation does not apply to the document. The message is the reason, for the caller. */
export class DoesNotApply extends Error {}

/** The place of a value: the document, a member or an item. */
export interface Holder {
  value: Json;
}

/** Opens the container of the place that a path leads to. @throws DoesNotApply */
export function containerAt(document: Holder, path: Path, spend: Spend): JsonObject | JsonArray {
  let holder = document;
  for (const token of path.slice(0, -1)) holder = holderIn(openIn(holder, token, spend), token, spend);
  return openIn(holder, path.at(-1) ?? '', spend);
}

/** The place that a path leads to. @throws DoesNotApply where there is no value */
export function holderAt(document: Holder, path: Path, spend: Spend): Holder {
  const last = path.at(-1);
  return last === undefined ? document : holderIn(containerAt(document, path, spend), last, spend);
}

/** A place whose value is read and then set. */
export interface Place {
  /** Undefined for a member that is missing, which `set` adds. */
  readonly value: Json | undefined;
  set(value: Json): void;
}

/** The place that a path leads to. The last token may name a member that is missing. @throws DoesNotApply */
export function placeAt(document: Holder, path: Path, spend: Spend): Place {
  const last = path.at(-1);
  if (last === undefined) return placeOf(document);
  const container = containerAt(document, path, spend);
  if (container.kind === 'array') return placeOf(holderIn(container, last, spend));
  const member = memberOf(container, last, spend);
  return member ? placeOf(member) : { value: undefined, set: (value) => addMember(container, last, value) };
}

const placeOf = (holder: Holder): Place => ({
  value: holder.value,
  set(value) {
    holder.value = value;
  },
});

/** Opens a value and keeps it opened, so that its text is read only once. @param token names the next step, for the error */
function openIn(holder: Holder, token: string, spend: Spend): JsonObject | JsonArray {
  spend(stepWork);
  const opened = open(holder.value, spend);
  if (typeof opened === 'string') throw new DoesNotApply(`nothing is at ${JSON.stringify(token)}`);
  holder.value = opened;
  return opened;
}

function holderIn(container: JsonObject | JsonArray, token: string, spend: Spend): Holder {
  const holder =
    container.kind === 'object'
      ? memberOf(container, token, spend)
      : itemAt(container, indexIn(token), spend);
  if (!holder) throw new DoesNotApply(`nothing is at ${JSON.stringify(token)}`);
  return holder;
}

/** The index that a token names: digits without a leading zero (RFC 6901 section 4). @throws DoesNotApply */
export function indexIn(token: string): number {
  if (!/^(?:0|[1-9]\d{0,14})$/.test(token)) throw new DoesNotApply(`${JSON.stringify(token)} is no index`);
  return Number(token);
}
