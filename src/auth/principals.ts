// Principals: the callers in whose name a request is served. A route declares its kind of access, and its handler gets
// the principal of that kind.
import type { Scope } from '../store/ports/keys.ts';

/** A player, named by a verified access token. */
export interface Player {
  readonly kind: 'player';
  readonly playerId: string;
}

/** Any caller, with credentials or without. */
export interface Anyone {
  readonly kind: 'anyone';
}

/** A process on the machine that the service runs on. */
export interface ThisMachine {
  readonly kind: 'thisMachine';
}

/** A studio's own server, named by its key. */
export interface Server {
  readonly kind: 'server';
  /** `environment` for the key of `SERVER_API_KEY`. */
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export type Principal = Player | Server | Anyone | ThisMachine;
