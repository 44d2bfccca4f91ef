// The import of players who are here already. Sessions, registration time and suspension come before the metadata, whose commit has the
// mark: a run that was killed in between does them again, and they change nothing then.
import { ApiError } from '../errors/errors.ts';
import type { MetadataSchema } from '../metadata/metadata-schema.ts';
import type { Decision, Metadata } from '../store/ports/metadata.ts';
import type { PlayerFacts } from '../store/ports/players.ts';
import type { Store } from '../store/ports/store.ts';
import type { Transfer } from '../store/ports/transfer.ts';
import { importDigestOf } from '../store/shared/audit.ts';
import { objectTextProblem } from '../store/shared/stored-texts.ts';
import type { MappedPlayer } from './map-player.ts';
import { mergeUnder } from './merge-under.ts';
import type { ExistingRule, Outcome, Refused } from './outcomes.ts';
import { markOf, type Origin, sessionRecords, suspensionOf } from './records.ts';

export interface ExistingOptions {
  readonly store: Pick<Store, 'players' | 'metadata' | 'suspensions' | 'audit'>;
  /** Undefined for a dry run, which writes nothing. */
  readonly transfer: Pick<Transfer, 'importRecords'> | undefined;
  readonly origin: Origin;
  readonly existing: ExistingRule;
  readonly maxBytes: number;
  /** The schema that binds players; undefined where none does. */
  readonly schema: MetadataSchema | undefined;
}

export interface FoundPlayer {
  readonly player: MappedPlayer;
  readonly sequentialId: number;
}

/** @returns the outcomes in the order of the players; undefined for one who is not here any more */
export async function importExisting(
  found: readonly FoundPlayer[],
  options: ExistingOptions,
): Promise<readonly (Outcome | undefined)[]> {
  if (found.length === 0) return [];
  const marks = await findMarks(found, options);
  const isPresent = ({ player, sequentialId }: FoundPlayer): boolean =>
    marks.get(sequentialId) === player.digest;
  const others = found.filter((each) => !isPresent(each));
  const described = await options.store.players.describe(others.map(({ sequentialId }) => sequentialId));
  const factsOf = new Map(described.map((facts) => [facts.sequentialId, facts]));
  const isKept = ({ sequentialId }: FoundPlayer): boolean =>
    options.existing === 'keep' && (factsOf.get(sequentialId)?.version ?? 0) > 0;
  const changed = others.filter((each) => factsOf.has(each.sequentialId) && !isKept(each));
  const refusals = await findRefusals(changed, options);
  const taken = changed.filter((each) => !refusals.has(each));
  const sessions = taken.flatMap(({ player, sequentialId }) => sessionRecords(player, sequentialId));
  if (sessions.length > 0) await options.transfer?.importRecords(sessions);
  return forEachOf(found, async (each) => {
    const facts = factsOf.get(each.sequentialId);
    if (isPresent(each)) return 'present';
    if (!facts) return undefined;
    return isKept(each) ? 'kept' : (refusals.get(each) ?? importOne(each, facts, options));
  });
}

/** Players whose metadata is read at once. That of each may be as large as metadata may be. */
const playersAtOnce = 32;

/** @returns the results in the order of the players */
async function forEachOf<T>(
  found: readonly FoundPlayer[],
  work: (each: FoundPlayer) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (let start = 0; start < found.length; start += playersAtOnce)
    results.push(...(await Promise.all(found.slice(start, start + playersAtOnce).map(work))));
  return results;
}

/** Looks which players a merge refuses, so that nothing else of them comes in either. */
async function findRefusals(
  found: readonly FoundPlayer[],
  options: ExistingOptions,
): Promise<ReadonlyMap<FoundPlayer, Refused>> {
  const refusals = new Map<FoundPlayer, Refused>();
  if (options.existing !== 'merge') return refusals;
  await forEachOf(found, async (each) => {
    const current = await options.store.metadata.find(each.sequentialId);
    const outcome = current && decideEdit(each.player, current, options).answer.outcome;
    if (typeof outcome === 'object') refusals.set(each, outcome);
  });
  return refusals;
}

/** The digest of each player's newest import from this source. */
async function findMarks(
  found: readonly FoundPlayer[],
  { store, origin }: ExistingOptions,
): Promise<ReadonlyMap<number, string>> {
  const ids = found.map(({ sequentialId }) => sequentialId);
  const entries = await store.audit.listOfPlayers(ids, 'player.import');
  const marks = new Map<number, string>();
  for (const { sequentialId, detail } of entries) {
    const digest = importDigestOf(detail, origin.from);
    if (digest !== undefined) marks.set(sequentialId, digest);
  }
  return marks;
}

/** The answer of the edit: whether it changed something. */
type Answer = { readonly outcome: Outcome; readonly isMarked?: boolean };

async function importOne(
  { player, sequentialId }: FoundPlayer,
  facts: PlayerFacts,
  options: ExistingOptions,
): Promise<Outcome | undefined> {
  const { store, transfer, origin } = options;
  const decide = (current: Metadata): Decision<Answer> => decideEdit(player, current, options);
  if (!transfer) {
    const current = await store.metadata.find(sequentialId);
    return current && decide(current).answer.outcome;
  }
  const { registeredAt } = player;
  if (registeredAt !== undefined && registeredAt < facts.registeredAt)
    await store.players.lowerRegistration(player.playerId, sequentialId, registeredAt);
  if (player.isSuspended && facts.suspendedUntil !== 'forever') await suspend(sequentialId, options);
  const audited = markOf(origin, player);
  const edited = await store.metadata.edit(sequentialId, decide, {
    by: 'server',
    audited,
    keepReplaced: true,
  });
  if (typeof edited !== 'object' || !('answer' in edited)) return undefined;
  const { outcome, isMarked } = edited.answer;
  if (isMarked)
    await store.audit.record(
      { ...audited, detail: { ...audited.detail, version: edited.version } },
      sequentialId,
    );
  return outcome;
}

async function suspend(sequentialId: number, { store, origin }: ExistingOptions): Promise<void> {
  const suspension = suspensionOf(origin);
  const { author, from } = origin;
  const audited = { author, action: 'player.suspend', detail: { until: suspension.until, from } } as const;
  await store.suspensions.suspend(sequentialId, suspension, { audited });
}

function decideEdit(
  { text }: MappedPlayer,
  current: Metadata,
  { existing, maxBytes, schema }: ExistingOptions,
): Decision<Answer> {
  const isNew = current.version === 0;
  if (!isNew && existing === 'keep') return { answer: { outcome: 'kept' } };
  const outcome = isNew ? 'filled' : existing === 'merge' ? 'merged' : 'replaced';
  const next = outcome === 'merged' && text !== null ? mergeUnder(current.text ?? '{}', text) : text;
  // An edit that changes nothing has no entry of its own.
  if (next === null || next === current.text) return { answer: { outcome, isMarked: true } };
  const problem = objectTextProblem(next, maxBytes) ?? refusalBy(schema, current.text, next);
  if (problem !== undefined) return { answer: { outcome: { refused: `the document ${problem}` } } };
  return { answer: { outcome }, text: next };
}

/** The reason of the schema that binds players. */
export function refusalBy(
  schema: MetadataSchema | undefined,
  before: string | undefined,
  after: string,
): string | undefined {
  try {
    const refusal = schema?.findRefusal(before, after);
    return refusal === undefined ? undefined : `does not fit: ${refusal}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return 'takes too much work for METADATA_SCHEMA';
  }
}
