// What both engines know of the clock's judgement.

/** The columns whose newest time is certain where no service has judged the clock yet. Each has an index. */
export const datedColumns = [
  ['metadata_versions', 'kept_at'],
  ['metadata_losses', 'lost_at'],
  ['idempotency_keys', 'created_at'],
  ['server_idempotency_keys', 'created_at'],
  ['audit_entries', 'at'],
  ['ended_sessions', 'ended_at'],
] as const;
