// The newest entries of the audit about a player, with a link to all.
import { api, dataOf } from '../../api/client.ts';
import type { components } from '../../api/schema.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, ResourceView, Skeleton } from '../../components/states.tsx';
import { Time } from '../../components/values.tsx';
import { useResource } from '../../hooks/use-resource.ts';
import { auditPath } from './paths.ts';
import type { Player } from './player-tab.ts';

type Entry = components['schemas']['AuditPage']['entries'][number];

const shownEntries = 6;

/** The actions as a person would say them. One that is unknown is shown by its name. */
const actionTexts: Readonly<Partial<Record<Entry['action'], string>>> = {
  'player.register': 'Registered the player',
  'player.export': 'Exported the data',
  'player.suspend': 'Suspended the player',
  'player.unsuspend': 'Lifted the suspension',
  'metadata.set': 'Replaced the metadata',
  'metadata.patch': 'Changed the metadata',
  'metadata.delete': 'Deleted the metadata',
  'metadata.restore': 'Restored an older version',
  'session.terminate': 'Terminated a session',
};

export function AuditCard({ player }: { readonly player: Player }) {
  const { sequentialId, etag, suspendedUntil, online } = player;
  const entries = useResource(
    // What a change of the player may have added to the audit loads it anew.
    `audit/${sequentialId} ${etag} ${suspendedUntil} ${online}`,
    (signal) =>
      dataOf(
        api.GET('/api/server/audit', { params: { query: { sequentialId, limit: shownEntries } }, signal }),
      ),
  );
  return (
    <Card
      title="Changes by the studio"
      actions={
        <ButtonLink to={auditPath(sequentialId)} size="small" variant="ghost">
          See in the audit
        </ButtonLink>
      }
    >
      <ResourceView resource={entries} loading={<Skeleton lines={3} />}>
        {({ entries: rows }) =>
          rows.length === 0 ? (
            <p className="muted">Nobody has changed anything about this player.</p>
          ) : (
            <ul className="player-audit">
              {rows.map((entry) => (
                <li key={entry.auditId}>
                  <span>{actionTexts[entry.action] ?? entry.action}</span>
                  <bdi className="muted player-audit-key">{entry.keyName}</bdi>
                  <span className="muted player-audit-time">
                    <Time at={entry.at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </ResourceView>
    </Card>
  );
}
