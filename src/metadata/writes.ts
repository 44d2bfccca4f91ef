// The rules of writing a player's metadata: set, patch, delete, and restore of a kept version. A write that depends on the
// current state is decided within the store, so that no other write comes in between.
import { ApiError, type ErrorName, playerSuspended } from '../errors/errors.ts';
import { isDeeperThan } from '../lib/json-places.ts';
import { failedPrecondition, type Preconditions } from '../lib/preconditions.ts';
import { METADATA_MAX_DEPTH } from '../limits.ts';
import type { AuditAction, Author } from '../store/ports/audit.ts';
import type { IdempotencyKey } from '../store/ports/idempotency.ts';
import type { InstallationWrite } from '../store/ports/installations.ts';
import type { Decision, Metadata } from '../store/ports/metadata.ts';
import type { Store } from '../store/ports/store.ts';
import {
  conflict,
  factsOf,
  getMetadata,
  type MetadataFacts,
  ownFactsOf,
  type ShownFacts,
  withoutText,
} from './metadata.ts';
import type { MetadataSchema } from './metadata-schema.ts';
import type { PathRules } from './path-rules.ts';
import { sessionNotCurrent } from './required-session.ts';

/** The conditions of a write. */
export interface WriteConditions {
  readonly preconditions?: Preconditions | undefined;
  /** The required session: the write counts only while it is the active one. */
  readonly sessionId?: string | undefined;
  readonly idempotencyKey?: IdempotencyKey | undefined;
  /** The write takes effect once for its installation. */
  readonly installationWrite?: InstallationWrite | undefined;
}

/** The metadata that a write changes: its store, its player, and the writer. */
export interface WriteTarget {
  readonly store: Pick<Store, 'metadata' | 'versions' | 'sessions'>;
  /** Undefined for a server, which names the player by number. The store knows the name. */
  readonly playerId: string | undefined;
  readonly sequentialId: number;
  /** The path rules that bind the writer. None bind a server. */
  readonly rules: PathRules | undefined;
  /** The schema that binds the writer. It binds no server. */
  readonly schema: MetadataSchema | undefined;
  /** The server that writes, for the audit; undefined for the player. */
  readonly author?: Author | undefined;
  /** The writer may not read, so no answer shows the metadata, whoever's write it repeats. */
  readonly isBlind?: boolean;
}

/**
 * The result of a write: undefined when the player does not exist (any more).
 * @throws ApiError `playerSuspended`, `preconditionFailed`, `sessionNotCurrent`, `fieldNotWritable`, `idempotencyKeyReused`,
 *   `invalidMetadata` for an object that the schema refuses, and errors of the particular write
 */
type Write = Promise<WrittenFacts | undefined>;

export type WrittenFacts = ShownFacts & {
  /** The write came before, from the same installation, and these are the facts of now. */
  readonly isRepeated?: true;
};

/** Replaces the whole object. */
export function setMetadata(
  target: WriteTarget,
  text: string,
  conditions: WriteConditions | undefined,
): Write {
  const { store, playerId, sequentialId, rules, schema } = target;
  // A text that does not fit may be one that did not fit before either.
  if (conditions || rules || playerId === undefined || (schema && !schema.fits(text))) {
    const action = 'metadata.set';
    return edit(target, { action, change: () => text, conditions, knownText: text });
  }
  return store.metadata.save(sequentialId, text).then((saved) => {
    if (saved === undefined) return undefined;
    if ('suspendedUntil' in saved) throw playerSuspended(saved.suspendedUntil);
    return factsOf(sequentialId, { playerId, text, version: saved.version }, saved.writtenAt);
  });
}

/**
 * Changes the metadata by a patch.
 * @throws ApiError also `invalidMetadata`, `patchConflict`, `metadataTooLarge`
 */
export function patchMetadata(
  target: WriteTarget,
  { apply, maxBytes }: { readonly apply: (text: string) => string; readonly maxBytes: number },
  conditions: WriteConditions | undefined,
): Write {
  // A patch that changes nothing writes nothing, so that the entity tag stays. Such a patch may be sent for its `test` alone.
  const change = (current: string): string | undefined => {
    const text = assertBounds(apply(current), maxBytes);
    return text === current ? undefined : text;
  };
  return edit(target, { action: 'metadata.patch', change, conditions });
}

/** Holds the result of a write to the bounds of metadata that is sent. @throws ApiError `metadataTooLarge`, `invalidMetadata` */
function assertBounds(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) > maxBytes) throw new ApiError('metadataTooLarge');
  if (isDeeperThan(text, METADATA_MAX_DEPTH)) {
    const detail = `the metadata would be nested deeper than ${METADATA_MAX_DEPTH} levels`;
    throw new ApiError('invalidMetadata', { detail });
  }
  return text;
}

/** Deletes the metadata. A stored state is kept as a version, whatever the interval says. */
export function deleteMetadata(target: WriteTarget, conditions: WriteConditions | undefined): Write {
  const change = (_: string, exists: boolean) => (exists ? null : undefined);
  return edit(target, { action: 'metadata.delete', change, conditions, keepReplaced: true });
}

export interface Restore {
  /** Undefined for a text that is no version. */
  readonly version: number | undefined;
  readonly maxBytes: number;
  /** The path rules whose protected parts stay as they are. */
  readonly protectedBy: PathRules | undefined;
}

/**
 * Makes a kept version the current state, except the protected parts. The replaced state is kept.
 * @throws ApiError also `versionNotFound`, and `metadataTooLarge`: the bound may have been higher when the version was written,
 *   and the protected parts may have grown.
 */
