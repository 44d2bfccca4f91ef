// Entries of the audit that are inserted by themselves on Citus. Almost every call has one, which goes to its player's shard.
import insertAudit from '../sql/insert-audit.sql' with { type: 'text' };
import type { Translation } from './executor.ts';
import insertAuditEntry from './sql/insert-audit-entry.sql' with { type: 'text' };
import { toNumbers, withGivenTime } from './statement-text.ts';

const insertAll = withGivenTime(insertAudit);

const insert: Translation = (scope, parameters) =>
  scope.query(toNumbers(parameters[0]).length === 1 ? insertAuditEntry : insertAll, parameters);

export const auditTranslations: readonly (readonly [string, Translation])[] = [[insertAudit, insert]];
