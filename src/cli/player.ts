// `playkeep player register` and `playkeep player erase`, beside a running service or without one.
import { openStore } from '../app.ts';
import { describeDatabase } from '../config/database-url.ts';
import { systemClock } from '../lib/clock.ts';
import { createCommandLog } from '../lib/log.ts';
import type { PlayerStore } from '../store/ports/players.ts';
import { commandLineAuthor } from './author.ts';
import { type AddCommand, type CommandContext, exitStatus } from './command.ts';
import { assertDatabaseExists } from './database.ts';
import { assertPlayerIds } from './player-id.ts';
import { readStoreConfig } from './read-config.ts';

export const addPlayer: AddCommand = (program, context) => {
  const player = program.command('player').description('register or erase players');
  player
    .command('register')
    .description('register players, for PLAYER_PROVISIONING=registered; an erased one begins anew')
    .argument('<player-id...>')
    .action((playerIds: string[]) => registerPlayers(playerIds, context));
  player
    .command('erase')
    .description(
      'erase players for good; of their sessions only the times stay, under a number that names nobody',
    )
    .argument('<player-id...>')
    .action((playerIds: string[]) => erasePlayers(playerIds, context));
};

function registerPlayers(playerIds: readonly string[], context: CommandContext): Promise<void> {
  return changePlayers(playerIds, context, async (players, playerId) => {
    const sequentialId = await players.register(playerId, {
      revive: true,
      audited: { author: commandLineAuthor, action: 'player.register' },
    });
    context.print(`${playerId} is player ${sequentialId}`);
  });
}

/** Erases players. One who is not registered makes the command fail at its end; the others are still erased. */
function erasePlayers(playerIds: readonly string[], context: CommandContext): Promise<void> {
  const { print, setStatus } = context;
  return changePlayers(playerIds, context, async (players, playerId) => {
    const erased = await players.erase(playerId, {
      audited: { author: commandLineAuthor, action: 'player.erase' },
    });
    if (!erased) setStatus(exitStatus.failure);
    print(erased ? `${playerId} is erased` : `${playerId} is not registered; nothing to erase`);
  });
}

/** Prints the database first, since the likeliest mistake is to run the command without the settings of the service. */
async function changePlayers(
  playerIds: readonly string[],
  { readEnvironment, print }: CommandContext,
  change: (players: PlayerStore, playerId: string) => Promise<void>,
): Promise<void> {
  const config = readStoreConfig(readEnvironment());
  assertPlayerIds(playerIds);
  const { database } = config;
  assertDatabaseExists(database);
  const store = await openStore(config, { clock: systemClock, log: createCommandLog() });
  print(`database ${describeDatabase(database)}`);
  try {
    for (const playerId of playerIds) await change(store.players, playerId);
  } finally {
    await store.close();
  }
}
