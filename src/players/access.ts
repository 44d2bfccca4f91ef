// Who may call a route: turns a handler that wants a player into one that first demands a valid token, and a player who has
// not sent too much.
import { tooManyRequests } from '../admission/address-limit.ts';
import { authenticate, type Gate } from '../auth/authenticate.ts';
import { mayBeLarge } from '../http/body.ts';
import type { Reply } from '../http/reply.ts';
import type { Handler, Peers } from '../http/server.ts';
import { chain, type MaybePromise } from '../lib/maybe-promise.ts';
import { CONNECTION_IDLE_SECONDS, UPLOAD_MAX_SECONDS } from '../limits.ts';

/** A handler that acts for the player whom the token names. */
export type PlayerHandler = (request: Bun.BunRequest<string>, playerId: string) => MaybePromise<Reply>;

export interface PlayerGate extends Gate {
  /** Takes a token of the player's; answers after how many milliseconds there is one, 0 for now. */
  readonly takeToken: ((playerId: string) => MaybePromise<number>) | undefined;
}

export const playerAccess =
  (gate: PlayerGate) =>
  (handle: PlayerHandler): Handler =>
  (request, peers) =>
    chain(authenticate(gate, request, peers), (playerId) => {
      const act = () =>
        isLong(request)
          ? withPatience(request, peers, () => handle(request, playerId))
          : handle(request, playerId);
      if (gate.takeToken === undefined) return act();
      return chain(gate.takeToken(playerId), (milliseconds) => {
        if (milliseconds > 0) throw tooManyRequests(milliseconds, 'playerLimit');
        return act();
      });
    });

/** May the body take longer than a connection may be idle? */
const isLong = (request: Request): boolean =>
  (request.method === 'POST' || request.method === 'PATCH') && mayBeLarge(request);

/** Bun counts the time of an upload as idle time, so a slow but steady one needs more of it; a player's, nobody else's. */
async function withPatience(request: Request, peers: Peers, act: () => MaybePromise<Reply>): Promise<Reply> {
  peers.timeout(request, UPLOAD_MAX_SECONDS);
  try {
    return await act();
  } finally {
    peers.timeout(request, CONNECTION_IDLE_SECONDS);
  }
}
