// Overview: who plays now, and how the days of a period went. Every number comes from the statistics of the server API as it
// stands; sums, averages and shares are made of them here.
import { useSearchParams } from 'wouter';
import { useHasScope } from '../../api/session.ts';
import { Card, ErrorState, Skeleton } from '../../components/states.tsx';
import { useResource } from '../../hooks/use-resource.ts';
import { Page } from '../../shell/page.tsx';
import { FigureTiles } from './figure-tiles.tsx';
import { FreshState } from './fresh-state.tsx';
import { LengthsCard } from './lengths-card.tsx';
import { OnlineCard } from './online-card.tsx';
import { daysBefore, periodOf } from './period.ts';
import { PeriodBar, QuietPeriod } from './period-bar.tsx';
import { PlayersCard } from './players-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { CountingState } from './statistic.tsx';
import {
  countProgressOf,
  hasAnySession,
  loadContext,
  loadPlayers,
  type StatisticsContext,
} from './statistics-data.ts';

const contextPollSeconds = 60;
const todayPollSeconds = 30;

export function OverviewPage() {
  const mayReadSettings = useHasScope('service:read');
  const context = useResource(
    `statistics ${mayReadSettings}`,
    (signal) => loadContext(mayReadSettings, signal),
    { pollSeconds: contextPollSeconds },
  );
  const { data, error, refetch } = context;
  const progress = countProgressOf(error);
  return (
    <Page title="Overview">
      {data ? (
        <Overview context={data} />
      ) : progress ? (
        <Card>
          <CountingState progress={progress} />
        </Card>
      ) : error !== undefined ? (
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      ) : (
        <OverviewSkeleton />
      )}
    </Page>
  );
}

const OverviewSkeleton = () => (
  <>
    <Skeleton height={344} />
    <Skeleton height={52} />
    <Skeleton height={150} />
  </>
);

function Overview({ context }: { readonly context: StatisticsContext }) {
  const { today, pointers } = context;
  const [query] = useSearchParams();
  const period = periodOf(query, today);
  const before = daysBefore(period);
  const pollSeconds = period.to === today ? todayPollSeconds : undefined;
  const live = pollSeconds === undefined ? {} : { pollSeconds };
  const todayRows = useResource(
    `today ${today}`,
    (signal) => loadPlayers({ from: today, to: today }, 'day', signal),
    { pollSeconds: todayPollSeconds },
  );
  const rows = useResource(
    `players ${period.from} ${period.to}`,
    (signal) => loadPlayers(period, 'day', signal),
    live,
  );
  const rowsBefore = useResource(`players ${before.from} ${before.to}`, (signal) =>
    loadPlayers(before, 'day', signal),
  );
  const parts = [todayRows.data, rows.data, rowsBefore.data];
  const isQuiet = parts.every((part) => part?.rows.every(({ active }) => active === 0));
  const ever = useResource(isQuiet ? `ever ${today}` : undefined, (signal) => hasAnySession(today, signal));
  if (isQuiet && ever.isLoading) return <OverviewSkeleton />;
  if (isQuiet && ever.data === false) return <FreshState onCheck={todayRows.refetch} />;

  const isPeriodQuiet = rows.data?.rows.every(({ active }) => active === 0) ?? false;
  const props = { period, live };
  return (
    <>
      <OnlineCard context={context} today={todayRows} />
      <PeriodBar context={context} period={period} asOf={rows.data?.asOf} />
      {isPeriodQuiet ? (
        <QuietPeriod period={period} isTodayQuiet={todayRows.data?.rows[0]?.active === 0} />
      ) : (
        <>
          <FigureTiles period={period} isOpen={period.to === today} rows={rows} rowsBefore={rowsBefore} />
          <PlayersCard {...props} byDay={rows} />
          <RetentionCard {...props} />
          <div className="overview-columns">
            <LengthsCard {...props} />
            <div className="stack overview-stack">
              {['reason', ...pointers].map((by) => (
                <SessionsCard key={by} {...props} by={by} />
              ))}
            </div>
          </div>
        </>
      )}
    </>
  );
}
