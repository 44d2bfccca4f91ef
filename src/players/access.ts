// Who may call a route: turns a handler that wants a player into one that first demands a valid token, and a player who has
// not sent too much.
import { tooManyRequests } from '../auth/address-limit.ts';
import { authenticate, type Gate } from '../auth/authenticate.ts';
import type { Reply } from '../http/reply.ts';
import type { Handler } from '../http/server.ts';
import { after, type Maybe } from '../lib/maybe.ts';
import { UPLOAD_MAX_SECONDS } from '../limits.ts';

/** A handler that acts for the player whom the token names. */
export type PlayerHandler = (request: Bun.BunRequest<string>, playerId: string) => Maybe<Reply>;

export interface PlayerGate extends Gate {
  /** Takes a token of the player's; answers after how many milliseconds there is one, 0 for now. */
  readonly takeToken: ((playerId: string) => Maybe<number>) | undefined;
}

export const playerAccess =
  (gate: PlayerGate) =>
  (handle: PlayerHandler): Handler =>
  (request, peers) =>
    after(authenticate(gate, request, peers), (playerId) => {
      // Bun counts the time of an upload as idle time, so a slow but steady one needs more of it; a player's, nobody else's.
      if (request.method === 'POST' || request.method === 'PATCH') {
        peers.timeout(request, UPLOAD_MAX_SECONDS);
      }
      if (gate.takeToken === undefined) return handle(request, playerId);
      return after(gate.takeToken(playerId), (milliseconds) => {
        if (milliseconds > 0) throw tooManyRequests(milliseconds, 'playerLimit');
        return handle(request, playerId);
      });
    });
