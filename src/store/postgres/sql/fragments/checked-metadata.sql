-- The facts of a row of metadata that the doctor checks.
:checked_player, octet_length(metadata.text)::float8 AS "textBytes", index_set::float8 AS "indexSet",
  indexed_version::float8 AS "indexedVersion", label_version::float8 AS "labelVersion", label, folded_name AS "foldedName"
