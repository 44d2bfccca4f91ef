-- Metadata past two kilobytes is compressed by PostgreSQL; LZ4 does it many times faster than the default, where the server
-- was built with it. What is stored stays as it is until it is written again.
DO $$
BEGIN
  ALTER TABLE metadata ALTER COLUMN text SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported OR invalid_parameter_value THEN
  NULL;
END
$$;
