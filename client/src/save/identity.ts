// The player of a save. No change is sent with another player's token, on a device that several people use.
import { PlaykeepError } from '../failure.ts';
import { aboutAnother } from '../judgement.ts';
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
  /** @param token with which the record was read. @throws OtherPlayer, or `network` where the answer may be a mistake */
  checkRecord(record: { readonly playerId: string }, token: string): void;
}

/**
 * @param given the option `player`, which a claim other than `sub` may hold
 * @param player as the save names it
 */
export function createIdentity(given: string | undefined, player: string): Identity {
  let confirmed = '';
  let doubted = '';
  return {
    checkToken(token) {
      if (token === confirmed || subjectOf(token) === player) return;
      if (given === undefined) throw new OtherPlayer();
      throw new UnconfirmedPlayer();
    },
    checkRecord({ playerId }, token) {
      if (playerId === player) {
        confirmed = token;
        return;
      }
      if (token === confirmed || subjectOf(token) === player) throw aboutAnother();
      // One answer alone may be a mistake of somebody on the way.
      const witness = JSON.stringify([token, playerId]);
      if (witness === doubted) throw new OtherPlayer();
      doubted = witness;
      throw aboutAnother();
    },
  };
}
