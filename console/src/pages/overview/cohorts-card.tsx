// Cohorts by week or month: of the players who were new in one, those who played again weeks or months later.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { polled } from '../../api/query-client.ts';
import { HeatMap } from '../../components/heat-map.tsx';
import { Card, EmptyState } from '../../components/states.tsx';
import { IntervalActions } from './interval-actions.tsx';
import type { PeriodProps } from './players-card.tsx';
import { allCohortsRow, cohortRow, periodWords } from './retention.ts';
import { Statistic } from './statistic.tsx';
import { cohortsPath, loadCohorts, periodKey } from './statistics-data.ts';

const intervals = ['week', 'month'] as const;
type CohortInterval = (typeof intervals)[number];
const titles: Readonly<Record<CohortInterval, string>> = { week: 'Week', month: 'Month' };
const periods: Readonly<Record<CohortInterval, readonly number[]>> = {
  week: [1, 2, 3, 4, 8, 12],
  month: [1, 2, 3, 6, 12],
};

export function CohortsCard({ period, pollSeconds }: PeriodProps) {
  const [query] = useSearchParams();
  const interval = intervals.find((each) => each === query.get('cohorts')) ?? 'week';
  const after = periods[interval];
  const cohorts = useQuery({
    queryKey: periodKey(period, 'cohorts', interval),
    queryFn: ({ signal }) => loadCohorts(period, interval, after, signal),
    ...polled(pollSeconds),
  });
  return (
    <Card
      title="Cohorts"
      actions={
        <IntervalActions
          {...{ period, titles, intervals, interval }}
          parameter="cohorts"
          name="cohorts"
          path={cohortsPath(period, interval, after)}
        />
      }
    >
      <Statistic query={cohorts} height={300}>
        {({ cohorts: all }) => <CohortsMap cohorts={all} interval={interval} />}
      </Statistic>
    </Card>
  );
}

interface CohortsMapProps {
  readonly cohorts: readonly {
    readonly start: string;
    readonly size: number;
    readonly returned: Readonly<Record<string, number | null>>;
  }[];
  readonly interval: CohortInterval;
}

function CohortsMap({ cohorts, interval }: CohortsMapProps) {
  const after = periods[interval];
  const words = periodWords(interval);
  const rows = cohorts.filter(({ size }) => size > 0).map(({ start, ...rest }) => ({ date: start, ...rest }));
  if (rows.length === 0) return <EmptyState title="No new players in this period" />;
  return (
    <>
      <p className="card-lead">
        Of the players who were new in a {interval}, the share who played again so many {interval}s later.
      </p>
      <HeatMap
        caption={`Cohorts by the ${interval} of the first session`}
        rowTitle="New in"
        noteTitle="Players"
        columns={after.map((age) => `${titles[interval]} ${age}`)}
        rows={[allCohortsRow(rows, after, words), ...rows.map((row) => cohortRow(row, after, words))]}
      />
    </>
  );
}
