// `playkeep token`: an access token for a player, signed with the configured or the development secret.
import { InvalidArgumentError } from 'commander';
import { signToken } from '../auth/sign.ts';
import { loadConfig } from '../config/config.ts';
import { systemClock } from '../lib/clock.ts';
import type { AddCommand } from './command.ts';
import { assertPlayerIds } from './player-id.ts';
import { provideSecret } from './read-config.ts';

export const addToken: AddCommand = (program, { readEnvironment, print, printError }) => {
  program
    .command('token')
    .description('print an access token for a player, signed with the configured or the development secret')
    .argument('<player-id>', 'the player')
    .option('--expires-in <seconds>', 'how long it is valid', parseSeconds, 24 * 3_600)
    .action(async (playerId: string, { expiresIn: lifetimeSeconds }: { expiresIn: number }) => {
      assertPlayerIds([playerId]);
      const { config, isDevelopment } = provideSecret(loadConfig(readEnvironment()));
      print(await signToken(config.tokens, { playerId, lifetimeSeconds, clock: systemClock }));
      // A service with another data directory has another secret, and answers this token 401.
      if (isDevelopment) printError(`signed with the development secret of ${config.dataDirectory}`);
    });
};

function parseSeconds(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new InvalidArgumentError('It must be a number of seconds.');
  return Number(text);
}
