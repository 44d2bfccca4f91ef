// The rules of writing a player's metadata: as a whole, by a patch, by removing it or by bringing a kept version back. What a
// write has to know of the state that it replaces is looked at within the store, so that nobody writes in between.
import { ApiError, type ErrorName } from '../errors.ts';
import { isDeeperThan } from '../lib/json-text.ts';
import { failedPrecondition, type Preconditions } from '../lib/preconditions.ts';
import { METADATA_MAX_DEPTH } from '../limits.ts';
import type { IdempotencyKey } from '../store/ports/idempotency.ts';
import type { Decision, Metadata } from '../store/ports/metadata.ts';
import type { Store } from '../store/ports/store.ts';
import { conflict, factsOf, getMetadata, type MetadataFacts } from './metadata.ts';
import type { PathRules } from './path-rules.ts';

/** What a write depends on beside what it says. */
export interface WriteConditions {
  readonly preconditions?: Preconditions | undefined;
  /** The session that must be the active one. */
  readonly sessionId?: string | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
}

/** Whose metadata, where, and by what rules. */
export interface WriteTarget {
  readonly store: Pick<Store, 'metadata' | 'versions'>;
  readonly playerId: string;
  readonly sequentialId: number;
  readonly rules: PathRules | undefined;
}

/**
 * Each write answers undefined when the player does not exist (any more).
 * @throws ApiError `preconditionFailed`, `sessionNotCurrent`, `fieldNotWritable`, `idempotencyKeyReused`, and its own
 */
type Write = Promise<MetadataFacts | undefined>;

/** Replaces the whole object. */
export function setMetadata(
  target: WriteTarget,
  text: string,
  conditions: WriteConditions | undefined,
): Write {
  const { store, playerId, sequentialId, rules } = target;
  if (conditions || rules) {
    const edited = edit(target, { change: () => text, conditions, isKnownText: true });
    return edited.then((facts) => facts && { ...facts, text });
  }
  return store.metadata
    .save(sequentialId, text)
    .then((version) =>
      version === undefined ? undefined : factsOf(sequentialId, { playerId, text, version }),
    );
}

/**
 * Changes a part.
 * @throws ApiError also `invalidMetadata`, `patchConflict`, `metadataTooLarge`
 */
export function patchMetadata(
  target: WriteTarget,
  { apply, maxBytes }: { readonly apply: (text: string) => string; readonly maxBytes: number },
  conditions: WriteConditions | undefined,
): Write {
  // What changes nothing writes nothing, so that the entity tag stays: a patch may be there for its `test` alone.
  const change = (current: string): string | undefined => {
    const text = withinBounds(apply(current), maxBytes);
    return text === current ? undefined : text;
  };
  return edit(target, { change, conditions });
}

/** What is made of a state is bounded like what is sent. @throws ApiError `metadataTooLarge`, `invalidMetadata` */
function withinBounds(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) > maxBytes) throw new ApiError('metadataTooLarge');
  if (isDeeperThan(text, METADATA_MAX_DEPTH)) {
    const detail = `the metadata would be nested deeper than ${METADATA_MAX_DEPTH} levels`;
    throw new ApiError('invalidMetadata', { detail });
  }
  return text;
}

/** Removes what is stored, if anything. It is kept as a version, whatever the interval says. */
export function deleteMetadata(target: WriteTarget, conditions: WriteConditions | undefined): Write {
  const change = (_: string, exists: boolean) => (exists ? null : undefined);
  return edit(target, { change, conditions, keepReplaced: true });
}

/**
 * Makes a kept version the current state, but for what the player may not write. What it replaces is kept.
 * @throws ApiError also `versionNotFound`, `metadataTooLarge`: it was kept under another bound, or what may not be written
 * makes it longer.
 */
export async function restoreMetadata(
  target: WriteTarget,
  { version, maxBytes }: { readonly version: number | undefined; readonly maxBytes: number },
  conditions: WriteConditions | undefined,
): Write {
  const { store, sequentialId, rules } = target;
  const kept = version === undefined ? undefined : await store.versions.find(sequentialId, version);
  const change = (current: string): string | null => {
    if (!kept) throw new ApiError('versionNotFound');
    const text = rules ? rules.keepProtected(current, kept.text ?? '{}') : (kept.text ?? '{}');
    return text === '{}' && kept.text === undefined ? null : withinBounds(text, maxBytes);
  };
  return edit(target, { change, conditions, keepReplaced: true });
}

interface Edit {
  /** The new text, null to remove it, undefined to leave it. @throws ApiError that refuses the write */
  readonly change: (current: string, exists: boolean) => string | null | undefined;
  readonly conditions: WriteConditions | undefined;
  readonly keepReplaced?: boolean;
  /** The caller knows the text that is written. */
  readonly isKnownText?: boolean;
}

/** What became of a write, as JSON can hold it: with an idempotency key it is stored. */
interface Result {
  /** The text after the write or, where it was refused for its preconditions, as it is; null for none. */
  readonly text?: string | null;
  readonly refused?: ErrorName;
  readonly detail?: string | undefined;
}

async function edit(target: WriteTarget, { change, conditions = {}, ...options }: Edit): Write {
  const { store, playerId, sequentialId, rules } = target;
  const { preconditions, sessionId, idempotencyKey } = conditions;

  function decide(current: Metadata): Decision<Result> {
    const facts = factsOf(sequentialId, current);
    if (preconditions && failedPrecondition(preconditions, facts)) {
      const refused = 'preconditionFailed';
      return { answer: { refused, text: current.text ?? null }, brief: { refused } };
    }
    const text = change(facts.text, facts.exists);
    if (text === undefined) return { answer: { text: current.text ?? null }, brief: {} };
    const pointer = rules?.findForbidden(facts.text, text ?? '{}');
    if (pointer !== undefined) throw new ApiError('fieldNotWritable', { detail: pointer });
    return options.isKnownText ? { text, answer: {} } : { text, answer: { text }, brief: {} };
  }

  const { keepReplaced = false } = options;
  const edited = await store.metadata.edit(sequentialId, (current) => orRefusal(() => decide(current)), {
    sessionId,
    idempotencyKey,
    keepReplaced,
  });
  if (edited === undefined) return undefined;
  if (edited === 'session-not-current') throw new ApiError('sessionNotCurrent');
  if (edited === 'key-reused') throw new ApiError('idempotencyKeyReused');
  const { answer, version, isBrief } = edited;
  // Of an answer that was too long to keep, what would have been said by now.
  const facts = isBrief
    ? await getMetadata(store.metadata, sequentialId)
    : factsOf(sequentialId, { playerId, text: answer.text ?? undefined, version });
  if (!facts) return undefined;
  if (answer.refused === 'preconditionFailed') throw conflict(facts);
  if (answer.refused)
    throw new ApiError(answer.refused, answer.detail === undefined ? {} : { detail: answer.detail });
  return facts;
}

/** A store asks within a transaction that others share, so a refusal is an answer there. */
function orRefusal(decide: () => Decision<Result>): Decision<Result> {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { answer: { refused: error.error, detail: error.options.detail } };
  }
}
