// The suspension of a player who is here already: the source's comes in, and one that an import made ends with `replace` once the source
// has lifted it. A suspension that somebody made here stays.
import type { PlayerFacts } from '../store/ports/players.ts';
import type { Store } from '../store/ports/store.ts';
import type { Suspension } from '../store/ports/suspensions.ts';
import type { MappedPlayer } from './map-player.ts';
import type { ExistingRule } from './outcomes.ts';
import { type Origin, suspensionOf } from './records.ts';

/** `stays`: the player is suspended here alone. Undefined where both sides agree, or the source does not say. */
export type SuspensionPlan = 'suspend' | 'lift' | 'stays' | undefined;

interface SuspensionOptions {
  readonly store: Pick<Store, 'suspensions'>;
  readonly origin: Origin;
  readonly existing: ExistingRule;
}

export async function planSuspension(
  { isSuspended }: MappedPlayer,
  { sequentialId, suspendedUntil }: Pick<PlayerFacts, 'sequentialId' | 'suspendedUntil'>,
  { store, origin, existing }: SuspensionOptions,
): Promise<SuspensionPlan> {
  if (isSuspended) return suspendedUntil === 'forever' ? undefined : 'suspend';
  if (isSuspended === undefined || suspendedUntil === null) return undefined;
  if (existing !== 'replace') return 'stays';
  const present = await store.suspensions.find(sequentialId);
  if (!present) return undefined;
  return isOfImport(present, origin) ? 'lift' : 'stays';
}

/**
 * The plan for a player whom an earlier run brought as the source has it now. With `merge` a suspension of a run before that one stayed: it is
 * told in each run, until `replace` lifts it. One that somebody made here is told by the run that brings something.
 */
export async function planForPresent(
  { isSuspended }: MappedPlayer,
  { sequentialId, suspendedUntil }: Pick<PlayerFacts, 'sequentialId' | 'suspendedUntil'>,
  { store, origin, existing }: SuspensionOptions,
): Promise<SuspensionPlan> {
  if (isSuspended !== false || suspendedUntil === null) return undefined;
  const present = await store.suspensions.find(sequentialId);
  if (!present || !isOfImport(present, origin)) return undefined;
  return existing === 'replace' ? 'lift' : 'stays';
}

function isOfImport({ until, reason }: Suspension, origin: Origin): boolean {
  const ofImport = suspensionOf(origin);
  return until === ofImport.until && reason === ofImport.reason;
}

export async function changeSuspension(
  plan: SuspensionPlan,
  sequentialId: number,
  { store, origin }: SuspensionOptions,
): Promise<void> {
  const { author, from } = origin;
  if (plan === 'suspend') {
    const suspension = suspensionOf(origin);
    const audited = { author, action: 'player.suspend', detail: { until: suspension.until, from } } as const;
    await store.suspensions.suspend(sequentialId, suspension, { audited });
  }
  if (plan === 'lift')
    await store.suspensions.unsuspend(sequentialId, {
      audited: { author, action: 'player.unsuspend', detail: { from } },
    });
}
