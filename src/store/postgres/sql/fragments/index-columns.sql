-- The columns of a declared index.
index_id::float8 AS "indexId", pointer, type, created_at::float8 AS "createdAt", declared_at::float8 AS "declaredAt",
  build_position::float8 AS "buildPosition", built_at::float8 AS "builtAt"
