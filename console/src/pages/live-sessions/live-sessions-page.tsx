// Live sessions: who plays now, in a list of any length that refreshes itself, and the end of one session or of several.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { ActiveSession } from '../../api/active-session.ts';
import { type ContextFilter, readContextFilter, withContextFilter } from '../../api/context-filter.ts';
import { polled } from '../../api/query-client.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { ContextFilterBar } from '../../components/context-filter-bar.tsx';
import { restoreFocus } from '../../components/focus.ts';
import { LiveIcon, PauseIcon, PlayIcon, RefreshIcon } from '../../components/icons.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { useToggledIds } from '../../hooks/use-toggled-ids.ts';
import { Page } from '../../shell/page.tsx';
import { countOnline } from './live-session-list.ts';
import { sessionColumns } from './session-columns.tsx';
import { SessionDetail } from './session-detail.tsx';
import { TerminateDialog } from './terminate-dialog.tsx';
import { useChosen } from './use-chosen.ts';
import { type LiveSessions, useLiveSessions } from './use-live-sessions.ts';

/** The service answers with one count for this time. */
const countSeconds = 5;

export function LiveSessionsPage() {
  const [query, setQuery] = useSearchParams();
  const filter = readContextFilter(query);
  const setFilter = (next: ContextFilter) => setQuery(withContextFilter(query, next));
  const list = useLiveSessions(filter);
  const online = useQuery({
    ...{ queryKey: ['live-sessions', 'count'], queryFn: ({ signal }) => countOnline(signal) },
    ...polled(countSeconds),
  });
  return (
    <Page
      title="Live sessions"
      lead={<OnlineCount online={online.data} list={list} isFiltered={filter.length > 0} />}
      actions={<Refreshing list={list} onRefresh={() => void online.refetch()} />}
    >
      <ContextFilterBar filter={filter} onChange={setFilter} contexts={contextsOf(list.rows)} />
      <Sessions
        list={list}
        isFiltered={filter.length > 0}
        onClear={() => setFilter([])}
        onEnded={() => void online.refetch()}
      />
    </Page>
  );
}

const contextsOf = (rows: readonly ActiveSession[]): readonly string[] =>
  rows.flatMap(({ context }) => context ?? []);

interface OnlineCountProps {
  readonly online: number | undefined;
  readonly list: LiveSessions;
  readonly isFiltered: boolean;
}

function OnlineCount({ online, list: { rows, hasMore }, isFiltered }: OnlineCountProps) {
  const loaded = formatCount(rows.length);
  return (
    <p className="live-count">
      {online === undefined ? (
        'Counting…'
      ) : (
        <>
          <strong className="numeric">{formatCount(online)}</strong> {online === 1 ? 'player' : 'players'}{' '}
          online
          {isFiltered
            ? ` · ${loaded} ${rows.length === 1 ? 'matches' : 'match'}${hasMore ? ' so far' : ''}`
            : hasMore && rows.length > 0 && ` · the first ${loaded} are loaded`}
        </>
      )}
    </p>
  );
}

const clockTime = new Intl.DateTimeFormat('en', {
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
});

interface RefreshingProps {
  readonly list: LiveSessions;
  /** Called when a person refreshes the list. */
  readonly onRefresh: () => void;
}

/** When the list was refreshed, and the buttons that pause this and do it at once. */
function Refreshing({ list, onRefresh }: RefreshingProps) {
  const { updatedAt, isRefreshing, isPaused, setPaused, refetch } = list;
  // A refresh that nobody asked for shows nothing.
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    if (!isRefreshing) setAsked(false);
  }, [isRefreshing]);
  const at = updatedAt === 0 ? undefined : clockTime.format(updatedAt);
  return (
    <>
      {at !== undefined && (
        <span className="live-refreshed muted numeric">
          {isPaused ? `Paused, refreshed at ${at}` : `Refreshed at ${at}`}
        </span>
      )}
      <Button icon={isPaused ? <PlayIcon /> : <PauseIcon />} onClick={() => setPaused(!isPaused)}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button
        icon={<RefreshIcon />}
        isBusy={isAsked && isRefreshing}
        onClick={() => {
          setAsked(true);
          refetch();
          onRefresh();
        }}
      >
        Refresh
      </Button>
    </>
  );
}

