// Stickiness: the players of a day on the average, as a share of those of a week, month or year (DAU/MAU for a month).
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { polled } from '../../api/query-client.ts';
import { ShareBars } from '../../components/share-bars.tsx';
import { Card } from '../../components/states.tsx';
import { formatFigure, formatShare } from './figures.ts';
import { IntervalActions } from './interval-actions.tsx';
import {
  stickinessIntervals as intervals,
  loadStickiness,
  type StickinessInterval,
  stickinessPath,
} from './later-statistics.ts';
import { dateText, formatDays, intervalTitle, parseDate } from './period.ts';
import type { PeriodProps } from './players-card.tsx';
import { Statistic } from './statistic.tsx';
import { periodKey } from './statistics-data.ts';

const titles: Readonly<Record<StickinessInterval, string>> = { week: 'Week', month: 'Month', year: 'Year' };

export function StickinessCard({ period, pollSeconds }: PeriodProps) {
  const [query] = useSearchParams();
  const interval = intervals.find((each) => each === query.get('stickiness')) ?? 'month';
  const stickiness = useQuery({
    queryKey: periodKey(period, 'stickiness', interval),
    queryFn: ({ signal }) => loadStickiness(period, interval, signal),
    ...polled(pollSeconds),
  });
  return (
    <Card
      title="Stickiness"
      actions={
        <IntervalActions
          {...{ period, titles, intervals, interval }}
          parameter="stickiness"
          name="stickiness"
          path={stickinessPath(period, interval)}
        />
      }
    >
      <Statistic query={stickiness} height={190}>
        {({ rows }) => (
          <>
            <ShareBars
              caption={`Stickiness by ${interval}`}
              labelTitle={titles[interval]}
              countTitle="Active"
              hasShares={false}
              moreTitles={['A day', 'Share']}
              rows={rows.toReversed().map((row) => ({
                id: row.start,
                label: titleOf(interval, parseDate(row.start) ?? 0),
                count: row.active,
                more: [
                  formatFigure('active', row.averageDaily),
                  row.stickiness === null ? '–' : formatShare(row.stickiness),
                ],
              }))}
            />
            <p className="card-note">
              The share is that of the players of a day, on the average of the days so far, among those of the{' '}
              {interval}
              {interval === 'month' && ' (DAU/MAU)'}. A {interval} is whole, also where it reaches beyond the
              dates of the period.
            </p>
          </>
        )}
      </Statistic>
    </Card>
  );
}

function titleOf(interval: StickinessInterval, start: number): string {
  if (interval === 'year') return dateText(start).slice(0, 4);
  return interval === 'week' ? formatDays({ from: start, to: start + 6 }) : intervalTitle(interval, start);
}
