// Lost saves: the saves that dropped most of a player's metadata, by version of the game, and the way back for one, some or all.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { restoreFocus } from '../../components/focus.ts';
import { CheckIcon, RefreshIcon } from '../../components/icons.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Select } from '../../components/select.tsx';
import { EmptyState, ErrorState, FailureText, ListSkeleton } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { visibleText } from '../../components/values.tsx';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { type Pages, usePages } from '../../hooks/use-pages.ts';
import { Page } from '../../shell/page.tsx';
import { heads } from '../../shell/page-heads.ts';
import { lossColumns } from './loss-columns.tsx';
import {
  countByVersion,
  type Loss,
  type LossFilter,
  listAllOpen,
  listLosses,
  lossId,
  type VersionLosses,
} from './losses-api.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import { useChosenLosses } from './use-chosen-losses.ts';

const shownStates = [
  { value: 'open', label: 'Not restored' },
  { value: 'all', label: 'All' },
] as const;

/** The most losses that are restored together. */
const mostAtOnce = 10_000;

export function LossesPage() {
  const [query, setQuery] = useSearchParams();
  const filter: LossFilter = {
    gameVersion: query.get('gameVersion') ?? '',
    withRestored: query.get('show') === 'all',
  };
  const setFilter = ({ gameVersion, withRestored }: LossFilter) =>
    setQuery({ ...(gameVersion !== '' && { gameVersion }), ...(withRestored && { show: 'all' }) });
  const client = useQueryClient();
  const list = usePages({
    queryKey: ['losses', 'list', filter.gameVersion, filter.withRestored],
    loadPage: (cursor, signal) => listLosses(filter, cursor, signal),
  });
  const counts = useQuery({
    queryKey: ['losses', 'versions'],
    queryFn: ({ signal }) => countByVersion(signal),
  });
  const refresh = () => {
    list.refetch();
    void counts.refetch();
  };
  return (
    <Page
      {...heads.losses}
      actions={
        <Button icon={<RefreshIcon />} onClick={refresh} isBusy={list.isRefreshing}>
          Refresh
        </Button>
      }
    >
      <div className="card losses">
        <search className="losses-filter" aria-label="Filter">
          <Select
            label="Version of the game"
            options={versionOptions(counts.data ?? [], filter.gameVersion)}
            value={filter.gameVersion}
            onChange={(gameVersion) => setFilter({ ...filter, gameVersion })}
          />
          <Segmented
            label="Show"
            options={shownStates}
            value={filter.withRestored ? 'all' : 'open'}
            onChange={(shown) => setFilter({ ...filter, withRestored: shown === 'all' })}
          />
        </search>
        <Losses
          key={`${filter.gameVersion} ${filter.withRestored}`}
          list={list}
          filter={filter}
          onShowAll={() => setFilter({ gameVersion: '', withRestored: true })}
          onRestored={() => {
            refresh();
            void client.invalidateQueries({ queryKey: ['losses', 'overview'] });
            void client.invalidateQueries({ queryKey: ['player'] });
          }}
        />
      </div>
    </Page>
  );
}

function versionOptions(counts: readonly VersionLosses[], chosen: string) {
  const options = counts.flatMap(({ gameVersion, open, losses }) =>
    gameVersion === null
      ? []
      : [
          {
            value: gameVersion,
            label: `${visibleText(gameVersion)} · ${formatCount(open)} of ${formatCount(losses)} not restored`,
          },
        ],
  );
  const isListed = chosen === '' || options.some(({ value }) => value === chosen);
  return [
    { value: '', label: 'Any version' },
    ...options,
    ...(isListed ? [] : [{ value: chosen, label: visibleText(chosen) }]),
  ];
}

interface LossesProps {
  readonly list: Pages<Loss>;
  readonly filter: LossFilter;
  readonly onShowAll: () => void;
  readonly onRestored: () => void;
}

function Losses({ list, filter, onShowAll, onRestored }: LossesProps) {
  const mayRestore = useHasScope('players:write');
  const { rows, error } = list;
  const chosen = useChosenLosses(rows);
  const [restoring, setRestoring] = useState<readonly Loss[]>();
  if (list.isLoading) return <ListSkeleton />;
  if (rows.length === 0 && error !== undefined) return <ErrorState error={error} onRetry={list.loadMore} />;
  if (rows.length === 0 && !list.hasMore && restoring === undefined)
    return <NoLosses filter={filter} onShowAll={onShowAll} />;
  return (
    <>
      {mayRestore && <Chosen filter={filter} chosen={chosen} onRestore={setRestoring} />}
      <div className="card-flush">
        <VirtualTable
          caption="Saves that may be lost, newest first"
          columns={lossColumns({ mayRestore, chosen, onRestore: (loss) => setRestoring([loss]) })}
          rows={rows}
          rowKey={lossId}
          hasMore={list.hasMore}
          isLoadingMore={list.isLoadingMore}
          onLoadMore={list.loadMore}
          error={error}
        />
      </div>
      {restoring && (
        <RestoreDialog
          losses={restoring}
          onRestored={onRestored}
          onClose={() => {
            setRestoring(undefined);
            restoreFocus();
          }}
        />
      )}
    </>
  );
}

interface ChosenProps {
  readonly filter: LossFilter;
  readonly chosen: ReturnType<typeof useChosenLosses>;
  readonly onRestore: (losses: readonly Loss[]) => void;
}

/** The line above the table. It is there with nothing chosen too, so that the rows stay where they are. */
function Chosen({ filter: { gameVersion }, chosen, onRestore }: ChosenProps) {
  const { restoreAll, isBusy, failure } = useRestoreAll(gameVersion, onRestore);
  const count = chosen.losses.length;
  return (
    <>
      <div className="losses-chosen">
        <span role="status" className={count === 0 ? 'muted' : ''}>
          {count === 0 ? 'Select saves to restore several.' : `${formatCount(count)} selected`}
        </span>
        {count === 0 ? (
          <Button size="small" isBusy={isBusy} onClick={() => void restoreAll()}>
            {gameVersion === '' ? 'Restore all…' : `Restore all of ${visibleText(gameVersion)}…`}
          </Button>
        ) : (
          <span className="row">
            <Button size="small" variant="ghost" onClick={chosen.clear}>
              Clear
            </Button>
            <Button size="small" variant="primary" onClick={() => onRestore(chosen.losses)}>
              Restore {formatCount(count)}…
            </Button>
          </span>
        )}
      </div>
      {failure !== undefined && <FailureText error={failure} />}
    </>
  );
}

/** Looks for all losses of a version of the game, also those that are not loaded yet. */
function useRestoreAll(gameVersion: string, onFound: (losses: readonly Loss[]) => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  async function restoreAll() {
    setBusy(true);
    setFailure(undefined);
    try {
      const losses = await listAllOpen(gameVersion, mostAtOnce);
      if (losses.length > 0) onFound(losses);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return { restoreAll, isBusy, failure };
}

const NoLosses = ({ filter, onShowAll }: { readonly filter: LossFilter; readonly onShowAll: () => void }) => (
  <EmptyState
    title="No save looks lost"
    icon={<CheckIcon />}
    {...(!(filter.withRestored && filter.gameVersion === '') && {
      action: <Button onClick={onShowAll}>Show all</Button>,
    })}
  >
    A save that drops more than half of a player’s metadata appears here. Those that were restored are among
    all.
  </EmptyState>
);
