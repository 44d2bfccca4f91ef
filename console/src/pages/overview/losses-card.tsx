// The newest saves that may be lost. The card is there only while some are to be looked at.
import { useQuery } from '@tanstack/react-query';
import { polled } from '../../api/query-client.ts';
import { useHasScope } from '../../api/session.ts';
import { ButtonLink } from '../../components/button.tsx';
import { PlayerLink } from '../../components/player-link.tsx';
import { Card } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { Time } from '../../components/values.tsx';
import { GameVersion, HowMuch } from '../losses/loss-values.tsx';
import { countByVersion, type Loss, listLosses, lossId, type VersionLosses } from '../losses/losses-api.ts';

const shownLosses = 5;
const shownVersions = 3;
const pollSeconds = 60;

export function useOpenLosses() {
  const mayRead = useHasScope('players:read');
  return useQuery({
    queryKey: ['losses', 'overview'],
    queryFn: async ({ signal }) => {
      const filter = { gameVersion: '', withRestored: false };
      const [{ rows }, versions] = await Promise.all([
        listLosses(filter, undefined, signal, shownLosses),
        countByVersion(signal),
      ]);
      return { rows, versions: versions.filter(({ open }) => open > 0) };
    },
    enabled: mayRead,
    ...polled(pollSeconds),
  });
}

export function LossesCard() {
  const mayRead = useHasScope('players:read');
  const { data } = useOpenLosses();
  if (!mayRead || data === undefined || data.rows.length === 0) return null;
  const open = data.versions.reduce((sum, version) => sum + version.open, 0);
  return (
    <Card
      isFlush
      title="Saves that may be lost"
      actions={<ButtonLink to="/losses" size="small">{`Look at all ${formatCount(open)}`}</ButtonLink>}
    >
      <Table
        caption="Saves that may be lost, newest first"
        columns={columns}
        rows={data.rows}
        rowKey={lossId}
      />
      <Versions versions={data.versions} />
    </Card>
  );
}

const columns: readonly Column<Loss>[] = [
  {
    ...{ id: 'player', title: 'Player', width: 'minmax(140px, 1.6fr)' },
    cell: ({ playerId, sequentialId }) => <PlayerLink playerId={playerId} sequentialId={sequentialId} />,
  },
  { id: 'loss', title: 'Lost', width: 'minmax(170px, 1.3fr)', cell: (loss) => <HowMuch loss={loss} /> },
  {
    ...{ id: 'version', title: 'Game', width: 'minmax(64px, 0.8fr)' },
    cell: (loss) => <GameVersion loss={loss} />,
  },
  {
    ...{ id: 'time', title: 'Saved', place: 'top', width: 'minmax(118px, 0.8fr)' },
    cell: ({ lostAt }) => <Time at={lostAt} form="absolute" />,
  },
];

/** The versions of the game with most losses, each with a way to all of them. */
function Versions({ versions }: { readonly versions: readonly VersionLosses[] }) {
  const known = versions.filter(({ gameVersion }) => gameVersion !== null).slice(0, shownVersions);
  if (known.length === 0) return null;
  return (
    <p className="card-note losses-versions">
      <span>By version:</span>
      {known.map((version) => (
        <span key={version.gameVersion}>
          <GameVersion loss={version} /> <span className="muted numeric">{formatCount(version.open)}</span>
        </span>
      ))}
    </p>
  );
}
