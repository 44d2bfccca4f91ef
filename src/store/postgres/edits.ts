// Writes of metadata that depend on the state that they find, by compare-and-swap: read, decide, write if the state is still the
// same, otherwise begin again. No lock is held in between. An attempt fails only when another write succeeded. Under an idempotency
// key the outcome is stored by the statement of the write, so both are there or neither.
import { EDIT_ATTEMPTS } from '../../limits.ts';
import { StoreBusy } from '../ports/errors.ts';
import type { KeyReused } from '../ports/idempotency.ts';
import type { Loss } from '../ports/losses.ts';
import type { Decision, EditOptions, Metadata, Repeated } from '../ports/metadata.ts';
import type { StartedSession } from '../ports/sessions.ts';
import type { Suspended } from '../ports/suspensions.ts';
import type { VersionRow } from '../ports/versions.ts';
import type { CpuScheduler } from '../shared/cpu-scheduler.ts';
import { changeTold, type ToldWrite } from '../shared/events.ts';
import { servers } from '../shared/fair-queue.ts';
import { answerUnderKey, type BriefEdited, isPruningDue, toStoredOutcome } from '../shared/idempotency.ts';
import { isLastWrite } from '../shared/installations.ts';
import { type Shrinkage, shrinkageOf, surplusOf, toLoss } from '../shared/losses.ts';
import { type DatedRow, toDatedMetadata, toMetadata, toWrittenState } from '../shared/metadata-rows.ts';
import { isRequiredSession } from '../shared/session-rules.ts';
import { suspensionOf } from '../shared/suspensions.ts';
import type { VersionRange } from '../shared/version-reads.ts';
import { keepVersion, reasonToKeep, type VersionChanges, type VersionPolicy } from '../shared/versions.ts';
import { type Edit, type Find, type FoundState, usedKeyOf } from './edit-statements.ts';
import type { UsedKey } from './idempotency-keys.ts';
import type { LossMark } from './loss-marks.ts';

const newestVersion = Number.MAX_SAFE_INTEGER;

/** The steps of an edit for one player. Each runs in a batch with steps of other players. */
export interface EditSteps {
  find(call: Find): Promise<FoundState | undefined>;
  wasSessionOver(sequentialId: number): Promise<boolean>;
  listVersions(range: VersionRange): Promise<readonly VersionRow[]>;
  /** The losses of a player, newest first. */
  listLosses(sequentialId: number): Promise<readonly Loss[]>;
  findSession(sequentialId: number, sessionId: string): Promise<StartedSession | undefined>;
  /** Are events of metadata told? */
  readonly tells: boolean;
  /** Counts a loss that is committed. */
  countLoss(loss: Loss): void;
  /** @returns undefined when the edit took no effect, since the state has changed or the key was used meanwhile */
  write(edit: Edit): Promise<Pick<DatedRow, 'writtenAt'> | undefined>;
  /** Prunes the keys of the player who has just used one. A fault of the store is left to a later pruning. */
  prune(used: UsedKey): Promise<void>;
  /** Runs work of a player, or of servers, that keeps the thread: a patch, the compression of a text. */
  readonly compute: CpuScheduler['run'];
}

export const editSize = ({ text, kept, outcome }: Edit): number =>
  (kept?.put ?? []).reduce((size, row) => size + row.content.length, text?.length ?? 0) +
  (outcome ? outcome.outcome.length + (outcome.briefOutcome?.length ?? 0) : 0);

/** The key by which the thread's time is fair: all servers share one. */
const accountOf = (sequentialId: number, { by }: EditOptions): number =>
  by === 'server' ? servers : sequentialId;

interface EditCall<Answer> {
  readonly sequentialId: number;
  readonly decide: (current: Metadata) => Decision<Answer>;
  readonly options: EditOptions;
}

type Decided<Answer> = BriefEdited<Answer> | 'session-not-current';

