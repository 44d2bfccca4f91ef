-- Made by `npm run statements` of src/store/ports/rows/. A test compares both.

-- :audit_row: An entry of the audit.
-- Columns: auditId text, at float8, keyId text?, keyName text, action audit_action, sequentialId float8?, detail text?,
--   requestId text?
audit_entries.audit_id::text AS "auditId", audit_entries.at::float8 AS "at", audit_entries.key_id AS "keyId",
  audit_entries.key_name AS "keyName", audit_entries.action AS "action",
  nullif(audit_entries.sequential_id, 0)::float8 AS "sequentialId", audit_entries.detail AS "detail",
  audit_entries.request_id AS "requestId"

-- :audit_columns: The columns of an entry of the audit.
sequential_id, audit_id, at, key_id, key_name, action, detail, request_id

-- :audit_input: The rows of an entry of the audit, out of arrays.
-- Parameters: auditId uuid[], at bigint[], keyId text?[], keyName text[], action audit_action[], sequentialId bigint?[], detail text?[],
--   requestId text?[]
unnest(:auditId, :at, :keyId, :keyName, :action, :sequentialId, :detail, :requestId)
  AS input (audit_id, at, key_id, key_name, action, sequential_id, detail, request_id)

-- :audit_values: The values of an entry of the audit after the sequential id.
input.audit_id, input.at, input.key_id, input.key_name, input.action, input.detail, input.request_id

-- :audited_columns: The columns of a new entry of the audit.
sequential_id, audit_id, key_id, key_name, action, detail, request_id

-- :audited_input: The rows of a new entry of the audit, out of arrays.
-- Parameters: auditedAuditId uuid[], auditedKeyId text?[], auditedKeyName text[], auditedAction audit_action[],
--   auditedSequentialId bigint?[], auditedDetail text?[], auditedRequestId text?[]
unnest(:auditedAuditId, :auditedKeyId, :auditedKeyName, :auditedAction, :auditedSequentialId, :auditedDetail, :auditedRequestId)
  AS entry (audit_id, key_id, key_name, action, sequential_id, detail, request_id)

-- :audited_values: The values of a new entry of the audit after the sequential id.
entry.audit_id, entry.key_id, entry.key_name, entry.action, entry.detail, entry.request_id

-- :audited_entry: The values of one new entry of the audit after the sequential id.
-- Parameters: auditedAuditId uuid, auditedKeyId text?, auditedKeyName text, auditedAction audit_action, auditedDetail text?,
--   auditedRequestId text?
:auditedAuditId, :auditedKeyId, :auditedKeyName, :auditedAction, :auditedDetail, :auditedRequestId
