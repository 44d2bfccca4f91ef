// The metadata of a player as text, with every digit as it is stored.
import { requestText } from '../../api/client.ts';
import { Card, EmptyState, ResourceView } from '../../components/states.tsx';
import { useResource } from '../../hooks/use-resource.ts';
import { formatJson } from '../../json/format.ts';
import { memberSource } from '../../json/member.ts';
import type { PlayerTabProps } from './player-tab.ts';

export function MetadataTab({ player }: PlayerTabProps) {
  const path = `/api/server/players/${player.sequentialId}/metadata`;
  const metadata = useResource(`${path} ${player.etag}`, (signal) => requestText(path, { signal }));
  return (
    <ResourceView resource={metadata}>
      {({ text }) => {
        const source = memberSource(text, ['data', 'metadata']) ?? '{}';
        if (player.metadataBytes === 0)
          return <EmptyState title="No metadata">Nothing is stored for this player.</EmptyState>;
        return (
          <Card title="Metadata">
            <pre className="session-context-text">{formatJson(source)}</pre>
          </Card>
        );
      }}
    </ResourceView>
  );
}
