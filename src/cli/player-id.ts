// The check of player ids on the command line.
import { isPlayerId } from '../lib/player-id.ts';
import { UsageError } from './command.ts';

/** @throws UsageError that names every invalid id. */
export function assertPlayerIds(playerIds: readonly string[]): void {
  const invalid = playerIds.filter((playerId) => !isPlayerId(playerId));
  if (invalid.length === 0) return;
  const quoted = invalid.map((playerId) => JSON.stringify(playerId)).join(', ');
  throw new UsageError(`${quoted}: a player id has 1 to 255 characters, none a control character`);
}
