// Who may call a route: turns a handler that wants a player into one that first demands a service with time for it, a
// valid token, and a player who has not sent too much.
import { tooManyRequests } from '../auth/address-limit.ts';
import { authenticate, type Gate } from '../auth/authenticate.ts';
import { ApiError } from '../errors.ts';
import { failure, type Reply } from '../http/reply.ts';
import type { Handler } from '../http/server.ts';
import { after, type Maybe } from '../lib/maybe.ts';
import type { Counter } from '../lib/metrics.ts';

/** A handler that acts for the player whom the token names. */
export type PlayerHandler = (request: Bun.BunRequest<string>, playerId: string) => Maybe<Reply>;

export interface PlayerGate extends Gate {
  /** Is there already as much to do as can be done in good time? */
  readonly isFull: () => boolean;
  /** Counts who is turned away because of that. */
  readonly turnedAway: Counter;
  /** Takes a token of the player's; answers after how many milliseconds there is one, 0 for now. */
  readonly takeToken: ((playerId: string) => Maybe<number>) | undefined;
}

/** Made once: under load it must cost as little as can be. */
const busy = failure(new ApiError('serviceUnavailable', { detail: 'too much to do at the moment' }));

export const playerAccess =
  (gate: PlayerGate) =>
  (handle: PlayerHandler): Handler =>
  (request, peers) => {
    if (gate.isFull()) {
      gate.turnedAway.value += 1;
      return busy;
    }
    return after(authenticate(gate, request, peers), (playerId) =>
      gate.takeToken === undefined
        ? handle(request, playerId)
        : after(gate.takeToken(playerId), (milliseconds) => {
            if (milliseconds > 0) throw tooManyRequests(milliseconds, 'playerLimit');
            return handle(request, playerId);
          }),
    );
  };
