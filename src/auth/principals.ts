// Principals: the callers in whose name a request is served. A route declares its kind of access, and its handler gets
// the principal of that kind.

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

export type Principal = Player | Anyone | ThisMachine;
