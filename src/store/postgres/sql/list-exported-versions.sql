-- A page of kept versions for an export, newest first, since the base of a version is newer. Expects metadata_versions_pkey.
-- Parameters: sequentialId bigint, version bigint, limit int
-- Columns: :version_row
SELECT :version_row
FROM metadata_versions
WHERE sequential_id > :sequentialId OR (sequential_id = :sequentialId AND version < :version)
ORDER BY metadata_versions.sequential_id, metadata_versions.version DESC
LIMIT :limit
