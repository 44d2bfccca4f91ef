-- Notes how far a build has come. An index that another process has taken further stays there.
-- Parameters: indexIds bigint[], after bigint, position bigint, isBuilt boolean, time bigint
UPDATE metadata_indexes
SET build_position = greatest(build_position, :position), built_at = CASE WHEN :isBuilt THEN :time END
WHERE index_id = ANY (:indexIds) AND built_at IS NULL AND build_position >= :after
