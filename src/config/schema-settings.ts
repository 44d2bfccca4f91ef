// The part of the registry about the schema of metadata. Pure.
import { anyText, oneOf } from './parsers.ts';

export const schemaSettings = {
  METADATA_SCHEMA: {
    parser: anyText('file'),
    meaning:
      'a file with a JSON Schema (2020-12) of the metadata: the console warns of what does not fit: see [docs/operations/configure.md](docs/operations/configure.md#a-schema-of-metadata)',
  },
  METADATA_SCHEMA_ENFORCED: {
    parser: oneOf(['players']),
    meaning:
      '`players`: writes by players that break a rule of `METADATA_SCHEMA` are refused; unset: it only warns',
  },
} as const;
