-- Deletes kept versions of players of one shard who were written ($3). Expects metadata_versions_pkey.
DELETE FROM metadata_versions
USING unnest($1::bigint[], $2::bigint[]) AS surplus (sequential_id, version)
WHERE metadata_versions.sequential_id = ANY ($3::bigint[])
  AND metadata_versions.sequential_id = surplus.sequential_id AND metadata_versions.version = surplus.version
