// The import of players who are here already. Each is decided first, so nothing of a refused player comes in. Sessions, registration time
// and suspension come before the metadata, whose commit has the mark: a run that was killed in between does them again, and they change
// nothing then.
import type { MetadataSchema } from '../metadata/metadata-schema.ts';
import type { PlayerFacts } from '../store/ports/players.ts';
import type { Store } from '../store/ports/store.ts';
import type { Transfer } from '../store/ports/transfer.ts';
import { importDigestOf } from '../store/shared/audit.ts';
import { decideEdit } from './decide-edit.ts';
import type { MappedPlayer } from './map-player.ts';
import type { ExistingRule, Outcome } from './outcomes.ts';
import { markOf, type Origin, sessionRecords } from './records.ts';
import { changeSuspension, planForPresent, planSuspension, type SuspensionPlan } from './suspension-plan.ts';

export interface ExistingOptions {
  readonly store: Pick<Store, 'players' | 'metadata' | 'suspensions' | 'audit'>;
  /** Undefined for a dry run, which writes nothing. */
  readonly transfer: Pick<Transfer, 'importRecords'> | undefined;
  readonly origin: Origin;
  readonly existing: ExistingRule;
  readonly maxBytes: number;
  /** The schema that binds players; undefined where none does. */
  readonly schema: MetadataSchema | undefined;
  /** Told a part of a player who comes in that stays as it is here. */
  readonly remark: (player: MappedPlayer, reason: string) => void;
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
  await settlePresent(found.filter(isPresent), options);
  const known = await withFacts(
    found.filter((each) => !isPresent(each)),
    options,
  );
  const plans = new Map(
    await forEachOf(known, async (each) => [each.sequentialId, await planOf(each, options)] as const),
  );
  const changed = known.filter(({ sequentialId }) => isIn(plans.get(sequentialId)));
  const sessions = changed.flatMap(({ player, sequentialId }) => sessionRecords(player, sequentialId));
  if (sessions.length > 0) await options.transfer?.importRecords(sessions);
  const imported = new Map(
    await forEachOf(changed, async (each) => {
      const { sequentialId } = each;
      return [sequentialId, await importOne(each, plans.get(sequentialId), options)] as const;
    }),
  );
  return found.map((each) => {
    if (isPresent(each)) return 'present';
    const { sequentialId } = each;
    return imported.has(sequentialId) ? imported.get(sequentialId) : plans.get(sequentialId)?.outcome;
  });
}

/** Those who are here still, with what is known of them. */
async function withFacts(
  found: readonly FoundPlayer[],
  { store }: ExistingOptions,
): Promise<readonly KnownPlayer[]> {
  if (found.length === 0) return [];
  const described = await store.players.describe(found.map(({ sequentialId }) => sequentialId));
  const factsOf = new Map(described.map((facts) => [facts.sequentialId, facts]));
  return found.flatMap((each) => {
    const facts = factsOf.get(each.sequentialId);
    return facts ? [{ ...each, facts }] : [];
  });
}

/** Lifts or tells the suspension that an import made and the source has lifted. */
async function settlePresent(present: readonly FoundPlayer[], options: ExistingOptions): Promise<void> {
  const free = present.filter(({ player }) => player.isSuspended === false);
  await forEachOf(await withFacts(free, options), async ({ player, sequentialId, facts }) => {
    const plan = await planForPresent(player, facts, options);
    tellStay(plan, player, options);
    if (options.transfer) await changeSuspension(plan, sequentialId, options);
  });
}

function tellStay(plan: SuspensionPlan, player: MappedPlayer, { remark }: ExistingOptions): void {
  if (plan === 'stays') remark(player, 'is suspended here and not at the source; the suspension stays');
}

/** Players whose metadata is read at once. That of each may be as large as metadata may be. */
const playersAtOnce = 32;

/** @returns the results in the order of the players */
async function forEachOf<T>(
  known: readonly KnownPlayer[],
  work: (each: KnownPlayer) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  for (let start = 0; start < known.length; start += playersAtOnce)
    results.push(...(await Promise.all(known.slice(start, start + playersAtOnce).map(work))));
  return results;
}

interface KnownPlayer extends FoundPlayer {
  readonly facts: PlayerFacts;
}

/** The import of a player as the state of now decides it. */
interface Plan {
  readonly outcome: Outcome;
  readonly suspension: SuspensionPlan;
}

const isIn = (plan: Plan | undefined): boolean =>
  plan !== undefined && plan.outcome !== 'kept' && typeof plan.outcome === 'string';

/** @returns undefined for a player who is not here any more */
async function planOf(
  { player, sequentialId, facts }: KnownPlayer,
  options: ExistingOptions,
): Promise<Plan | undefined> {
  const isKept = options.existing === 'keep' && facts.version > 0;
  if (isKept) return { outcome: 'kept', suspension: undefined };
  const current = await options.store.metadata.find(sequentialId);
  if (!current) return undefined;
  const { outcome } = decideEdit(player, current, options).answer;
  return { outcome, suspension: await planSuspension(player, facts, options) };
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

async function importOne(
  { player, sequentialId, facts }: KnownPlayer,
  plan: Plan | undefined,
  options: ExistingOptions,
): Promise<Outcome | undefined> {
  const { store, transfer, origin } = options;
  tellStay(plan?.suspension, player, options);
  if (!transfer) return plan?.outcome;
  const { registeredAt } = player;
  if (registeredAt !== undefined && registeredAt < facts.registeredAt)
    await store.players.lowerRegistration(player.playerId, sequentialId, registeredAt);
  await changeSuspension(plan?.suspension, sequentialId, options);
  const audited = markOf(origin, player);
  // The state may have changed since the plan: this decision counts.
  const edited = await store.metadata.edit(sequentialId, (current) => decideEdit(player, current, options), {
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
