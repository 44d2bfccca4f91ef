// The columns of a list of players.
import { Badge } from '../../components/states.tsx';
import type { Column } from '../../components/table.tsx';
import { Bytes, PlayerName, Time } from '../../components/values.tsx';
import type { Player } from './find-players.ts';

export const playerColumns: readonly Column<Player>[] = [
  {
    id: 'player',
    title: 'Player id',
    width: '3fr',
    cell: ({ playerId }) => <PlayerName playerId={playerId} />,
  },
  {
    id: 'number',
    title: 'Number',
    width: '96px',
    isNumeric: true,
    cell: ({ sequentialId }) => sequentialId,
  },
  { id: 'state', title: 'State', width: '176px', cell: (player) => <State player={player} /> },
  {
    id: 'seen',
    title: 'Last seen',
    width: '128px',
    cell: ({ lastSeenAt, online }) => (online ? 'Now' : <Time at={lastSeenAt} none="Never" />),
  },
  {
    id: 'registered',
    title: 'Registered',
    isWideOnly: true,
    width: '128px',
    cell: ({ registeredAt }) => <Time at={registeredAt} />,
  },
  {
    id: 'size',
    title: 'Metadata',
    isWideOnly: true,
    width: '88px',
    isNumeric: true,
    cell: ({ metadataBytes }) =>
      metadataBytes === 0 ? <span className="muted">None</span> : <Bytes bytes={metadataBytes} />,
  },
];

const State = ({ player: { online, suspendedUntil } }: { readonly player: Player }) =>
  online || suspendedUntil !== null ? (
    <span className="row">
      {online && (
        <Badge tone="success" hasDot>
          Online
        </Badge>
      )}
      {suspendedUntil !== null && <Badge tone="danger">Suspended</Badge>}
    </span>
  ) : (
    <span className="muted">Offline</span>
  );

/** The page of a player, below /console. */
export const playerPath = ({ sequentialId }: Pick<Player, 'sequentialId'>): string =>
  `/players/${sequentialId}`;