export async function restoreMetadata(
  target: WriteTarget,
  { version, maxBytes, protectedBy }: Restore,
  conditions: WriteConditions | undefined,
): Write {
  const { store, sequentialId } = target;
  const kept = version === undefined ? undefined : await store.versions.find(sequentialId, version);
  const change = (current: string): string | null => {
    if (!kept) throw new ApiError('versionNotFound');
    const text = protectedBy ? protectedBy.keepProtected(current, kept.text ?? '{}') : (kept.text ?? '{}');
    return text === '{}' && kept.text === undefined ? null : assertBounds(text, maxBytes);
  };
  const detail = { restored: version };
  return edit(target, { action: 'metadata.restore', detail, change, conditions, restored: version });
}

interface Edit {
  readonly action: AuditAction;
  /** Facts for the audit. */
  readonly detail?: Readonly<Record<string, unknown>>;
  /** @returns the new text, null to delete it, undefined to leave it. @throws ApiError that refuses the write */
  readonly change: (current: string, exists: boolean) => string | null | undefined;
  readonly conditions: WriteConditions | undefined;
  readonly keepReplaced?: boolean;
  /** The kept version that is restored. */
  readonly restored?: number | undefined;
  /** The text after the write, where the caller knows it: no outcome stores it. */
  readonly knownText?: string;
}

/** The outcome of a write. JSON can hold it, since it is stored under an idempotency key. */
interface Result {
  /** The text after the write, or the current text if a precondition failed; null when nothing is stored. */
  readonly text?: string | null;
  readonly refused?: ErrorName;
  readonly detail?: string | undefined;
}

async function edit(target: WriteTarget, { change, conditions = {}, knownText, ...options }: Edit): Write {
  const { store, sequentialId, rules, schema, author, isBlind } = target;
  const { sessionId, idempotencyKey, installationWrite } = conditions;
  let { playerId } = target;

  function decide(current: Metadata): Decision<Result> {
    playerId = current.playerId;
    const facts = factsOf(sequentialId, current);
    if (isRefused(conditions, facts, current.version)) {
      const refused = 'preconditionFailed';
      return { answer: { refused, text: current.text ?? null }, brief: { refused } };
    }
    const text = change(facts.text, facts.exists);
    if (text === undefined) return { answer: { text: current.text ?? null }, brief: {} };
    const pointer = rules?.findForbidden(facts.text, text ?? '{}');
    if (pointer !== undefined) throw new ApiError('fieldNotWritable', { detail: pointer });
    // A deleted object has no form.
    if (schema && text !== null) assertFits(schema, current.text, text);
    return knownText !== undefined ? { text, answer: {} } : { text, answer: { text }, brief: {} };
  }

  const { keepReplaced = false, restored, action, detail } = options;
  const edited = await store.metadata.edit(sequentialId, (current) => orRefusal(() => decide(current)), {
    by: author ? 'server' : 'player',
    audited: author && { author, action, ...(detail && { detail }) },
    sessionId,
    idempotencyKey,
    installationWrite,
    keepReplaced,
    restored,
  });
  if (edited === undefined) return undefined;
  if (edited === 'session-not-current')
    throw await sessionNotCurrent(store.sessions, sequentialId, sessionId);
  if (edited === 'key-reused') throw new ApiError('idempotencyKeyReused');
  if ('suspendedUntil' in edited) throw playerSuspended(edited.suspendedUntil);
  if ('repeated' in edited) return { ...ownFactsOf(sequentialId, edited.repeated), isRepeated: true };
  const { answer, version, writtenAt, isBrief } = edited;
  // A repetition by a server decides nothing, so the store has not told the name of the player yet.
  const current =
    isBrief || playerId === undefined ? await getMetadata(store.metadata, sequentialId) : undefined;
  playerId ??= current?.playerId;
  if (playerId === undefined) return undefined;
  // The stored answer was too long to keep, so the current state stands in for it.
  const text = (answer.refused ? undefined : knownText) ?? answer.text ?? undefined;
  const known = isBrief
    ? current
    : factsOf(sequentialId, { playerId, text, version }, author ? undefined : writtenAt);
  if (!known) return undefined;
  const facts = isBlind ? withoutText(known) : known;
  if (answer.refused === 'preconditionFailed') throw conflict(facts);
  if (answer.refused)
    throw new ApiError(answer.refused, answer.detail === undefined ? {} : { detail: answer.detail });
  return facts;
}

/** @throws ApiError `invalidMetadata`, `metadataTooLarge` */
function assertFits(schema: MetadataSchema, before: string | undefined, after: string): void {
  const detail = schema.findRefusal(before, after);
  if (detail !== undefined) throw new ApiError('invalidMetadata', { detail });
}

/**
 * Does a precondition fail? `If-None-Match: *` of an installation holds only before the first write, so that a delayed first save
 * does not revive what was deleted.
 */
function isRefused(
  { preconditions, installationWrite }: WriteConditions,
  facts: MetadataFacts,
  version: number,
): boolean {
  if (!preconditions) return false;
  if (installationWrite && preconditions.ifNoneMatch === '*' && version > 0) return true;
  return failedPrecondition(preconditions, facts) !== undefined;
}

/** Turns an error into an answer, since the store decides within a transaction that other writes share. */
function orRefusal(decide: () => Decision<Result>): Decision<Result> {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { answer: { refused: error.error, detail: error.options.detail } };
  }
}
