// The rules of idempotency keys that are the same on both engines: the verdict on a key, its age, the stored form of an outcome,
// and the times at which keys are pruned. A long outcome also has a brief form. The brief form takes its place when the outcomes
// of the player exceed their bound.

import { UTF8_MAX_BYTES_PER_UNIT } from '../../lib/utf8.ts';
import {
  IDEMPOTENCY_BRIEF_MAX_BYTES,
  IDEMPOTENCY_KEY_SECONDS,
  IDEMPOTENCY_OUTCOMES_MAX_BYTES,
} from '../../limits.ts';
import type { IdempotencyKey, KeyReused } from '../ports/idempotency.ts';
import type { Decision, Edited } from '../ports/metadata.ts';

/** The outcome of an edit, with the brief form of its answer. */
export type BriefEdited<Answer> = Edited<Answer> & Pick<Decision<Answer>, 'brief'>;

/** An outcome in the form in which it is stored: JSON. */
export interface StoredOutcome {
  readonly outcome: string;
  /** Takes the place of a long outcome when the outcomes of a player exceed their bound; null for a short one. */
  readonly briefOutcome: string | null;
}

/** A key with its outcome, as it is found. */
export interface FoundKey {
  readonly fingerprint: string;
  readonly outcome: string;
  /** The brief outcome has taken the place of the whole one. SQLite says so by 1. */
  readonly isShortened: boolean | number;
}

/** Keys that were stored at this time or before are too old: a call under one is a first call. Mirrored by claim-idempotency-key.sql. */
export const keyRetentionStart = (now: number): number => now - IDEMPOTENCY_KEY_SECONDS * 1000;

/**
 * The answer to a call under a key.
 * @param found the key as it is stored, unless it is too old.
 * @returns undefined for a first call, which has to run; the stored outcome for a repetition; `'key-reused'` for another request
 */
export function answerUnderKey<T>(
  found: FoundKey | null | undefined,
  { fingerprint }: IdempotencyKey,
): T | KeyReused | undefined {
  if (!found) return undefined;
  return found.fingerprint === fingerprint ? (fromStoredOutcome(found) as T) : 'key-reused';
}

const outcomesPerPruning = 32;

/**
 * True when the keys of a player are to be pruned after an outcome: by chance once in 32 outcomes, and always after an outcome
 * that takes a 32nd of the bound. prune-idempotency-keys.sql and its counterpart in sqlite/idempotency-keys.ts choose the keys to
 * prune.
 * @param random a number from 0 to below 1.
 */
export const isPruningDue = ({ outcome }: StoredOutcome, random: number): boolean =>
  random < 1 / outcomesPerPruning || outcome.length > IDEMPOTENCY_OUTCOMES_MAX_BYTES / outcomesPerPruning;

export function toStoredOutcome(outcome: unknown): StoredOutcome {
  if (!isObject(outcome) || !('brief' in outcome)) {
    return { outcome: JSON.stringify(outcome), briefOutcome: null };
  }
  const { brief: answer, ...whole } = outcome;
  const text = JSON.stringify(whole);
  if (text.length <= IDEMPOTENCY_BRIEF_MAX_BYTES / UTF8_MAX_BYTES_PER_UNIT) {
    return { outcome: text, briefOutcome: null };
  }
  return { outcome: text, briefOutcome: JSON.stringify({ ...whole, answer }) };
}

function fromStoredOutcome({ outcome, isShortened }: FoundKey): unknown {
  const first: unknown = JSON.parse(outcome);
  return isShortened && isObject(first) ? { ...first, isBrief: true } : first;
}

/** The outcome for the caller, who has no use for the brief answer. */
export function withoutBrief<T>(outcome: T): T {
  if (!isObject(outcome) || !('brief' in outcome)) return outcome;
  const { brief: _, ...whole } = outcome;
  return whole as T;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
