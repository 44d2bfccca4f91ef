// The newest entries of the audit about a player, with a link to all.
import { api, dataOf } from '../../api/client.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, ResourceView, Skeleton } from '../../components/states.tsx';
import { Time } from '../../components/values.tsx';
import { useResource } from '../../hooks/use-resource.ts';
import { actionTitles } from '../audit/sentences.ts';
import { auditPath } from './paths.ts';
import type { Player } from './player-tab.ts';

const shownEntries = 6;

export function AuditCard({ player }: { readonly player: Player }) {
  const { sequentialId, etag, suspendedUntil, online } = player;
  const entries = useResource(
    // Another state of the player may have a new entry.
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
                  <span>{actionTitles[entry.action] ?? entry.action}</span>
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
