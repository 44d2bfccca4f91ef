// The columns of the entries of the audit. An entry may be about a player who was erased since.
import { z } from 'zod';
import { auditActions } from '../audit.ts';
import { column, describeTable, id, namesWithout, type RecordOf, time } from './table.ts';

export const auditEntries = describeTable('audit-entry', 'audit_entries', {
  auditId: column('audit_id', 'uuid', z.uuid(), 'UUIDv7 of the entry.'),
  at: column('at', 'integer', time, 'When the change was made.'),
  keyId: column(
    'key_id',
    'text',
    z.string().nullable(),
    'The id of the server key; null for the command line.',
  ),
  keyName: column('key_name', 'text', z.string(), 'The name that the key had.'),
  action: column(
    'action',
    'audit_action',
    z.enum(auditActions),
    'The kind of change, for instance `metadata.set`.',
  ),
  sequentialId: column(
    'sequential_id',
    'player',
    id.nullable(),
    'The player; 0 for an entry about no player.',
  ),
  detail: column(
    'detail',
    'text',
    z.string().nullable(),
    'Facts about the change as a JSON object, without values of metadata; null for none.',
  ),
  requestId: column(
    'request_id',
    'text',
    z.string().nullable(),
    'The id of the request; null for the command line.',
  ),
});

export type AuditEntryRecord = RecordOf<typeof auditEntries>;

/** The columns of a new entry. The statement that inserts it adds the time. */
export const newEntryNames = namesWithout(auditEntries, ['at']);
