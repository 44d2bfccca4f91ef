// Sessions over time by a value of their context, such as the version of the game. Values come from players and are shown as text.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { polled } from '../../api/query-client.ts';
import { Chart, chartColours } from '../../components/chart.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Card, EmptyState } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { CsvButton } from './csv-button.tsx';
import { dateText, type Interval, intervalLabel, intervalOf, intervalTitle, parseDate } from './period.ts';
import type { PeriodProps } from './players-card.tsx';
import { isOfVersions, type SessionsAtRow, seriesOf } from './session-values.ts';
import { Statistic } from './statistic.tsx';
import { loadSessionSeries, periodKey, sessionSeriesPath } from './statistics-data.ts';

const chartHeight = 240;

/** @param pointers JSON Pointers into the context, at least one; that of the version of the game comes first */
export function SessionSeriesCard({
  period,
  pollSeconds,
  pointers,
}: PeriodProps & { readonly pointers: readonly string[] }) {
  const [chosen, setChosen] = useState<string>();
  const by = chosen ?? pointers.find(isOfVersions) ?? pointers[0] ?? '';
  const [query] = useSearchParams();
  const interval = intervalOf(query, period);
  const series = useQuery({
    queryKey: periodKey(period, 'sessions-series', by, interval),
    queryFn: ({ signal }) => loadSessionSeries(period, { by, interval }, signal),
    ...polled(pollSeconds),
  });
  return (
    <Card
      title="Sessions over time"
      actions={
        <div className="row">
          <Segmented
            label="By"
            options={pointers.map((value) => ({ value, label: value }))}
            value={by}
            onChange={setChosen}
          />
          <CsvButton
            name={`sessions over time by ${by}`}
            path={sessionSeriesPath(period, by, interval)}
            fileName={`sessions-by-${interval}-${dateText(period.from)}-${dateText(period.to)}.csv`}
          />
        </div>
      }
    >
      <Statistic query={series} height={chartHeight + 40}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="No session in this period" />
          ) : (
            <SeriesChart rows={rows} by={by} interval={interval} />
          )
        }
      </Statistic>
    </Card>
  );
}

interface SeriesChartProps {
  readonly rows: readonly SessionsAtRow[];
  readonly by: string;
  readonly interval: Interval;
}

function SeriesChart({ rows, by, interval }: SeriesChartProps) {
  const { starts, series } = seriesOf(rows, by, chartColours.length);
  return (
    <Chart
      title={`Sessions by ${interval} and ${by.slice(1)}`}
      x={starts.map((_, index) => index)}
      xLabels={starts.map((start) => intervalLabel(interval, parseDate(start) ?? 0))}
      xTitle="Start"
      formatX={(index) => intervalTitle(interval, parseDate(starts[index] ?? '') ?? 0)}
      isStacked
      total="Sessions"
      height={chartHeight}
      series={series.map(({ label, values, isOthers }) => ({
        label,
        values,
        kind: 'bars' as const,
        ...(isOthers && { colour: 'faint' as const }),
      }))}
      formatValue={formatCount}
    />
  );
}
