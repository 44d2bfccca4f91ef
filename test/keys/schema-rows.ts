// The row of the schema of metadata in the table of what the server API shows.
import type { Row } from './shown-facts.ts';

export const schemaRows: Readonly<Record<string, Row>> = {
  // It answers about the object that the caller sends.
  'POST /api/server/metadata/validate': {
    reads: undefined,
    withoutRead: [],
    withAll: [],
    requests: () => [['/api/server/metadata/validate', { body: '{"data":{}}' }]],
    statuses: [400],
  },
};
