// The overview of a player: the account, the session of now, suspension, the data with export and erasure, and the newest entries of
// the audit. A card is shown where the key may use it.
import { useQuery } from '@tanstack/react-query';
import { playerKey } from '../../api/queries.ts';
import { useHasScope } from '../../api/session.ts';
import { ButtonLink } from '../../components/button.tsx';
import { WarningIcon } from '../../components/icons.tsx';
import { Block, Card, Facts } from '../../components/states.tsx';
import { formatBytes } from '../../components/value-texts.ts';
import { Bytes, CopyableText, Time } from '../../components/values.tsx';
import { ActiveSessionCard } from './active-session-card.tsx';
import { AuditCard } from './audit-card.tsx';
import { DataCard } from './data-card.tsx';
import { historyEntries, openLoss } from './history-entries.ts';
import { loadVersions } from './metadata-api.ts';
import type { Player, PlayerTabProps } from './player-tab.ts';
import { SuspensionCard } from './suspension-card.tsx';

export function OverviewTab({
  player,
  refetch,
  erase,
}: PlayerTabProps & { readonly erase: () => Promise<void> }) {
  const mayReadSessions = useHasScope('sessions:read');
  const mayReadAudit = useHasScope('audit:read');
  return (
    <div className="stack">
      <LossWarning player={player} />
      <div className="player-overview">
        <div className="player-column">
          <AccountCard player={player} />
          {mayReadAudit && <AuditCard player={player} />}
        </div>
        <div className="player-column">
          {mayReadSessions && <ActiveSessionCard player={player} refetch={refetch} />}
          <SuspensionCard player={player} refetch={refetch} />
          <DataCard player={player} erase={erase} />
        </div>
      </div>
    </div>
  );
}

export const OverviewSkeleton = () => (
  <div className="stack">
    <div className="player-overview">
      <div className="player-column">
        <Block heights={[270, 290]} />
        <Block heights={[240, 240]} />
      </div>
      <div className="player-column">
        <Block heights={[120, 120]} />
        <Block heights={[150, 170]} />
        <Block heights={[200, 220]} />
      </div>
    </div>
  </div>
);

/** A save that seems lost, which the history can bring back. */
function LossWarning({ player }: { readonly player: Player }) {
  const { sequentialId, etag } = player;
  const { data: loss } = useQuery({
    queryKey: playerKey(sequentialId, 'loss', etag),
    queryFn: async ({ signal }) => ({
      ...openLoss(historyEntries(player, await loadVersions(sequentialId, signal), undefined)),
    }),
  });
  if (!loss?.before || !loss.after) return null;
  return (
    <section className="loss" aria-label="A save may be lost">
      <WarningIcon />
      <div className="loss-text">
        <p>
          <strong>
            A save may be lost: {formatBytes(loss.before.sizeBytes)} became{' '}
            {formatBytes(loss.after.sizeBytes)}.
          </strong>
        </p>
      </div>
      <ButtonLink to="/history">See the history</ButtonLink>
    </section>
  );
}

const AccountCard = ({ player }: { readonly player: Player }) => (
  <Card title="Account">
    <Facts
      facts={[
        {
          label: 'Player id',
          value: <CopyableText text={player.playerId} name="player id" />,
        },
        {
          label: 'Number',
          value: <CopyableText text={String(player.sequentialId)} name="number" />,
        },
        { label: 'Registered', value: <Instant at={player.registeredAt} /> },
        {
          label: 'Last seen',
          value: player.online ? (
            'Now, with an active session'
          ) : (
            <Instant at={player.lastSeenAt} none="Never: no session yet" />
          ),
        },
        {
          label: 'Metadata',
          value: player.metadataBytes === 0 ? 'None stored' : <Bytes bytes={player.metadataBytes} isExact />,
        },
      ]}
    />
  </Card>
);

/** The date and time with the distance from now beside it. */
function Instant({ at, none }: { readonly at: string | null; readonly none?: string }) {
  if (at === null) return <span className="muted">{none ?? '–'}</span>;
  return (
    <span className="player-instant">
      <Time at={at} form="absolute" />
      <span className="muted numeric">
        <Time at={at} form="distance" />
      </span>
    </span>
  );
}
