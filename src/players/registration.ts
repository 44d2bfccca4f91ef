// The rule of a registration by a server: one player, or many with an outcome for each. One who is registered stays as they are, and
// an erased name is registered anew.
import { createAttempts, inOrder, type Outcome, type Turns } from '../lib/in-order.ts';
import { EDIT_ATTEMPTS } from '../limits.ts';
import type { AuditedAs } from '../store/ports/audit.ts';
import { StoreBusy } from '../store/ports/errors.ts';
import type { PlayerFacts, PlayerStore } from '../store/ports/players.ts';
import { BULK_OPERATIONS_IN_FLIGHT } from '../tuning.ts';

export const describe = async (
  players: Pick<PlayerStore, 'describe'>,
  sequentialId: number,
): Promise<PlayerFacts | undefined> => (await players.describe([sequentialId]))[0];

/** Registers until the player is found, as another caller may erase the player in between. */
export async function registerPlayer(
  players: PlayerStore,
  playerId: string,
  audited: AuditedAs,
): Promise<PlayerFacts> {
  for (let attempt = 1; attempt <= EDIT_ATTEMPTS; attempt += 1) {
    const sequentialId = await players.register(playerId, { revive: true, audited });
    const facts = sequentialId === 'erased' ? undefined : await describe(players, sequentialId);
    if (facts) return facts;
  }
  throw new StoreBusy('contendedPlayer');
}

/** Registers players, each by itself. A name that is given twice is answered twice, and registered once. */
export function registerPlayers(
  players: PlayerStore,
  playerIds: readonly string[],
  audited: AuditedAs,
  turns: Turns,
): AsyncIterable<{ readonly item: string; readonly outcome: Outcome<PlayerFacts> }> {
  const attempt = createAttempts(turns);
  return inOrder(BULK_OPERATIONS_IN_FLIGHT, playerIds, (playerId) =>
    attempt(() => registerPlayer(players, playerId, audited)),
  );
}
