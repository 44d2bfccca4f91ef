-- Tells whether a write would work: is it a standby, is it read-only, and which rights on tables and sequences the user lacks, as
-- `verb on name` with commas between. It reads the catalog alone.
-- Parameters: names text[], verbs text[]
-- Columns: isStandby boolean, isReadOnly boolean, lacks text?
SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly",
  (
    SELECT string_agg(verb || ' on ' || name, ',' ORDER BY position)
    FROM unnest(:names, :verbs) WITH ORDINALITY AS need (name, verb, position)
    WHERE NOT coalesce(
      CASE verb
        WHEN 'USAGE' THEN has_sequence_privilege(to_regclass(name)::oid, 'USAGE, UPDATE')
        WHEN 'DELETE' THEN has_table_privilege(to_regclass(name)::oid, verb)
        ELSE has_any_column_privilege(to_regclass(name)::oid, verb)
      END,
      false
    )
  ) AS lacks
