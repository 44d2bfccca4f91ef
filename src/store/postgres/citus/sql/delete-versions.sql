-- Deletes kept versions of players of one shard who were written (`written`). Expects metadata_versions_pkey.
-- Parameters: droppedIds bigint[], droppedVersions bigint[], written bigint[]
DELETE FROM metadata_versions
USING unnest(:droppedIds, :droppedVersions) AS surplus (sequential_id, version)
WHERE metadata_versions.sequential_id = ANY (:written)
  AND metadata_versions.sequential_id = surplus.sequential_id AND metadata_versions.version = surplus.version
