// The overview of a service on which nobody has ever played: how the first session gets in. It looks for one by itself. It says so when
// an import or a server has already made players.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api, dataOf } from '../../api/client.ts';
import { polled } from '../../api/query-client.ts';
import { serviceUrl } from '../../api/service-url.ts';
import { useHasScope } from '../../api/session.ts';
import { Card, Skeleton } from '../../components/states.tsx';
import { CopyButton } from '../../components/values.tsx';

const playersPollSeconds = 30;

/** Is any player registered? Undefined for a key that may not know, and where it could not be found out. */
function useHasPlayers(): { readonly hasPlayers: boolean | undefined; readonly isLoading: boolean } {
  const mayReadPlayers = useHasScope('players:read');
  const { data, isPending } = useQuery({
    queryKey: ['players', 'any'],
    queryFn: ({ signal }) => dataOf(api.POST('/api/server/players/search', { body: { limit: 1 }, signal })),
    enabled: mayReadPlayers,
    ...polled(playersPollSeconds),
  });
  if (!mayReadPlayers) return { hasPlayers: undefined, isLoading: false };
  return { hasPlayers: data && data.players.length > 0, isLoading: isPending };
}

export function FreshState() {
  const { hasPlayers, isLoading } = useHasPlayers();
  const commands = [
    'TOKEN=$(npx playkeep token alice)',
    `curl -X POST ${serviceUrl}/api/game/session/start -H "Authorization: Bearer $TOKEN"`,
  ].join('\n');
  if (isLoading) return <Skeleton height={344} />;
  return (
    <Card>
      <div className="fresh">
        <p className="state-title">{titleOf(hasPlayers)}</p>
        {hasPlayers && (
          <p className="state-text">
            There are <Link href="/players">players</Link>, imported or registered, and none of them has had a
            session yet.
          </p>
        )}
        <p className="state-text">
          This page shows who plays now and how the days went, as soon as the first session starts. Games
          start one by the player API. To try it, run these two lines in the folder of the service:
        </p>
        <div className="fresh-commands">
          <pre>
            <code>{commands}</code>
          </pre>
          <CopyButton text={commands} name="the commands" label="Copy" />
        </div>
        <p className="state-text" role="status">
          Waiting for the first session…
        </p>
      </div>
    </Card>
  );
}

function titleOf(hasPlayers: boolean | undefined): string {
  if (hasPlayers === undefined) return 'No session has started yet';
  return hasPlayers ? 'No player has played yet' : 'No player has been here yet';
}
