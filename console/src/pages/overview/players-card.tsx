// Active players by day, week or month, split into new and returning ones.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { polled } from '../../api/query-client.ts';
import type { components } from '../../api/schema.ts';
import { Chart } from '../../components/chart.tsx';
import { Card } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import type { Query } from '../../hooks/query.ts';
import { IntervalActions } from './interval-actions.tsx';
import {
  type Interval,
  intervalLabel,
  intervalOf,
  intervals,
  intervalTitle,
  type Period,
  parseDate,
} from './period.ts';
import { Statistic } from './statistic.tsx';
import { loadPlayers, periodKey, playersPath } from './statistics-data.ts';

type Players = components['schemas']['PlayerStatistics'];

export interface PeriodProps {
  readonly period: Period;
  /** How often the figures are read again; undefined for a period that is over. */
  readonly pollSeconds: number | undefined;
}

const titles: Readonly<Record<Interval, string>> = { day: 'Day', week: 'Week', month: 'Month' };
const chartHeight = 240;

export function PlayersCard({
  period,
  pollSeconds,
  byDay,
}: PeriodProps & { readonly byDay: Query<Players> }) {
  const [query] = useSearchParams();
  const interval = intervalOf(query, period);
  const byLonger = useQuery({
    queryKey: periodKey(period, 'players', interval),
    queryFn: ({ signal }) => loadPlayers(period, interval, signal),
    enabled: interval !== 'day',
    ...polled(pollSeconds),
  });
  return (
    <Card
      title="Active players"
      actions={
        <IntervalActions
          {...{ period, titles, intervals, interval }}
          parameter="interval"
          name="players"
          path={playersPath(period, interval)}
        />
      }
    >
      <Statistic query={interval === 'day' ? byDay : byLonger} height={chartHeight + 58}>
        {({ rows }) => <PlayersChart rows={rows} interval={interval} />}
      </Statistic>
    </Card>
  );
}

function PlayersChart({ rows, interval }: { readonly rows: Players['rows']; readonly interval: Interval }) {
  const starts = rows.map(({ start }) => parseDate(start) ?? 0);
  return (
    <>
      <Chart
        title={`Active players by ${interval}, new and returning`}
        x={starts.map((_, index) => index)}
        xLabels={starts.map((start) => intervalLabel(interval, start))}
        xTitle={titles[interval]}
        formatX={(index) => intervalTitle(interval, starts[index] ?? 0)}
        isStacked
        total="Active"
        height={chartHeight}
        series={[
          { label: 'Returning', values: rows.map((row) => row.returning), kind: 'bars', colour: 1 },
          { label: 'New', values: rows.map((row) => row.new), kind: 'bars', colour: 2 },
        ]}
        formatValue={formatCount}
      />
      <p className="card-note">
        A player counts once in each {interval}.{' '}
        {interval !== 'day' &&
          `A ${interval} is whole, also where it reaches beyond the dates of the period.`}
      </p>
    </>
  );
}
