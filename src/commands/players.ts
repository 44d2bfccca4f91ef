// `playkeep player …`: what an operator does about players, beside a running service or without one.
import { openStore } from '../app.ts';
import { isPlayerId } from '../auth/verifier.ts';
import type { Config } from '../config.ts';
import { systemClock } from '../lib/clock.ts';
import type { PlayerStore } from '../store/store.ts';

/** Registers players, erased ones as new; a line for each. For `PLAYER_PROVISIONING=registered`. */
export function registerPlayers(config: Config, playerIds: readonly string[]): Promise<string[]> {
  return withPlayers(config, playerIds, async (players, playerId) => {
    const sequentialId = await players.insert(playerId, { revive: true });
    return `${playerId} is player ${sequentialId}`;
  });
}

/** Erases players and all that is stored of them; a line for each. */
export function erasePlayers(config: Config, playerIds: readonly string[]): Promise<string[]> {
  return withPlayers(config, playerIds, async (players, playerId) => {
    const erased = await players.delete(playerId);
    return erased ? `${playerId} is erased` : `${playerId} is not registered; nothing to erase`;
  });
}

async function withPlayers(
  config: Config,
  playerIds: readonly string[],
  act: (players: PlayerStore, playerId: string) => Promise<string>,
): Promise<string[]> {
  const invalid = playerIds.filter((playerId) => !isPlayerId(playerId));
  if (invalid.length > 0) throw new InvalidPlayerId(invalid);
  const store = openStore(config, systemClock);
  try {
    const lines = [];
    for (const playerId of playerIds) lines.push(await act(store.players, playerId));
    return lines;
  } finally {
    await store.close();
  }
}

export class InvalidPlayerId extends Error {
  override readonly name = 'InvalidPlayerId';
  constructor(playerIds: readonly string[]) {
    super(
      `${playerIds.map((id) => JSON.stringify(id)).join(', ')}: a player id has 1 to 255 characters, none a control character`,
    );
  }
}
