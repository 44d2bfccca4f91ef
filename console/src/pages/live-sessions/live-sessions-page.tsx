// Live sessions: who plays now, in a list of any length, and the end of one session or of several.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ActiveSession } from '../../api/active-session.ts';
import { polled } from '../../api/query-client.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { restoreFocus } from '../../components/focus.ts';
import { LiveIcon, RefreshIcon } from '../../components/icons.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../components/states.tsx';
import { VirtualTable } from '../../components/table.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { type Pages, usePages } from '../../hooks/use-pages.ts';
import { useToggledIds } from '../../hooks/use-toggled-ids.ts';
import { Page } from '../../shell/page.tsx';
import { countOnline, listActiveSessions } from './live-session-list.ts';
import { sessionColumns } from './session-columns.tsx';
import { SessionDetail } from './session-detail.tsx';
import { TerminateDialog } from './terminate-dialog.tsx';
import { useChosen } from './use-chosen.ts';

/** The service answers with one count for this time. */
const countSeconds = 5;

export function LiveSessionsPage() {
  const list = usePages({ queryKey: ['live-sessions'], loadPage: listActiveSessions });
  const online = useQuery({
    ...{ queryKey: ['live-sessions', 'count'], queryFn: ({ signal }) => countOnline(signal) },
    ...polled(countSeconds),
  });
  const refresh = () => {
    list.refetch();
    void online.refetch();
  };
  return (
    <Page
      title="Live sessions"
      lead={<OnlineCount online={online.data} loaded={list.rows.length} isWhole={!list.hasMore} />}
      actions={
        <Button icon={<RefreshIcon />} onClick={refresh} isBusy={list.isRefreshing}>
          Refresh
        </Button>
      }
    >
      <Sessions list={list} onEnded={() => void online.refetch()} />
    </Page>
  );
}

interface OnlineCountProps {
  readonly online: number | undefined;
  readonly loaded: number;
  readonly isWhole: boolean;
}

const OnlineCount = ({ online, loaded, isWhole }: OnlineCountProps) => (
  <p className="live-count">
    {online === undefined ? (
      'Counting…'
    ) : (
      <>
        <strong className="numeric">{formatCount(online)}</strong> {online === 1 ? 'player' : 'players'}{' '}
        online
        {!isWhole && loaded > 0 && ` · the first ${formatCount(loaded)} are loaded`}
      </>
    )}
  </p>
);

interface SessionsProps {
  readonly list: Pages<ActiveSession>;
  readonly onEnded: () => void;
}

function Sessions({ list, onEnded }: SessionsProps) {
  const { rows, error, removeRows } = list;
  const mayTerminate = useHasScope('sessions:write');
  const chosen = useChosen(rows);
  const [opened, toggleOpened] = useToggledIds();
  const [ending, setEnding] = useState<readonly ActiveSession[]>();
  const columns = sessionColumns({
    ...{ mayTerminate, chosen, opened },
    onToggleOpen: toggleOpened,
    onEnd: (session) => setEnding([session]),
  });
  if (list.isLoading) return <SessionsLoading />;
  if (rows.length === 0 && error !== undefined) return <ErrorState error={error} onRetry={list.loadMore} />;
  if (rows.length === 0 && !list.hasMore && ending === undefined)
    return <NobodyPlays onRefresh={list.refetch} />;
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
          rows={rows}
          rowKey={({ sessionId }) => sessionId}
          detail={(session) =>
            opened.has(session.sessionId) ? <SessionDetail session={session} /> : undefined
          }
          hasMore={list.hasMore}
          isLoadingMore={list.isLoadingMore}
          onLoadMore={list.loadMore}
          error={error}
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
            const ids = new Set(gone.map(({ sessionId }) => sessionId));
            removeRows(({ sessionId }) => ids.has(sessionId));
            onEnded();
          }}
        />
      )}
    </div>
  );
}

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
    <div className="card-body">
      <Skeleton lines={10} />
    </div>
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
