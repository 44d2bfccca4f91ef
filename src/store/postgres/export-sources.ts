// The sources of an export from PostgreSQL: for each type of record the statement that reads a page, by key and in key order.
import { auditEntries as auditTable } from '../ports/rows/audit.ts';
import { metadataLosses as lossesTable } from '../ports/rows/losses.ts';
import { erasedPlayers as erasedTable } from '../ports/rows/others.ts';
import { players as playersTable } from '../ports/rows/players.ts';
import { activeSessions as activeTable, endedSessions as endedTable } from '../ports/rows/sessions.ts';
import { toRecordOf } from '../ports/rows/table.ts';
import { metadataVersions as versionsTable } from '../ports/rows/versions.ts';
import type { TransferRecord } from '../ports/transfer.ts';
import { noPlayerId } from '../shared/audit.ts';
import {
  listExportedActive,
  listExportedAudit,
  listExportedEnded,
  listExportedErasures,
  listExportedLosses,
  listExportedPlayers,
  listExportedVersions,
} from './sql/statements.ts';
import type { Statement } from './statement.ts';

const firstUuid = '00000000-0000-0000-0000-000000000000';

export interface Source<Key, Row extends object, Record extends TransferRecord> {
  readonly page: Statement<Key & { readonly limit: number }, Row>;
  /** The key before the first row, and the key of a row. The next page begins after the key of the last row. */
  readonly first: Key;
  readonly keyOf: (row: Row) => Key;
  readonly toRecord: (row: Row) => Record;
}

const source = <Key, Row extends object, Record extends TransferRecord>(
  value: Source<Key, Row, Record>,
): Source<Key, Row, Record> => value;

export const erasedPlayers = source({
  page: listExportedErasures,
  first: { after: '' },
  keyOf: ({ digest }) => ({ after: digest }),
  toRecord: toRecordOf(erasedTable),
});

export const players = source({
  page: listExportedPlayers,
  first: { after: 0 },
  keyOf: ({ sequentialId }) => ({ after: sequentialId }),
  toRecord: toRecordOf(playersTable),
});

export const metadataVersions = source({
  page: listExportedVersions,
  first: { sequentialId: 0, version: 0 },
  keyOf: ({ sequentialId, version }) => ({ sequentialId, version }),
  toRecord: toRecordOf(versionsTable),
});

export const metadataLosses = source({
  page: listExportedLosses,
  first: { sequentialId: 0, version: 0 },
  keyOf: ({ sequentialId, version }) => ({ sequentialId, version }),
  toRecord: toRecordOf(lossesTable),
});

export const activeSessions = source({
  page: listExportedActive,
  first: { after: 0 },
  keyOf: ({ sequentialId }) => ({ after: sequentialId }),
  toRecord: toRecordOf(activeTable),
});

export const endedSessions = source({
  page: listExportedEnded,
  first: { sequentialId: 0, endedAt: 0, sessionId: firstUuid },
  keyOf: ({ sequentialId, endedAt, sessionId }) => ({ sequentialId, endedAt, sessionId }),
  toRecord: toRecordOf(endedTable),
});

export const auditEntries = source({
  page: listExportedAudit,
  first: { sequentialId: noPlayerId, at: 0, auditId: firstUuid },
  keyOf: ({ sequentialId, at, auditId }) => ({ sequentialId: sequentialId ?? noPlayerId, at, auditId }),
  toRecord: toRecordOf(auditTable),
});
