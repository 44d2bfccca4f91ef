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

/** A studio's own server, named by its key, or a person of the studio at the console. */
export interface Server {
  readonly kind: 'server';
  /** `environment` for the key of `SERVER_API_KEY`; the id of a person. */
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The person who signed in at the issuer; absent for a key. */
  readonly person?: PersonName;
}

/** A person as the audit names one. */
export interface PersonName {
  readonly subject: string;
  /** Null unless the issuer has verified it. */
  readonly mail: string | null;
}

export type Principal = Player | Server | Anyone | ThisMachine;
