// The rules of suspensions: a server suspends a player, or ends the suspension, and gets the player as the answer. The store refuses
// the player's writes from the commit on (store/ports/suspensions.ts).
import { toTimestamp } from '../lib/clock.ts';
import type { Author } from '../store/ports/audit.ts';
import type { PlayerFacts } from '../store/ports/players.ts';
import type { Store } from '../store/ports/store.ts';
import type { Suspension, SuspensionChange } from '../store/ports/suspensions.ts';

export interface SuspensionTarget {
  readonly store: Pick<Store, 'players' | 'suspensions'>;
  readonly sequentialId: number;
  readonly author: Author;
}

// Each function resolves to undefined when the player does not exist (any more).

/** Suspends a player. The same suspension again changes nothing. */
export function suspendPlayer(
  target: SuspensionTarget,
  suspension: Suspension,
): Promise<PlayerFacts | undefined> {
  const { store, author } = target;
  const until = suspension.until === 'forever' ? suspension.until : toTimestamp(suspension.until);
  const audited = { author, action: 'player.suspend', detail: { until } } as const;
  return change(target, (id) => store.suspensions.suspend(id, suspension, { audited }));
}

/** Ends the suspension of a player, if there is one. */
export function unsuspendPlayer(target: SuspensionTarget): Promise<PlayerFacts | undefined> {
  const { store, author } = target;
  const audited = { author, action: 'player.unsuspend' } as const;
  return change(target, (id) => store.suspensions.unsuspend(id, { audited }));
}

async function change(
  { store, sequentialId }: SuspensionTarget,
  act: (sequentialId: number) => Promise<SuspensionChange>,
): Promise<PlayerFacts | undefined> {
  if ((await act(sequentialId)) === undefined) return undefined;
  const [facts] = await store.players.describe([sequentialId]);
  return facts;
}
