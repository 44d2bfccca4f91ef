// The lengths of the sessions that ended in the period: percentiles and mean, and how many fell into readable ranges.
import { useQuery } from '@tanstack/react-query';
import { polled } from '../../api/query-client.ts';
import type { components } from '../../api/schema.ts';
import { ShareBars } from '../../components/share-bars.tsx';
import { Card, EmptyState } from '../../components/states.tsx';
import { formatCount, formatDuration } from '../../components/value-texts.ts';
import { CsvButton } from './csv-button.tsx';
import { lengthRanges } from './length-ranges.ts';
import { dateText } from './period.ts';
import type { PeriodProps } from './players-card.tsx';
import { Statistic } from './statistic.tsx';
import { lengthsPath, loadLengths, periodKey } from './statistics-data.ts';

type Lengths = components['schemas']['SessionLengths'];

export function LengthsCard({ period, pollSeconds }: PeriodProps) {
  const lengths = useQuery({
    queryKey: periodKey(period, 'lengths'),
    queryFn: ({ signal }) => loadLengths(period, signal),
    ...polled(pollSeconds),
  });
  return (
    <Card
      title="Session lengths"
      actions={
        <CsvButton
          name="session lengths"
          path={lengthsPath(period)}
          fileName={`session-lengths-${dateText(period.from)}-${dateText(period.to)}.csv`}
        />
      }
    >
      <Statistic query={lengths} height={480}>
        {(data) => <LengthsView lengths={data} />}
      </Statistic>
    </Card>
  );
}

const figures = [
  ['p50', 'Median'],
  ['p90', '90th percentile'],
  ['p99', '99th percentile'],
  ['mean', 'Mean'],
] as const;

function LengthsView({ lengths }: { readonly lengths: Lengths }) {
  if (lengths.count === 0) {
    return (
      <EmptyState title="No session ended in this period">A session counts on the day it ends.</EmptyState>
    );
  }
  return (
    <>
      <dl className="length-figures">
        {figures.map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd title={`${lengths[name]} seconds`}>{formatDuration(lengths[name] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      <ShareBars
        caption="Sessions by length"
        labelTitle="Length"
        countTitle="Sessions"
        shownFirst={20}
        rows={lengthRanges(lengths.buckets).map(({ label, count }) => ({ id: label, label, count }))}
      />
      <p className="card-note">
        {formatCount(lengths.count)} {lengths.count === 1 ? 'session' : 'sessions'} ended in the period.
        Percentiles are within 1%, borders of ranges within 2%; counts and the mean are exact.
      </p>
    </>
  );
}
