// Overview: who plays now, and how the days of a period went. Every number comes from the statistics of the server API as it
// stands; sums, averages and shares are made of them here.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { polled, polledAfter } from '../../api/query-client.ts';
import type { components } from '../../api/schema.ts';
import { useHasScope } from '../../api/session.ts';
import { Card, ErrorState, Skeleton } from '../../components/states.tsx';
import type { Query } from '../../hooks/query.ts';
import { lazyPart } from '../../shell/lazy-part.tsx';
import { Page } from '../../shell/page.tsx';
import { Parts, partsOf } from '../../shell/page-skeleton.tsx';
import { CohortsCard } from './cohorts-card.tsx';
import { FigureTiles } from './figure-tiles.tsx';
import { FreshState } from './fresh-state.tsx';
import { LengthsCard } from './lengths-card.tsx';
import { LossesCard, useOpenLosses } from './losses-card.tsx';
import { OnlineCard } from './online-card.tsx';
import { type Days, daysBefore, periodOf } from './period.ts';
import { PeriodBar, QuietPeriod } from './period-bar.tsx';
import { PlayersCard } from './players-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { SessionSeriesCard } from './session-series-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { CountingState } from './statistic.tsx';
import {
  countProgressOf,
  type FirstDay,
  loadContext,
  loadFirstDay,
  loadPlayers,
  periodKey,
  type StatisticsContext,
} from './statistics-data.ts';

/** The cards that few look at first are loaded after the others. */
const StickinessCard = lazyPart(() => import('./stickiness-card.tsx'), 'StickinessCard', CardIsComing);
const DistributionCard = lazyPart(() => import('./distribution-card.tsx'), 'DistributionCard', CardIsComing);

const contextPollSeconds = 60;
const todayPollSeconds = 30;
/** Until the first session of all. */
const freshPollSeconds = 5;

export function OverviewPage() {
  const mayReadSettings = useHasScope('service:read');
  const context = useQuery({
    queryKey: ['statistics', 'context', mayReadSettings],
    queryFn: ({ signal }) => loadContext(mayReadSettings, signal),
    ...polled(contextPollSeconds),
  });
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
      ) : error !== null ? (
        <Card>
          <ErrorState error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <OverviewSkeleton />
      )}
    </Page>
  );
}

const OverviewSkeleton = () => <Parts heights={partsOf.overview} />;

function CardIsComing() {
  return (
    <Card>
      <Skeleton height={222} />
    </Card>
  );
}

function Overview({ context }: { readonly context: StatisticsContext }) {
  const { today, pointers, indexes } = context;
  const mayReadPlayers = useHasScope('players:read');
  const [query] = useSearchParams();
  const period = periodOf(query, today);
  const before = daysBefore(period);
  const pollSeconds = period.to === today ? todayPollSeconds : undefined;
  const rows = useDays(period, pollSeconds);
  const rowsBefore = useDays(before, undefined);
  const firstDay = useFirstDay(today, before, rowsBefore);
  const isNobodyHere = isFresh(firstDay.data);
  const todayRows = useDays({ from: today, to: today }, isNobodyHere ? freshPollSeconds : todayPollSeconds);
  const parts = [todayRows.data, rows.data, rowsBefore.data];
  const isQuiet = parts.every((part) => part?.rows.every(({ active }) => active === 0));
  // The card of losses stands above all others: it comes with them, or not at all.
  const losses = useOpenLosses();
  if (losses.isLoading || (isQuiet && firstDay.isPending)) return <OverviewSkeleton />;
  if (isQuiet && isNobodyHere) return <FreshState />;

  const isPeriodQuiet = rows.data?.rows.every(({ active }) => active === 0) ?? false;
  const props = { period, pollSeconds };
  return (
    <>
      <OnlineCard context={context} today={todayRows} />
      <LossesCard />
      <PeriodBar context={context} period={period} firstDay={firstDay.data?.day} asOf={rows.data?.asOf} />
      {isPeriodQuiet ? (
        <QuietPeriod
          period={period}
          today={today}
          firstDay={firstDay.data?.day}
          isTodayQuiet={todayRows.data?.rows[0]?.active === 0}
        />
      ) : (
        <>
          <FigureTiles {...{ period, today, firstDay, rows, rowsBefore }} />
          <PlayersCard {...props} byDay={rows} />
          <StickinessCard {...props} />
          <RetentionCard {...props} />
          <CohortsCard {...props} />
          {pointers.length > 0 && <SessionSeriesCard {...props} pointers={pointers} />}
          <div className="overview-columns">
            <LengthsCard {...props} />
            {['reason', ...pointers].map((by) => (
              <SessionsCard key={by} {...props} by={by} />
            ))}
          </div>
          <div className="overview-columns">
            {indexes
              .filter(({ type }) => type !== 'string' || mayReadPlayers)
              .map((index) => (
                <DistributionCard key={`${index.pointer} ${index.type}`} index={index} />
              ))}
          </div>
        </>
      )}
    </>
  );
}

/** Has nobody ever played? */
const isFresh = (first: FirstDay | undefined): boolean => first !== undefined && first.day === undefined;

/** The figures of each day. */
const useDays = (days: Days, pollSeconds: number | undefined) =>
  useQuery({
    queryKey: periodKey(days, 'players', 'day'),
    queryFn: ({ signal }) => loadPlayers(days, 'day', signal),
    ...polled(pollSeconds),
  });

/**
 * The day of the first session of the game, as far as a comparison with the days before depends on it. If a session was played on
 * the first of those days, that day is given, since an earlier session would change nothing.
 */
function useFirstDay(
  today: number,
  before: Days,
  { data, error }: Pick<Query<components['schemas']['PlayerStatistics']>, 'data' | 'error'>,
): Query<FirstDay> {
  const isEarlier = (data?.rows[0]?.active ?? 0) > 0;
  const isAsked = !isEarlier && (data !== undefined || error !== null);
  const query = useQuery({
    queryKey: ['statistics', 'first-day', today],
    queryFn: ({ signal }) => loadFirstDay(today, signal),
    enabled: isAsked,
    ...polledAfter<FirstDay>((first) => (isFresh(first) ? freshPollSeconds : undefined)),
  });
  if (!isEarlier) return query;
  const { isFetching, refetch } = query;
  return { isFetching, refetch, error: null, data: { day: before.from }, isPending: false };
}
