// The kept versions of a player's metadata, newest first.
import { api, dataOf } from '../../api/client.ts';
import { Card, EmptyState, ResourceView } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { formatCount, Time } from '../../components/values.tsx';
import { useResource } from '../../hooks/use-resource.ts';
import type { PlayerTabProps } from './player-tab.ts';

export function HistoryTab({ player }: PlayerTabProps) {
  const { sequentialId, etag } = player;
  const versions = useResource(`history/${sequentialId} ${etag}`, (signal) =>
    dataOf(
      api.GET('/api/server/players/{sequentialId}/metadata/history', {
        params: { path: { sequentialId } },
        signal,
      }),
    ),
  );
  return (
    <ResourceView resource={versions}>
      {({ versions: rows }) => (
        <Card isFlush>
          <Table
            caption="Kept versions"
            columns={[
              { id: 'version', title: 'Version', cell: ({ version }) => version },
              { id: 'replaced', title: 'Replaced', cell: ({ replacedAt }) => <Time at={replacedAt} /> },
              { id: 'by', title: 'Written by', cell: ({ writtenBy }) => writtenBy },
              {
                id: 'size',
                title: 'Bytes',
                isNumeric: true,
                cell: ({ sizeBytes }) => formatCount(sizeBytes),
              },
            ]}
            rows={rows}
            rowKey={({ version }) => version}
            empty={<EmptyState title="No kept versions" />}
          />
        </Card>
      )}
    </ResourceView>
  );
}
