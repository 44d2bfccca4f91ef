// `playkeep player …`: what an operator does about players, beside a running service or without one.
import { openStore } from '../app.ts';
import { isPlayerId } from '../auth/verifier.ts';
import { type Config, describeDatabase } from '../config/config.ts';
import { systemClock } from '../lib/clock.ts';
import { createCommandLog } from '../lib/log.ts';
import type { PlayerStore } from '../store/ports/store.ts';
import { assertDatabaseExists } from './database.ts';

type Print = (line: string) => void;

/** Registers players, erased ones as new. For `PLAYER_PROVISIONING=registered`. */
export function registerPlayers(config: Config, playerIds: readonly string[], print: Print): Promise<void> {
  return withPlayers(config, playerIds, print, async (players, playerId) => {
    const sequentialId = await players.register(playerId, { revive: true });
    print(`${playerId} is player ${sequentialId}`);
  });
}

/** Erases players and what is stored of them, but for the times of their sessions. @returns how many of them were not registered. */
export async function erasePlayers(
  config: Config,
  playerIds: readonly string[],
  print: Print,
): Promise<number> {
  let unknown = 0;
  await withPlayers(config, playerIds, print, async (players, playerId) => {
    const erased = await players.erase(playerId);
    if (!erased) unknown += 1;
    print(erased ? `${playerId} is erased` : `${playerId} is not registered; nothing to erase`);
  });
  return unknown;
}

/** Says first which database it is about: settings that only the service has are the likeliest mistake here. */
async function withPlayers(
  config: Config,
  playerIds: readonly string[],
  print: Print,
  act: (players: PlayerStore, playerId: string) => Promise<void>,
): Promise<void> {
  const invalid = playerIds.filter((playerId) => !isPlayerId(playerId));
  if (invalid.length > 0) throw new InvalidPlayerId(invalid);
  const { database } = config;
  assertDatabaseExists(database);
  const log = createCommandLog();
  const store = await openStore(config, { clock: systemClock, log });
  print(`database ${describeDatabase(database)}`);
  try {
    for (const playerId of playerIds) await act(store.players, playerId);
  } finally {
    await store.close();
  }
}

export class InvalidPlayerId extends Error {
  override readonly name = 'InvalidPlayerId';
  constructor(playerIds: readonly string[]) {
    const quoted = playerIds.map((id) => JSON.stringify(id)).join(', ');
    super(`${quoted}: a player id has 1 to 255 characters, none a control character`);
  }
}
