// The sessions of a player: on a time axis and as a table, the active one first. Older pages are loaded at a click.
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { ActiveSession } from '../../api/active-session.ts';
import { matchesContext, readContextFilter, withContextFilter } from '../../api/context-filter.ts';
import type { EndReason } from '../../api/end-reasons.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { ContextFilterBar } from '../../components/context-filter-bar.tsx';
import { Installation } from '../../components/installation.tsx';
import { RunningDuration } from '../../components/running-duration.tsx';
import { Block, Card, EmptyState, ErrorState, ListSkeleton } from '../../components/states.tsx';
import { type Column, LoadFailure, LoadMore, Table } from '../../components/table.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { Duration, Time, useNow } from '../../components/values.tsx';
import type { Pages } from '../../hooks/use-pages.ts';
import { EndSessionButton, useActiveSession } from './active-session-card.tsx';
import type { PlayerTabProps } from './player-tab.ts';
import { ReasonBadge } from './reason-badge.tsx';
import { SessionAxis } from './session-axis.tsx';
import type { AxisSession } from './session-axis-layout.ts';
import { ContextText } from './session-context.tsx';
import type { EndedSession } from './session-page.ts';
import { useEndedSessions } from './use-ended-sessions.ts';

type Row = (EndedSession | ActiveSession) & { readonly endTime?: string; readonly duration?: number };

const reasonOf = (row: Row): EndReason | 'active' => ('reason' in row ? row.reason : 'active');

const installationColumn: Column<Row> = {
  id: 'installation',
  title: 'Installation',
  width: '2fr',
  cell: ({ installationId }) => <Installation id={installationId} />,
};

/** Games of older clients name no installation. */
const columnsFor = (rows: readonly Row[]): readonly Column<Row>[] => [
  {
    id: 'start',
    title: 'Started',
    width: '122px',
    cell: ({ startTime }) => <Time at={startTime} form="absolute" />,
  },
  {
    id: 'end',
    title: 'Ended',
    // Start and length say it.
    isWideOnly: true,
    width: '122px',
    cell: ({ endTime }) => <Time at={endTime} form="absolute" none="Still on" />,
  },
  {
    id: 'duration',
    title: 'Length',
    place: 'bottom',
    width: '96px',
    isNumeric: true,
    cell: ({ startTime, duration }) =>
      duration === undefined ? <RunningDuration startTime={startTime} /> : <Duration seconds={duration} />,
  },
  {
    ...{ id: 'reason', title: 'Reason', place: 'top', width: '96px' },
    cell: (row) => <ReasonBadge reason={reasonOf(row)} />,
  },
  ...(rows.some(({ installationId }) => installationId != null) ? [installationColumn] : []),
  { id: 'context', title: 'Context', width: '3fr', cell: ({ context }) => <ContextText context={context} /> },
];

export const SessionsSkeleton = () => (
  <div className="stack">
    <Block heights={[28, 28]} />
    <Block heights={[400, 420]} />
    <div className="card">
      <ListSkeleton />
    </div>
  </div>
);

export function SessionsTab({ player, refetch }: PlayerTabProps) {
  const active = useActiveSession({ player }).data?.session;
  const mayTerminate = useHasScope('sessions:write');
  const [query, setQuery] = useSearchParams();
  const filter = readContextFilter(query);
  // Another last activity means that a session may have ended since.
  const ended = useEndedSessions(player.sequentialId, `${player.online} ${player.lastSeenAt}`, filter);
  const current = player.online && active && matchesContext(filter, active.context) ? active : undefined;
  const rows = useMemo<readonly Row[]>(
    () => (current ? [current, ...ended.rows] : ended.rows),
    [current, ended.rows],
  );
  const onAxis = useAxisSessions(rows);
  const isFiltered = filter.length > 0;
  const isComing = ended.rows.length === 0 && (ended.isLoading || ended.error !== undefined);
  if (!isComing && !isFiltered && rows.length === 0) return <NoSessions lastSeenAt={player.lastSeenAt} />;
  return (
    <div className="stack">
      <ContextFilterBar
        filter={filter}
        onChange={(next) => setQuery(withContextFilter(query, next))}
        contexts={rows.flatMap(({ context }) => context ?? [])}
      />
      {isComing ? (
        ended.error === undefined ? (
          <SessionsSkeleton />
        ) : (
          <ErrorState error={ended.error} onRetry={ended.loadMore} />
        )
      ) : rows.length === 0 && !ended.hasMore ? (
        <EmptyState
          title="No session matches"
          action={<Button onClick={() => setQuery(withContextFilter(query, []))}>Clear filters</Button>}
        />
      ) : (
        <>
          <Card
            title="Days and times"
            actions={current && mayTerminate && <EndSessionButton player={player} refetch={refetch} />}
          >
            <SessionAxis sessions={onAxis} />
          </Card>
          <SessionTable rows={rows} ended={ended} />
        </>
      )}
    </div>
  );
}

const NoSessions = ({ lastSeenAt }: { readonly lastSeenAt: string | null }) => (
  <EmptyState title="No sessions">
    {lastSeenAt === null
      ? 'This player has not played yet.'
      : 'The sessions of this player have left the history.'}
  </EmptyState>
);

interface SessionTableProps {
  readonly rows: readonly Row[];
  readonly ended: Pages<EndedSession>;
}

const SessionTable = ({ rows, ended }: SessionTableProps) => (
  <Card title="Sessions" actions={<Count loaded={rows.length} hasMore={ended.hasMore} />} isFlush>
    <Table
      caption="Sessions, newest first"
      columns={columnsFor(rows)}
      rows={rows}
      rowKey={(row) => row.sessionId}
    />
    {ended.error === undefined ? (
      <LoadMore
        hasMore={ended.hasMore}
        isLoading={ended.isLoadingMore || ended.isRefreshing}
        onLoadMore={ended.loadMore}
      />
    ) : (
      <LoadFailure error={ended.error} onRetry={ended.loadMore} />
    )}
  </Card>
);

const Count = ({ loaded, hasMore }: { readonly loaded: number; readonly hasMore: boolean }) => (
  <span className="muted numeric" role="status">
    {formatCount(loaded)} {loaded === 1 ? 'session' : 'sessions'}
    {hasMore && ' so far'}
  </span>
);

/** The sessions in numbers. The active one reaches up to now. */
function useAxisSessions(rows: readonly Row[]): readonly AxisSession[] {
  const now = useNow();
  const isRunning = rows.some((row) => row.endTime === undefined);
  const until = isRunning ? now : 0;
  return useMemo(
    () =>
      rows.map((row) => {
        const start = Date.parse(row.startTime);
        const end = row.endTime === undefined ? Math.max(start, until) : Date.parse(row.endTime);
        return { id: row.sessionId, start, end, reason: reasonOf(row) };
      }),
    [rows, until],
  );
}