export async function editWith<Answer>(
  steps: EditSteps,
  policy: VersionPolicy,
  call: EditCall<Answer>,
): Promise<Decided<Answer> | Repeated | KeyReused | Suspended | undefined> {
  const { sequentialId, options } = call;
  const { idempotencyKey, installationWrite } = options;
  for (let attempt = 1; attempt <= EDIT_ATTEMPTS; attempt += 1) {
    const found = await steps.find({ sequentialId, idempotencyKey, installationWrite });
    if (!found) return undefined;
    const suspendedUntil = options.by === 'server' ? undefined : suspensionOf(found.suspendedUntil);
    if (suspendedUntil !== undefined) return { suspendedUntil };
    const first = idempotencyKey && answerUnderKey<Decided<Answer>>(usedKeyOf(found), idempotencyKey);
    if (first !== undefined) return withTimeOf(found, first);
    if (installationWrite && isLastWrite(found.lastWrites, installationWrite))
      return { repeated: toDatedMetadata(found) };
    const { decided, text, shrinkage, told } = await decideOn(steps, policy, found, call);
    if (text === undefined && !idempotencyKey) return withTime(decided, found.writtenAt);
    const kept =
      text === undefined ? undefined : await versionsKept(steps, policy, found, { ...options, shrinkage });
    const marked = shrinkage && (await markOf(steps, found, shrinkage, options));
    const outcome = idempotencyKey && toStoredOutcome(decided);
    const written = await steps.write({ found, text, options, kept, marked, outcome, told });
    if (!written) continue;
    if (marked) steps.countLoss(marked.loss);
    if (outcome && isPruningDue(outcome, Math.random()))
      await steps.prune({ sequentialId, key: idempotencyKey.key });
    return withTime(decided, written.writtenAt ?? found.writtenAt);
  }
  throw new StoreBusy('contendedMetadata');
}

/** The outcome under a key, which was stored before the time of its write was known. It is that of the state, unless later writes came. */
const withTimeOf = <Answer>({ version, writtenAt }: FoundState, first: Decided<Answer> | KeyReused) =>
  typeof first === 'object' && first.version === version ? withTime(first, writtenAt) : first;

const withTime = <Answer>(decided: Decided<Answer>, writtenAt: number | null): Decided<Answer> =>
  decided === 'session-not-current' ? decided : { ...decided, writtenAt };

interface Change<Answer> {
  /** The answer of the call once the text is written. */
  readonly decided: Decided<Answer>;
  /** Undefined when nothing changes. */
  readonly text: string | null | undefined;
  /** The loss, if most of the state is lost. */
  readonly shrinkage: Shrinkage | undefined;
  /** The event of the change, where it is told. */
  readonly told: ToldWrite | undefined;
}

async function decideOn<Answer>(
  { compute, tells }: EditSteps,
  policy: VersionPolicy,
  found: FoundState,
  { sequentialId, decide, options }: EditCall<Answer>,
): Promise<Change<Answer>> {
  if (!isRequiredSession(options.sessionId, found.activeSessionId))
    return { decided: 'session-not-current', text: undefined, shrinkage: undefined, told: undefined };
  const current = toMetadata(found);
  return compute(accountOf(sequentialId, options), () => {
    const { text, ...decided } = decide(current);
    const version = text === undefined ? found.version : found.version + 1;
    const shrinkage = text === undefined ? undefined : shrinkageOf(policy, found.text, text, options);
    const told =
      tells && text !== undefined
        ? changeTold({ version, before: found.text, after: text, shrinkage }, options)
        : undefined;
    return { decided: { ...decided, version }, text, shrinkage, told };
  });
}

async function markOf(
  steps: EditSteps,
  { sequentialId, version, now, activeSessionId }: FoundState,
  shrinkage: Shrinkage,
  options: EditOptions,
): Promise<LossMark> {
  const [losses, session] = await Promise.all([
    steps.listLosses(sequentialId),
    activeSessionId === null ? undefined : steps.findSession(sequentialId, activeSessionId),
  ]);
  const written = { sequentialId, version: version + 1, lostAt: now };
  return { loss: toLoss(shrinkage, written, options, session), drop: surplusOf(losses) };
}

async function versionsKept(
  steps: EditSteps,
  policy: VersionPolicy,
  found: FoundState,
  { shrinkage, ...options }: EditOptions & { readonly shrinkage: Shrinkage | undefined },
): Promise<VersionChanges | undefined> {
  const { now, sequentialId } = found;
  const keepReplaced = options.keepReplaced === true || shrinkage !== undefined;
  const reason = reasonToKeep(policy, found, { ...options, keepReplaced }, now);
  if (!reason) return undefined;
  const namesOtherSession = found.sessionId !== null && found.sessionId !== found.activeSessionId;
  const [rows, wasSessionOver] = await Promise.all([
    steps.listVersions({ sequentialId, first: 0, last: newestVersion }),
    namesOtherSession && steps.wasSessionOver(sequentialId),
  ]);
  const replaced = toWrittenState(
    { ...found, sessionId: wasSessionOver ? null : found.sessionId },
    found.text,
  );
  return steps.compute(accountOf(sequentialId, options), () =>
    keepVersion(policy, rows, replaced, { now, milestone: reason === 'milestone' }),
  );
}
