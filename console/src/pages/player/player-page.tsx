// The frame of a player's page: the name, the state and the tabs overview, metadata, history and sessions. Each tab gets the
// player and a function that loads them again.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Route, Switch, useParams } from 'wouter';
import { ApiFailure } from '../../api/failure.ts';
import { playerKey } from '../../api/queries.ts';
import { polled } from '../../api/query-client.ts';
import { useHasScope } from '../../api/session.ts';
import { Badge, EmptyState, ListSkeleton, QueryView } from '../../components/states.tsx';
import { LinkTabs } from '../../components/tabs.tsx';
import { CopyButton, DisplayName, PlayerName, Time, visibleText } from '../../components/values.tsx';
import { useFollow } from '../../hooks/use-follow.ts';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { Page } from '../../shell/page.tsx';
import { comingLead } from '../../shell/page-skeleton.tsx';
import { AbsentPlayer, ErasedPlayer } from './absent-player.tsx';
import { HistoryTab } from './history-tab.tsx';
import { erasePlayer, loadPlayer, playerApiPath } from './metadata-api.ts';
import { MetadataSkeleton, MetadataTab } from './metadata-tab.tsx';
import { OverviewSkeleton, OverviewTab } from './overview-tab.tsx';
import { playersPath } from './paths.ts';
import type { Player, PlayerTabProps } from './player-tab.ts';
import { SessionsSkeleton, SessionsTab } from './sessions-tab.tsx';

/** How often the state of a player is read again where no read may wait for a change. */
const pollSeconds = 30;

export function PlayerPage() {
  const segment = useParams<{ sequentialId: string }>().sequentialId;
  const sequentialId = /^[1-9]\d{0,15}$/.test(segment) ? Number(segment) : Number.NaN;
  if (!Number.isSafeInteger(sequentialId)) return <NotFoundPage />;
  return <PlayerFrame key={segment} sequentialId={sequentialId} />;
}

function PlayerFrame({ sequentialId }: { readonly sequentialId: number }) {
  const [isErasing, setErasing] = useState(false);
  const [isErased, setErased] = useState(false);
  const client = useQueryClient();
  const player = useQuery({
    queryKey: playerKey(sequentialId, 'account'),
    queryFn: ({ signal }) => loadPlayer(sequentialId, signal),
    enabled: !isErased,
    ...polled(pollSeconds),
  });
  const refetch = () => void client.invalidateQueries(changedWith(sequentialId));
  // A page that erases the player knows that nobody is there any more.
  useFollow(isErasing || isErased ? undefined : playerApiPath(sequentialId), {
    onAnswer(text, isFirst) {
      const { data: next } = JSON.parse(text) as { data: Player };
      client.setQueryData(playerKey(sequentialId, 'account'), next);
      if (isFirst) return;
      void client.invalidateQueries(changedWith(sequentialId, ['account']));
      if (next.online)
        void client.invalidateQueries({ queryKey: playerKey(sequentialId, 'active-session', true) });
    },
    onGone: () => void player.refetch(),
  });
  const erase = async () => {
    setErasing(true);
    try {
      await erasePlayer(sequentialId);
      setErased(true);
      client.removeQueries({ queryKey: playerKey(sequentialId) });
    } finally {
      setErasing(false);
    }
  };
  if (isErased) return <ErasedPlayer sequentialId={sequentialId} />;
  if (player.error instanceof ApiFailure && player.error.status === 404)
    return <AbsentPlayer sequentialId={sequentialId} />;
  const { data } = player;
  return (
    <Page
      title={data ? visibleText(data.playerId) : `Player ${sequentialId}`}
      heading={data ? <Heading player={data} /> : `Player ${sequentialId}`}
      lead={data ? <Lead player={data} /> : comingLead(String(sequentialId))}
    >
      <TabLinks />
      <QueryView query={player} loading={<TabSkeleton />}>
        {(loaded) => <Tabs player={loaded} refetch={refetch} erase={erase} />}
      </QueryView>
    </Page>
  );
}

/** Parts that a change to a player leaves: a text that is being edited, and the session that the account says is on. */
const keptParts: readonly unknown[] = ['metadata', 'active-session'];

/** The queries that a change to a player makes old. @param known further parts that are there already */
const changedWith = (sequentialId: number, known: readonly unknown[] = []) => ({
  queryKey: playerKey(sequentialId),
  predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
    ![...keptParts, ...known].includes(queryKey[2]),
});

const Heading = ({ player }: { readonly player: Player }) => (
  <span className="player-heading">
    {player.name && <DisplayName name={player.name} />}
    <span className={player.name ? 'player-heading-id muted' : 'player-heading-id'}>
      <PlayerName playerId={player.playerId} />
    </span>
    <CopyButton text={player.playerId} name="player id" />
    <PlayerBadges player={player} />
  </span>
);

/** The states of a player that are worth a mark. */
const PlayerBadges = ({ player }: { readonly player: Player }) => (
  <>
    {player.online && (
      <Badge tone="success" hasDot>
        Online
      </Badge>
    )}
    {player.suspendedUntil !== null && <Badge tone="danger">Suspended</Badge>}
  </>
);

const Lead = ({ player }: { readonly player: Player }) => (
  <>
    <Link href={playersPath}>All players</Link> · Number{' '}
    <span className="numeric">{player.sequentialId}</span> · registered <Time at={player.registeredAt} /> ·{' '}
    {player.online ? (
      'playing now'
    ) : (
      <>
        last seen <Time at={player.lastSeenAt} none="never" />
      </>
    )}
  </>
);

function TabLinks() {
  const maySeeSessions = useHasScope('sessions:read');
  const tabs = [
    { to: '/', title: 'Overview' },
    { to: '/metadata', title: 'Metadata' },
    { to: '/history', title: 'History' },
    ...(maySeeSessions ? [{ to: '/sessions', title: 'Sessions' }] : []),
  ];
  return <LinkTabs label="Player" tabs={tabs} />;
}

/** The tab of the address, before the player is known. */
const TabSkeleton = () => (
  <Switch>
    <Route path="/">
      <OverviewSkeleton />
    </Route>
    <Route path="/metadata">
      <MetadataSkeleton />
    </Route>
    <Route path="/sessions">
      <SessionsSkeleton />
    </Route>
    <Route>
      <div className="card">
        <ListSkeleton />
      </div>
    </Route>
  </Switch>
);

function Tabs({ erase, ...props }: PlayerTabProps & { readonly erase: () => Promise<void> }) {
  const maySeeSessions = useHasScope('sessions:read');
  return (
    <Switch>
      <Route path="/">
        <OverviewTab {...props} erase={erase} />
      </Route>
      <Route path="/metadata">
        <MetadataTab {...props} />
      </Route>
      <Route path="/history">
        <HistoryTab {...props} />
      </Route>
      <Route path="/sessions">
        {maySeeSessions ? (
          <SessionsTab {...props} />
        ) : (
          <EmptyState title="Your key may not see this">
            Sessions need the scope <code>sessions:read</code>. Sign in with a key that has it.
          </EmptyState>
        )}
      </Route>
      <Route>
        <EmptyState title="There is no such page">
          The address may be mistyped. Choose one of the tabs above.
        </EmptyState>
      </Route>
    </Switch>
  );
}
