// Rows and pages of the audit, the same on both engines.
import type { AuditEntry, AuditedAs, AuditFilter, AuditPage, AuditPosition } from '../ports/audit.ts';

/** The `sequential_id` of the row of an entry about no player. No player has it. */
export const noPlayerId = 0;

/** A new row of the audit. The statement that writes it adds the time. */
export type NewAuditRow = Omit<AuditEntry, 'at'>;

/** @param more facts that the store knows of the change, for instance the new version of metadata. */
export function toAuditRow(
  { author, action, detail }: AuditedAs,
  sequentialId: number | null,
  more: Readonly<Record<string, unknown>> = {},
): NewAuditRow {
  const { person, ...maker } = author;
  const facts = { ...more, ...detail, ...(person && { person }) };
  return {
    sequentialId,
    auditId: Bun.randomUUIDv7(),
    ...maker,
    action,
    detail: Object.keys(facts).length === 0 ? null : JSON.stringify(facts),
  };
}

/** The digest of an import of a player from a source; undefined for an entry about another source. */
export function importDigestOf(detail: string | null, from: string): string | undefined {
  try {
    const facts = JSON.parse(detail ?? '{}') as { readonly from?: unknown; readonly digest?: unknown };
    return facts.from === from && typeof facts.digest === 'string' ? facts.digest : undefined;
  } catch {
    return undefined;
  }
}

/** The position from which a list begins: before all entries, or before `to`. */
export function startOfList({ to }: AuditFilter, after: AuditPosition | undefined): AuditPosition {
  const newest =
    to === undefined
      ? { at: Number.MAX_SAFE_INTEGER, auditId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
      : { at: to, auditId: '00000000-0000-0000-0000-000000000000' };
  return after && after.at < newest.at ? after : newest;
}

/**
 * A page of entries.
 * @param rows the entries that match, one more than `limit` where there are so many.
 * @param lastLookedAt where the page ends if it has no more than `limit` rows; undefined when it looked at all entries.
 */
export function toAuditPage(
  rows: readonly AuditEntry[],
  limit: number,
  lastLookedAt: AuditPosition | undefined,
): AuditPage {
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  const next = rows.length > limit && last ? { at: last.at, auditId: last.auditId } : lastLookedAt;
  return { entries, next };
}

/** The time before which entries are too old. */
export const auditStart = (now: number, days: number): number => now - days * 24 * 3_600 * 1_000;
