// Entries of the audit that are inserted by themselves on Citus. Almost every call has one, which goes to its player's shard.
import { noPlayerId } from '../../shared/audit.ts';
import { type InsertAuditParameters, insertAudit } from '../sql/statements.ts';
import { type Variant, wrapped } from './executor.ts';
import {
  type InsertAuditEntryParameters,
  insertAuditEntry,
  insertAudit as insertEntries,
} from './sql/statements.ts';

/** The parameters of one entry have the names of the arrays. */
function firstOf({ now, ...arrays }: InsertAuditParameters): InsertAuditEntryParameters {
  const first = Object.entries(arrays).map(([name, values]) => [name, values[0] ?? null] as const);
  const auditedSequentialId = arrays.auditedSequentialId[0] ?? noPlayerId;
  return { ...Object.fromEntries(first), auditedSequentialId, now } as InsertAuditEntryParameters;
}

export const auditVariants: readonly Variant[] = [
  wrapped(insertAudit, (scope, entries) =>
    entries.auditedAuditId.length === 1
      ? scope.run(insertAuditEntry, firstOf(entries))
      : scope.run(insertEntries, entries),
  ),
];
