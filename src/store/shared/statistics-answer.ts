// The answer to a request for sums: the stored ones, the parts that are not merged, and what was published beside them, all as of
// one moment.
import { ageOf } from '../../lib/clock-skew.ts';
import type { StatisticsAnswer, StatisticsSettings, SumsQuery, SumsRow } from '../ports/statistics.ts';
import { decodePart, isMerged } from './statistics-parts.ts';

/** The rows that one statement or read transaction has read. */
export interface StoredStatistics {
  readonly zone: string | null;
  readonly asOf: number | null;
  readonly published: string | null;
  readonly mergedKey: string | null;
  readonly counted: number;
  readonly total: number;
  readonly now: number;
  readonly parts: readonly string[];
  readonly rows: readonly SumsRow[];
}

export function answerOf(
  stored: StoredStatistics,
  queries: readonly SumsQuery[],
  settings: StatisticsSettings,
): StatisticsAnswer {
  const { zone, asOf, published, mergedKey, parts, now, counted, total } = stored;
  if (zone !== null && zone !== settings.zone) return { state: 'other-zone', zone };
  if (asOf === null || published === null) return { state: 'counting', counted, total };
  const isAsked = ({ kind, day }: SumsRow): boolean =>
    queries.some((query) => query.kind === kind && query.from <= day && day <= query.to);
  const ofParts = parts.flatMap((part) => decodePart(part).filter((row) => !isMerged(row, mergedKey)));
  const beside = [...ofParts, ...decodePart(published)].filter(isAsked);
  return { state: 'exact', asOf, age: ageOf(asOf, now), rows: [...stored.rows, ...beside] };
}
