// The newest entries of the audit about a player, with a link to all.
import { useQuery } from '@tanstack/react-query';
import { shownMakerName } from '../../../../src/lib/key-name.ts';
import { api, dataOf } from '../../api/client.ts';
import { playerKey } from '../../api/queries.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, QueryView, Skeleton } from '../../components/states.tsx';
import { Time } from '../../components/values.tsx';
import { actionTitles } from '../audit/sentences.ts';
import { auditPath } from './paths.ts';
import type { Player } from './player-tab.ts';

const shownEntries = 6;

export function AuditCard({ player }: { readonly player: Player }) {
  const { sequentialId, etag, suspendedUntil, online } = player;
  const entries = useQuery({
    // Another state of the player may have a new entry.
    queryKey: playerKey(sequentialId, 'audit', etag, suspendedUntil, online),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/server/audit', { params: { query: { sequentialId, limit: shownEntries } }, signal }),
      ),
  });
  return (
    <Card
      title="Changes by the studio"
      actions={
        <ButtonLink to={auditPath(sequentialId)} size="small" variant="ghost">
          See in the audit
        </ButtonLink>
      }
    >
      <QueryView query={entries} loading={<Skeleton lines={3} />}>
        {({ entries: rows }) =>
          rows.length === 0 ? (
            <p className="muted">
              No server key has changed anything about this player. The player’s own saves are under History.
            </p>
          ) : (
            <ul className="player-audit">
              {rows.map((entry) => (
                <li key={entry.auditId}>
                  <span>{actionTitles[entry.action] ?? entry.action}</span>
                  <bdi className="muted player-audit-key">{shownMakerName(entry)}</bdi>
                  <span className="muted player-audit-time">
                    <Time at={entry.at} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Card>
  );
}
