-- Changes the settings of a webhook; null leaves one as it is. Enabling one that failed begins a new time of failures.
-- Parameters: webhookId text, url text?, types text?, isOrdered boolean?, isEnabled boolean?, now bigint?
-- Columns: webhookId text
UPDATE webhooks
SET url = coalesce(:url, url), types = coalesce(:types, types), is_ordered = coalesce(:isOrdered, is_ordered),
  is_enabled = coalesce(:isEnabled, is_enabled),
  disabled_at = CASE WHEN :isEnabled THEN NULL WHEN NOT :isEnabled THEN :present ELSE disabled_at END,
  disabled_reason = CASE WHEN :isEnabled IS NULL THEN disabled_reason END,
  failing_since = CASE WHEN :isEnabled AND NOT is_enabled AND failing_since IS NOT NULL THEN :present ELSE failing_since END
WHERE webhook_id = :webhookId
RETURNING webhook_id AS "webhookId"
