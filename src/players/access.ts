// Who may call a route: turns a handler that wants a player into one that first demands a valid token.
import { authenticate } from '../auth/authenticate.ts';
import type { TokenVerifier } from '../auth/verifier.ts';
import type { Reply } from '../http/reply.ts';
import type { Handler } from '../http/server.ts';
import { after, type Maybe } from '../lib/maybe.ts';

/** A handler that acts for the player whom the token names. */
export type PlayerHandler = (request: Bun.BunRequest<string>, playerId: string) => Maybe<Reply>;

export const playerAccess =
  (verifier: TokenVerifier) =>
  (handle: PlayerHandler): Handler =>
  (request) =>
    after(authenticate(verifier, request.headers), (playerId) => handle(request, playerId));
