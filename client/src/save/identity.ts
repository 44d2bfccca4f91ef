// Keeps one player's changes from being sent with another player's token, on a device that several people use.
import { PlaykeepError } from '../failure.ts';
import type { MetadataRecord } from '../record.ts';
import { subjectOf } from '../token-source.ts';

/** The token or the record is another player's. Nothing of this save is sent with it. */
export class OtherPlayer extends PlaykeepError {
  constructor() {
    super('unauthorized', 'The token is of another player');
  }
}

/** A token whose `sub` is not the option `player`: only a record says whose it is. */
export class UnconfirmedPlayer extends PlaykeepError {
  constructor() {
    super('network', 'It is not known yet whose the token is');
  }
}

export interface Identity {
  /** Before a write. @throws OtherPlayer, UnconfirmedPlayer */
  checkToken(token: string): void;
  /** @param token with which the record was read; empty for an unknown one. @throws OtherPlayer */
  checkRecord(record: MetadataRecord, token: string): void;
}

/**
 * @param player as the save names it
 * @param known the player of the last record
 * @param given the option `player`, which a claim other than `sub` may hold
 */
export function createIdentity(
  given: string | undefined,
  player: string,
  known: () => string | undefined,
): Identity {
  let confirmed = '';
  return {
    checkToken(token) {
      if (token === confirmed || subjectOf(token) === player) return;
      if (given === undefined) throw new OtherPlayer();
      throw new UnconfirmedPlayer();
    },
    checkRecord({ playerId }, token) {
      const expected = given ?? known();
      if (expected !== undefined && playerId !== expected) throw new OtherPlayer();
      if (token !== '') confirmed = token;
    },
  };
}
