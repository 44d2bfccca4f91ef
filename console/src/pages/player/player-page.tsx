// The page of one player, with the nested pages metadata, history, sessions and account.
import { Route, Switch, useParams } from 'wouter';
import { api, dataOf } from '../../api/client.ts';
import { useHasScope } from '../../api/session.ts';
import { Badge, EmptyState, ResourceView } from '../../components/states.tsx';
import { LinkTabs } from '../../components/tabs.tsx';
import { CopyButton, PlayerName, Time } from '../../components/values.tsx';
import { useResource } from '../../hooks/use-resource.ts';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { Page } from '../../shell/page.tsx';
import { HistoryTab } from './history-tab.tsx';
import { MetadataTab } from './metadata-tab.tsx';

export function PlayerPage() {
  const segment = useParams<{ sequentialId: string }>().sequentialId;
  if (!/^[1-9]\d{0,15}$/.test(segment)) return <NotFoundPage />;
  return <Player key={segment} sequentialId={Number(segment)} />;
}

function Player({ sequentialId }: { readonly sequentialId: number }) {
  const player = useResource(`player/${sequentialId}`, (signal) =>
    dataOf(api.GET('/api/server/players/{sequentialId}', { params: { path: { sequentialId } }, signal })),
  );
  const { data } = player;
  const maySeeSessions = useHasScope('sessions:read');
  const tabs = [
    { to: '/', title: 'Metadata' },
    { to: '/history', title: 'History' },
    ...(maySeeSessions ? [{ to: '/sessions', title: 'Sessions' }] : []),
    { to: '/account', title: 'Account' },
  ];
  return (
    <Page
      title={data?.playerId ?? `Player ${sequentialId}`}
      heading={
        <span className="row">
          {data ? <PlayerName playerId={data.playerId} /> : `Player ${sequentialId}`}
          {data && <CopyButton text={data.playerId} name="player id" />}
          {data?.online && (
            <Badge tone="success" hasDot>
              Online
            </Badge>
          )}
          {data && data.suspendedUntil !== null && <Badge tone="danger">Suspended</Badge>}
        </span>
      }
      lead={
        data && (
          <>
            Number {sequentialId} · registered <Time at={data.registeredAt} /> · last seen{' '}
            <Time at={data.lastSeenAt} none="never" />
          </>
        )
      }
    >
      <ResourceView resource={player}>
        {(loaded) => (
          <>
            <LinkTabs label="Player" tabs={tabs} />
            <Switch>
              <Route path="/">
                <MetadataTab player={loaded} refetch={player.refetch} />
              </Route>
              <Route path="/metadata">
                <MetadataTab player={loaded} refetch={player.refetch} />
              </Route>
              <Route path="/history">
                <HistoryTab player={loaded} refetch={player.refetch} />
              </Route>
              <Route path="/sessions">
                <EmptyState title="Sessions come with the next change" />
              </Route>
              <Route path="/account">
                <EmptyState title="Account comes with the next change" />
              </Route>
              <Route>
                <EmptyState title="There is no such page" />
              </Route>
            </Switch>
          </>
        )}
      </ResourceView>
    </Page>
  );
}
