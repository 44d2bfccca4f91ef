// The port for the audit: one entry for each change that a server key or the command line made, and for each export of a player.
// An entry is committed with its change, so neither is there without the other. Nothing but time removes an entry.
// An entry holds no name of a player, no value of metadata and no reason of a suspension, so an erasure leaves it as it is.
// Times are milliseconds since the Unix epoch.

export const auditActions = [
  'player.register',
  'player.erase',
  'player.export',
  'player.suspend',
  'player.unsuspend',
  'player.import',
  'metadata.set',
  'metadata.patch',
  'metadata.delete',
  'metadata.restore',
  'session.terminate',
  'key.create',
  'key.revoke',
  'webhook.create',
  'webhook.update',
  'webhook.rotate',
  'webhook.delete',
  'webhook.redeliver',
  'import',
  'restored',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** The maker of a change that is no player, as the audit names it. */
export interface Author {
  /** A UUIDv7, `environment`, or the id of a person (lib/person-id.ts); null for the command line. */
  readonly keyId: string | null;
  readonly keyName: string;
  /** Null for the command line. */
  readonly requestId: string | null;
  /** The person; the detail of the entry has it as `person`. A mail is there if the issuer has verified it. */
  readonly person?: { readonly subject: string; readonly mail: string | null };
}

/** A write takes this as an option, and commits an entry if it changes something. */
export interface AuditedAs {
  readonly author: Author;
  readonly action: AuditAction;
  /** Facts about the change, in a form that JSON can hold. The store adds `version` to those of metadata. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface AuditEntry extends Omit<Author, 'person'> {
  /** A UUIDv7. */
  readonly auditId: string;
  readonly at: number;
  readonly action: AuditAction;
  /** Null for an entry about no player. */
  readonly sequentialId: number | null;
  /** A JSON object as text; null for none. */
  readonly detail: string | null;
}

/** The version of metadata that the write of an entry made; undefined for an entry about no write of metadata. */
export function writtenVersion({
  action,
  detail,
}: Pick<AuditEntry, 'action' | 'detail'>): number | undefined {
  if (detail === null || !action.startsWith('metadata.')) return undefined;
  try {
    const facts: unknown = JSON.parse(detail);
    const version = typeof facts === 'object' && facts !== null && 'version' in facts && facts.version;
    return Number.isSafeInteger(version) ? (version as number) : undefined;
  } catch {
    return undefined;
  }
}

export interface PlayerEntry extends Pick<AuditEntry, 'at' | 'detail'> {
  readonly sequentialId: number;
}

/** The conditions on entries; each that is given has to hold. */
export interface AuditFilter {
  readonly sequentialId?: number;
  readonly keyId?: string;
  readonly action?: AuditAction;
  /** Inclusive. */
  readonly from?: number;
  /** Exclusive. */
  readonly to?: number;
}

/** The key of the last entry that a page looked at. The next page begins with the next older entry. */
export interface AuditPosition {
  readonly at: number;
  readonly auditId: string;
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Undefined at the end. A page that looked at its most entries may hold fewer than `limit`, even none. */
  readonly next: AuditPosition | undefined;
}

export interface AuditStore {
  /** Commits an entry about something that changes nothing in the store, for instance an export. */
  record(audited: AuditedAs, sequentialId: number | null): Promise<void>;
  /** The entries of an action about players, oldest first. One call, however many players. */
  listOfPlayers(sequentialIds: readonly number[], action: AuditAction): Promise<readonly PlayerEntry[]>;
  /** The entries that match, newest first. */
  list(filter: AuditFilter, limit: number, after?: AuditPosition): Promise<AuditPage>;
  /** Deletes entries that are older than `days`, in small steps. An abort ends it after a step. */
  deleteOld(days: number, signal: AbortSignal): Promise<void>;
}
