// The pages of days in which the sums for an answer are read. A page has fewer days when those of the one before were long, so that
// neither the memory nor, beside an SQLite file, the thread has much at once, whatever is stored. Pure.
import type { SumsQuery } from '../store/ports/statistics.ts';
import { STATISTICS_PAGE_CHARACTERS, STATISTICS_PAGE_DAYS, STATISTICS_PAGE_VALUE_DAYS } from '../tuning.ts';

export interface Pages {
  readonly first: readonly SumsQuery[];
  /** @param characters of the rows of the page before. @returns undefined after the last page */
  next(characters: number): readonly SumsQuery[] | undefined;
}

export function createPages(queries: readonly SumsQuery[]): Pages {
  const left = [...queries];
  /** Tables by value are long, and nobody knows how long before the first page. */
  let days = queries.some(({ kind }) => kind.startsWith('/'))
    ? STATISTICS_PAGE_VALUE_DAYS
    : STATISTICS_PAGE_DAYS;

  function take(): readonly SumsQuery[] {
    const page: SumsQuery[] = [];
    let room = days;
    while (room > 0) {
      const [query] = left;
      if (!query) break;
      const to = Math.min(query.to, query.from + room - 1);
      page.push({ ...query, to });
      room -= to - query.from + 1;
      if (to === query.to) left.shift();
      else left[0] = { ...query, from: to + 1 };
    }
    return page;
  }

  return {
    first: take(),
    next(characters) {
      if (left.length === 0) return undefined;
      const fitting = Math.floor((days * STATISTICS_PAGE_CHARACTERS) / Math.max(1, characters));
      days = Math.max(1, Math.min(fitting, 2 * days, STATISTICS_PAGE_DAYS));
      return take();
    },
  };
}
