// The port for losses: saves that dropped most of a player's metadata. A loss is marked in the commit of the save, which keeps the
// state before it whatever the interval says. A deletion and a restore are deliberate, and are no loss. Times are milliseconds since
// the Unix epoch.
import type { Writer } from './versions.ts';

export interface Loss {
  readonly sequentialId: number;
  /** The version that the save made. The state before it has the version below. */
  readonly version: number;
  readonly lostAt: number;
  /** UTF-8 bytes of the state before the save, and of the one after. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  /** Members at the top of both states. */
  readonly membersBefore: number;
  readonly membersAfter: number;
  readonly by: Writer;
  /** The server key that wrote, and the name that it had; null for the player. The id is null also for the command line. */
  readonly keyId: string | null;
  readonly keyName: string | null;
  /** The session in which the player saved, and what its start told; null for none. */
  readonly sessionId: string | null;
  readonly installationId: string | null;
  /** JSON text of an object. */
  readonly context: string | null;
  /** The member `version` of the context. */
  readonly gameVersion: string | null;
  /** When a state from before the loss was restored; null while none was. */
  readonly restoredAt: number | null;
}

/** The outcomes of the restore of a state from before a loss, for one player. */
export const restoreOutcomes = [
  'restorable',
  'restored',
  'writtenSince',
  'alreadyRestored',
  'notKept',
  'notFound',
  'failed',
] as const;
export type RestoreOutcome = (typeof restoreOutcomes)[number];

/** The conditions on losses; each that is given has to hold. */
export interface LossFilter {
  readonly gameVersion?: string;
  readonly by?: Writer;
  readonly isRestored?: boolean;
  /** Inclusive. */
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
}

/** The key of the last loss that a page looked at. */
export type LossPosition = Pick<Loss, 'lostAt' | 'sequentialId' | 'version'>;

export interface LossPage {
  readonly losses: readonly Loss[];
  /** Undefined at the end. A page that looked at its most losses may hold fewer than `limit`, even none. */
  readonly next: LossPosition | undefined;
}

/** The losses of saves by one version of the game; null for saves whose version is not known. */
export interface VersionLosses {
  readonly gameVersion: string | null;
  readonly losses: number;
  /** Those of which no earlier state was restored. */
  readonly open: number;
  readonly lastLostAt: number;
}

export interface LossStore {
  /** The losses that match, newest first. */
  list(filter: LossFilter, limit: number, after?: LossPosition): Promise<LossPage>;
  /** The losses of a player, newest first. There are few. */
  listOfPlayer(sequentialId: number): Promise<readonly Loss[]>;
  /** Counts the newest losses by version of the game, those with most losses first. A bounded number of losses is looked at. */
  countByGameVersion(limit: number): Promise<readonly VersionLosses[]>;
}