interface SessionsProps {
  readonly list: LiveSessions;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly onEnded: () => void;
}

function Sessions({ list, isFiltered, onClear, onEnded }: SessionsProps) {
  const { live, error, removeEnded } = list;
  const mayTerminate = useHasScope('sessions:write');
  const chosen = useChosen(useMemo(() => live.filter(({ mark }) => mark !== 'ended'), [live]));
  const [opened, toggleOpened] = useToggledIds();
  const [ending, setEnding] = useState<readonly ActiveSession[]>();
  const columns = sessionColumns({
    ...{ mayTerminate, chosen, opened },
    onToggleOpen: toggleOpened,
    onEnd: (session) => setEnding([session]),
  });
  if (list.isLoading) return <SessionsLoading />;
  if (live.length === 0 && error !== undefined) return <ErrorState error={error} onRetry={list.loadMore} />;
  if (live.length === 0 && !list.hasMore && ending === undefined)
    return isFiltered ? <NobodyMatches onClear={onClear} /> : <NobodyPlays onRefresh={list.refetch} />;
  return (
    <div className="card live">
      {mayTerminate && (
        <Chosen
          count={chosen.sessions.length}
          onAll={() => chosen.toggleAll(true)}
          onEnd={() => setEnding(chosen.sessions)}
          onClear={chosen.clear}
        />
      )}
      <div className="card-flush">
        <VirtualTable
          caption="Live sessions"
          columns={columns}
          rows={live}
          rowKey={({ sessionId }) => sessionId}
          detail={(session) =>
            opened.has(session.sessionId) ? <SessionDetail session={session} /> : undefined
          }
          hasMore={list.hasMore}
          isLoadingMore={list.isLoadingMore}
          onLoadMore={list.loadMore}
          error={error}
          keepsPlace
        />
      </div>
      {ending && (
        <TerminateDialog
          sessions={ending}
          onClose={() => {
            setEnding(undefined);
            restoreFocus();
          }}
          onEnded={(gone) => {
            removeEnded(new Set(gone.map(({ sessionId }) => sessionId)));
            onEnded();
          }}
        />
      )}
    </div>
  );
}

const NobodyMatches = ({ onClear }: { readonly onClear: () => void }) => (
  <div className="card">
    <EmptyState
      title="No live session matches"
      icon={<LiveIcon />}
      action={<Button onClick={onClear}>Clear filters</Button>}
    >
      One that matches appears here as soon as it starts.
    </EmptyState>
  </div>
);

const NobodyPlays = ({ onRefresh }: { readonly onRefresh: () => void }) => (
  <div className="card">
    <EmptyState
      title="Nobody plays now"
      icon={<LiveIcon />}
      action={<Button onClick={onRefresh}>Refresh</Button>}
    >
      A session appears here as soon as a player starts it, and goes when it ends.
    </EmptyState>
  </div>
);

const SessionsLoading = () => (
  <div className="card">
    <ListSkeleton />
  </div>
);

interface ChosenProps {
  readonly count: number;
  readonly onAll: () => void;
  readonly onEnd: () => void;
  readonly onClear: () => void;
}

/** The line above the table. It is there with nothing chosen too, so that the rows stay where they are. */
const Chosen = ({ count, onAll, onEnd, onClear }: ChosenProps) => (
  <div className="live-chosen">
    <span role="status" className={count === 0 ? 'muted' : ''}>
      {count === 0 ? 'Select sessions to end several.' : `${formatCount(count)} selected`}
    </span>
    {count === 0 ? (
      <Button size="small" variant="ghost" className="live-all" onClick={onAll}>
        Select all loaded
      </Button>
    ) : (
      <span className="row">
        <Button size="small" variant="ghost" onClick={onClear}>
          Clear
        </Button>
        <Button size="small" onClick={onEnd}>
          End {formatCount(count)} {count === 1 ? 'session' : 'sessions'}…
        </Button>
      </span>
    )}
  </div>
);
