// Every table with rows about a player: what an erasure does to them, and which members of the player's export have them. Erasure and
// export take their tables from here, and a test fails for a table that is not listed.

interface OfPlayer {
  /**
   * `deleted` by the sequential id, or `named`: deleted by the name or its digest. `moved` into the history. Of `cleared` rows the columns
   * become null, at the latest by a background job.
   */
  readonly erasure: 'deleted' | 'named' | 'moved' | 'kept' | { readonly cleared: readonly string[] };
  /** None for what repeats other members, or has nothing but the number. */
  readonly exported: readonly string[];
}

export const playerTables = {
  players: { erasure: 'named', exported: ['player'] },
  metadata: { erasure: 'deleted', exported: ['player', 'suspension', 'metadata'] },
  metadata_index_entries: { erasure: 'deleted', exported: [] },
  metadata_versions: { erasure: 'deleted', exported: ['versions'] },
  metadata_losses: { erasure: 'deleted', exported: ['losses'] },
  idempotency_keys: { erasure: 'deleted', exported: [] },
  server_idempotency_keys: { erasure: 'deleted', exported: [] },
  rate_limits: { erasure: 'named', exported: [] },
  active_sessions: { erasure: 'moved', exported: ['activeSession'] },
  ended_sessions: { erasure: { cleared: ['context', 'installation_id'] }, exported: ['sessions'] },
  statistics_players: { erasure: 'kept', exported: [] },
  events: { erasure: { cleared: ['personal'] }, exported: ['events'] },
  event_erasures: { erasure: 'kept', exported: [] },
  webhook_failures: { erasure: 'kept', exported: [] },
  webhook_deliveries: { erasure: { cleared: ['answer'] }, exported: ['deliveries'] },
  audit_entries: { erasure: 'kept', exported: ['audit'] },
  erased_players: { erasure: 'kept', exported: [] },
} as const satisfies Readonly<Record<string, OfPlayer>>;

type PlayerTables = typeof playerTables;
export type PlayerTable = keyof PlayerTables;

/** The members of the export. */
export type ExportMember = PlayerTables[PlayerTable]['exported'][number];

type DeletedTable = {
  [Name in PlayerTable]: PlayerTables[Name]['erasure'] extends 'deleted' ? Name : never;
}[PlayerTable];

/** The tables whose rows of a sequential id an erasure deletes. */
export const deletedTables = (Object.keys(playerTables) as readonly PlayerTable[]).filter(
  (name): name is DeletedTable => playerTables[name].erasure === 'deleted',
);
