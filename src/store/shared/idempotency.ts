// The stored form of an answer under an idempotency key, the same on every engine: the whole answer, in a form that the
// version before reads too, and for a long one a brief form, which stays when the player's answers take too much room.
import { IDEMPOTENCY_BRIEF_MAX_BYTES, IDEMPOTENCY_OUTCOMES_MAX_BYTES } from '../../limits.ts';
import type { Decision, Edited, NotActive } from '../ports/store.ts';

const every = 32;

/** After every so manieth answer of a player, and after each that takes as large a share of what all may take. */
export const samplePruning = ({ outcome }: StoredOutcome): boolean =>
  Math.random() < 1 / every || outcome.length > IDEMPOTENCY_OUTCOMES_MAX_BYTES / every;

/** The answer of an edit, with its brief form. */
export type BriefEdited<Answer> = Edited<Answer> & Pick<Decision<Answer>, 'brief'>;

/** An outcome as JSON. */
export interface StoredOutcome {
  readonly outcome: string;
  readonly brief: string | null;
}

/** The outcome that earlier versions store when no session is active; they know no reason. */
const notActive = 'not-active';

export function toStoredOutcome(outcome: unknown): StoredOutcome {
  if (isObject(outcome) && 'notActive' in outcome) {
    return { outcome: JSON.stringify(notActive), brief: JSON.stringify(outcome) };
  }
  if (!isObject(outcome) || !('brief' in outcome)) return { outcome: JSON.stringify(outcome), brief: null };
  const { brief: answer, ...whole } = outcome;
  const text = JSON.stringify(whole);
  if (text.length <= IDEMPOTENCY_BRIEF_MAX_BYTES / longestCharacter) return { outcome: text, brief: null };
  return { outcome: text, brief: JSON.stringify({ ...whole, answer, isBrief: true }) };
}

/** The most bytes of UTF-8 that one UTF-16 unit takes. */
const longestCharacter = 3;

export function fromStoredOutcome({ outcome, brief }: StoredOutcome): unknown {
  const first: unknown = JSON.parse(outcome);
  if (first !== notActive) return first;
  return brief === null ? ({ notActive: 'untold' } satisfies NotActive) : JSON.parse(brief);
}

/** Without what is kept beside it. */
export function withoutBrief<T>(outcome: T): T {
  if (!isObject(outcome) || !('brief' in outcome)) return outcome;
  const { brief: _, ...whole } = outcome;
  return whole as T;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
