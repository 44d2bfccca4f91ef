// The players that a search has found, and how far it is.
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../components/button.tsx';
import { PlayersIcon, RefreshIcon, SearchIcon } from '../../components/icons.tsx';
import { Card, EmptyState, ErrorState, FailureText, ListSkeleton } from '../../components/states.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { useServiceState } from '../../hooks/use-service-state.ts';
import { hasConditions, noFilters, type PlayerFilters } from './filters.ts';
import { playerPath } from './find-players.ts';
import { columnsFor } from './player-columns.tsx';
import type { PlayerSearch } from './use-player-search.ts';

export interface SearchResultsProps {
  readonly filters: PlayerFilters;
  /** Without the players whom the text names exactly. */
  readonly search: PlayerSearch;
  /** Such players are shown above. */
  readonly hasExactMatch: boolean;
  /** The text is a part of a name. */
  readonly isByName: boolean;
  readonly onClear: (filters: PlayerFilters) => void;
}

export function SearchResults({ filters, search, hasExactMatch, isByName, onClear }: SearchResultsProps) {
  const { players, status, error, more } = search;
  return (
    <Card
      title={<Progress {...{ search, filters, hasExactMatch }} />}
      actions={<Controls search={search} />}
      isFlush
    >
      {status === 'failed' &&
        (players.length === 0 ? (
          <ErrorState error={error} onRetry={more} />
        ) : (
          <div className="players-failure">
            <FailureText error={error} />
            <Button onClick={more}>Continue</Button>
          </div>
        ))}
      {players.length > 0 && (
        <VirtualTable
          caption="Players"
          columns={columnsFor(players)}
          rows={players}
          rowKey={({ sequentialId }) => sequentialId}
          rowLink={playerPath}
          hasMore={status === 'paused' || status === 'running'}
          isLoadingMore={status === 'running'}
          onLoadMore={more}
          offset={search.offset}
          height="max(360px, calc(100dvh - 256px))"
        />
      )}
      {players.length === 0 && status === 'running' && <ListSkeleton />}
      {players.length === 0 && status === 'complete' && <Nobody {...{ filters, isByName, onClear }} />}
      {players.length === 0 && status === 'stopped' && (
        <EmptyState icon={<SearchIcon />} title="The search was stopped">
          Nobody was found so far. Continue, or add a filter that few players match.
        </EmptyState>
      )}
    </Card>
  );
}

function Nobody({
  filters,
  isByName,
  onClear,
}: Pick<SearchResultsProps, 'filters' | 'isByName' | 'onClear'>) {
  if (!hasConditions(filters)) {
    return (
      <EmptyState icon={<PlayersIcon />} title="No players yet">
        Players appear here with their first request, or when you register them. <AboutNames />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<SearchIcon />}
      title="No player matches"
      action={<Button onClick={() => onClear(noFilters)}>Clear search and filters</Button>}
    >
      {isByName
        ? 'A name is found by any part of it, whatever its case and accents. Choose Ids for the beginning of a player id.'
        : 'Capitals count, and a player id is found by its beginning.'}
    </EmptyState>
  );
}

/** Where a list has no names, because no setting says where they stand. Without service:read that is not known. */
function AboutNames() {
  const { state } = useServiceState();
  const setting = state?.settings.find(({ name }) => name === 'PLAYER_NAME');
  if (setting === undefined || setting.value !== null) return null;
  return (
    <>
      Set <code>PLAYER_NAME</code> to the place of the display name in metadata, such as <code>/name</code>,
      and the list shows and finds names too: <Link href="/settings">Settings</Link>.
    </>
  );
}

/** The count, read out by screen readers. A search that takes long says how far it is. */
function Progress({ search, filters, hasExactMatch }: Omit<SearchResultsProps, 'onClear' | 'isByName'>) {
  const { players, status, pages } = search;
  const isSlow = useIsSlow(status === 'running');
  const more = hasExactMatch ? 'more ' : '';
  const found = `${formatCount(players.length)} ${more}${players.length === 1 ? 'player' : 'players'}`;
  const soFar = pages === 0 ? 'Players' : `First ${found}`;
  const texts: Readonly<Record<PlayerSearch['status'], string>> = {
    running: isSlow ? `Searching: ${found} in ${formatCount(pages)} parts of the list so far` : soFar,
    paused: soFar,
    stopped: `${soFar}, stopped`,
    failed: soFar,
    complete: hasConditions(filters) ? `${found} found` : found,
  };
  return (
    <span className="numeric" role="status">
      {texts[status]}
    </span>
  );
}

const slowMilliseconds = 700;

/** Has something run for longer than a person expects? */
function useIsSlow(isRunning: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!isRunning) return;
    const timer = setTimeout(() => setSlow(true), slowMilliseconds);
    return () => clearTimeout(timer);
  }, [isRunning]);
  return isSlow && isRunning;
}

/** The buttons that stop a slow search, continue a stopped one, and search anew. */
function Controls({ search }: Pick<SearchResultsProps, 'search'>) {
  const { status, stop, more, restart } = search;
  const isSlow = useIsSlow(status === 'running');
  return (
    <span className="row">
      {isSlow && (
        <Button size="small" onClick={stop}>
          Stop
        </Button>
      )}
      {status === 'stopped' && (
        <Button size="small" onClick={more}>
          Continue
        </Button>
      )}
      <Button
        size="small"
        variant="ghost"
        icon={<RefreshIcon />}
        aria-label="Search again"
        title="Search again"
        className="icon-button"
        onClick={restart}
      />
    </span>
  );
}
