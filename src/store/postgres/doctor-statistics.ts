// The doctor's reads of the statistics in PostgreSQL. The sums are one read, and so are the marks: both are of all players.
import type { SumsRow } from '../ports/statistics.ts';
import type { DoctorReads } from '../shared/doctor-reads.ts';
import { comparedKinds } from '../shared/doctor-statistics.ts';
import type { Queries } from './executor.ts';
import {
  checkStatisticsState,
  countMarked,
  countWrongMarks,
  listActiveDays,
  listAllParts,
  listSumsOfKinds,
} from './sql/statements.ts';

type StatisticsReads = Pick<
  DoctorReads,
  'findStatistics' | 'countWrongMarks' | 'countMarked' | 'listActiveDays'
>;

export const statisticsReads = ({ run }: Queries): StatisticsReads => ({
  async findStatistics() {
    const [state] = await run(checkStatisticsState, {});
    if (!state) return undefined;
    const parts = await run(listAllParts, {});
    const sums = await run(listSumsOfKinds, { kinds: comparedKinds });
    return {
      ...state,
      parts: parts.map((part) => part.sums),
      sums: sums.map((row) => ({ ...row, kind: row.kind as SumsRow['kind'] })),
    };
  },
  countWrongMarks: async () => (await run(countWrongMarks, {}))[0]?.count ?? 0,
  async countMarked(from) {
    const [row] = await run(countMarked, { from });
    return row ?? { sessions: 0, milliseconds: 0 };
  },
  async listActiveDays(after, rows) {
    const found = await run(listActiveDays, { after, limit: rows });
    return found.map(({ id, days }) => ({ sequentialId: id, days }));
  },
});
