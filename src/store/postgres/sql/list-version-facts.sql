-- Kept versions of players without their contents, each player's newest first. Expects metadata_versions_pkey.
-- Parameters: ids bigint[]
-- Columns: :version_facts
SELECT :version_facts
FROM metadata_versions
WHERE sequential_id = ANY (:ids)
ORDER BY metadata_versions.sequential_id, metadata_versions.version DESC
