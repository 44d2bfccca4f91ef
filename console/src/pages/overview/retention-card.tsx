// Retention: of the players who were new on a date, those who played again days later.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { polled } from '../../api/query-client.ts';
import { Button } from '../../components/button.tsx';
import { HeatMap } from '../../components/heat-map.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Card, EmptyState } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { CsvButton } from './csv-button.tsx';
import { dateText } from './period.ts';
import type { PeriodProps } from './players-card.tsx';
import { allCohortsRow, allDays, type Cohort, cohortRow, fewDays } from './retention.ts';
import { Statistic } from './statistic.tsx';
import { loadRetention, periodKey, retentionPath } from './statistics-data.ts';

/** More rows are drawn on demand. */
const cohortsShownFirst = 31;

export function RetentionCard({ period, pollSeconds }: PeriodProps) {
  const [query, setQuery] = useSearchParams();
  const areAllDays = query.get('retention') === 'all';
  const days = areAllDays ? allDays : fewDays;
  const retention = useQuery({
    queryKey: periodKey(period, 'retention', ...days),
    queryFn: ({ signal }) => loadRetention(period, days, signal),
    ...polled(pollSeconds),
  });
  const choose = (choice: 'few' | 'all') => {
    const next = new URLSearchParams(query);
    if (choice === 'all') next.set('retention', 'all');
    else next.delete('retention');
    setQuery(next);
  };
  return (
    <Card
      title="Retention"
      actions={
        <div className="row">
          <Segmented
            label="Days after the first"
            options={[
              { value: 'few', label: `${fewDays.length} days` },
              { value: 'all', label: `All ${allDays.length} days` },
            ]}
            value={areAllDays ? 'all' : 'few'}
            onChange={choose}
          />
          <CsvButton
            name="retention"
            path={retentionPath(period, days)}
            fileName={`retention-${dateText(period.from)}-${dateText(period.to)}.csv`}
          />
        </div>
      }
    >
      <Statistic query={retention} height={420}>
        {({ cohorts }) => <RetentionMap cohorts={cohorts} days={days} />}
      </Statistic>
    </Card>
  );
}

function RetentionMap({
  cohorts,
  days,
}: {
  readonly cohorts: readonly Cohort[];
  readonly days: readonly number[];
}) {
  const [areAllShown, setAllShown] = useState(false);
  if (cohorts.every(({ size }) => size === 0)) {
    return (
      <EmptyState title="No new players in this period">
        Retention shows how many new players come back. Nobody played for the first time on these dates.
      </EmptyState>
    );
  }
  const withPlayers = cohorts.filter(({ size }) => size > 0);
  const shown = areAllShown ? withPlayers : withPlayers.slice(-cohortsShownFirst);
  const empty = cohorts.length - withPlayers.length;
  return (
    <>
      <p className="card-lead">
        Of the players who were new on a date, the share who played 1, 3 or more days later.
        {empty > 0 &&
          ` ${formatCount(empty)} ${empty === 1 ? 'date' : 'dates'} without a new player ${empty === 1 ? 'is' : 'are'} left out.`}
      </p>
      <HeatMap
        caption="Retention by the date of the first session"
        rowTitle="New on"
        noteTitle="Players"
        columns={days.map((day) => `Day ${day}`)}
        rows={[allCohortsRow(cohorts, days), ...shown.map((cohort) => cohortRow(cohort, days))]}
      />
      {shown.length < withPlayers.length && (
        <Button size="small" onClick={() => setAllShown(true)}>
          Show all {formatCount(withPlayers.length)} dates
        </Button>
      )}
    </>
  );
}
