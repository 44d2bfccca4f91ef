// The columns of a list of players.
import { Badge } from '../../components/states.tsx';
import type { Column } from '../../components/table.tsx';
import { Bytes, DisplayName, PlayerName, Time } from '../../components/values.tsx';
import type { Player } from './find-players.ts';

const idColumn: Column<Player> = {
  id: 'player',
  title: 'Player id',
  width: 'minmax(104px, 3fr)',
  cell: ({ playerId }) => <PlayerName playerId={playerId} />,
};

/** It comes first and leads to the player, so the id stands for a name that is missing. */
const nameColumn: Column<Player> = {
  id: 'name',
  title: 'Name',
  width: 'minmax(112px, 3fr)',
  cell: ({ name, playerId }) => (name ? <DisplayName name={name} /> : <PlayerName playerId={playerId} />),
};

const fixedColumns: readonly Column<Player>[] = [
  {
    id: 'number',
    title: 'Number',
    width: '64px',
    isNumeric: true,
    cell: ({ sequentialId }) => sequentialId,
  },
  {
    id: 'state',
    title: 'State',
    place: 'top',
    width: 'minmax(88px, 1.4fr)',
    cell: (player) => <State player={player} />,
  },
  {
    id: 'seen',
    title: 'Last seen',
    place: 'bottom',
    isNamed: true,
    width: 'minmax(88px, 104px)',
    cell: ({ lastSeenAt, online }) => (online ? 'Now' : <Time at={lastSeenAt} none="Never" />),
  },
  {
    id: 'registered',
    title: 'Registered',
    isWideOnly: true,
    width: 'minmax(88px, 104px)',
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

/** The value at a pointer, under the last part of the pointer. */
const valueColumn = (pointer: string, hasTexts: boolean): Column<Player> => ({
  id: `value ${pointer}`,
  title:
    pointer
      .slice(pointer.lastIndexOf('/') + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~') || pointer,
  isWideOnly: true,
  width: hasTexts ? 'minmax(72px, 2fr)' : 'minmax(48px, 0.6fr)',
  cell: ({ columns }) => <Value value={columns?.[pointer] ?? null} />,
});

const Value = ({ value }: { readonly value: string | number | boolean | null }) => {
  if (value === null) return <span className="muted">–</span>;
  return typeof value === 'string' ? (
    <DisplayName name={value} />
  ) : (
    <span className="numeric">{String(value)}</span>
  );
};

/** The numbers of declared values from which on there is no room for a column. The page of the player has all of them. */
const leftOutFrom: Readonly<Record<string, number>> = { size: 3, registered: 4 };

/** The columns of some players: with the name, and with the values that the service was told to show. */
export function columnsFor(players: readonly Player[]): readonly Column<Player>[] {
  const [first] = players;
  const pointers = Object.keys(first?.columns ?? {});
  return [
    ...(first?.name === undefined ? [] : [nameColumn]),
    idColumn,
    ...fixedColumns.filter(({ id }) => pointers.length < (leftOutFrom[id] ?? Infinity)),
    ...pointers.map((pointer) =>
      valueColumn(
        pointer,
        players.some(({ columns }) => typeof columns?.[pointer] === 'string'),
      ),
    ),
  ];
}

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
