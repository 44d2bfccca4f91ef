// The Metadata tab of a player: loads the object, and shows it in the editor, or says that none is stored.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Card, EmptyState, QueryView, Skeleton } from '../../components/states.tsx';
import { useHasUnsavedChanges } from '../../hooks/unsaved-changes.ts';
import { useServiceState } from '../../hooks/use-service-state.ts';
import { preloadEditor } from './editor-parts.ts';
import { versionOf } from './history-entries.ts';
import { type Metadata, metadataQuery } from './metadata-api.ts';
import { MetadataEditor } from './metadata-editor.tsx';
import type { PlayerTabProps } from './player-tab.ts';

/** The bound of a service with default settings. */
const defaultMaxBytes = 1_048_576;

export function MetadataTab({ player, refetch }: PlayerTabProps) {
  const { sequentialId } = player;
  useEffect(preloadEditor, []);
  const client = useQueryClient();
  const metadata = useQuery(metadataQuery(sequentialId));
  const maxBytes = useMaxBytes();
  if (maxBytes === undefined) return <MetadataSkeleton />;
  return (
    <QueryView query={metadata} loading={<MetadataSkeleton />}>
      {(loaded) => (
        <Loaded
          sequentialId={sequentialId}
          loaded={loaded}
          newestVersion={versionOf(player.etag)}
          maxBytes={maxBytes}
          onStored={(next) => {
            client.setQueryData(metadataQuery(sequentialId).queryKey, next);
            refetch();
          }}
          onReload={() => void metadata.refetch()}
        />
      )}
    </QueryView>
  );
}

/** The editor with the rows above and below it. */
export const MetadataSkeleton = () => (
  <Card isFlush>
    <div className="editor-tools">
      <div className="page-actions-skeleton" />
    </div>
    <div className="editor-loading">
      <Skeleton lines={9} />
    </div>
    <div className="editor-status" />
  </Card>
);

/** `METADATA_MAX_BYTES`, as far as the key may see the settings. Undefined while they are loaded. */
function useMaxBytes(): number | undefined {
  const { state, isLoading } = useServiceState();
  const setting = state?.settings.find(({ name }) => name === 'METADATA_MAX_BYTES');
  const maxBytes = isLoading ? undefined : Number(setting?.value ?? defaultMaxBytes);
  // It stays known, so that the editor stays while another key signs in.
  const [known, setKnown] = useState(maxBytes);
  if (maxBytes !== undefined && !Object.is(maxBytes, known)) setKnown(maxBytes);
  return maxBytes ?? known;
}

interface LoadedProps {
  readonly sequentialId: number;
  readonly loaded: Metadata;
  /** The version that the player had when it was last read. */
  readonly newestVersion: number;
  readonly maxBytes: number;
  readonly onStored: (next: Metadata) => void;
  readonly onReload: () => void;
}

function Loaded({ sequentialId, loaded, newestVersion, maxBytes, onStored, onReload }: LoadedProps) {
  const [base, setBase] = useState(loaded);
  const [isStarted, setStarted] = useState(false);
  const [loads, setLoads] = useState(0);
  const isDirty = useHasUnsavedChanges();
  const mayWrite = useHasScope('players:write');
  const loadedVersion = versionOf(loaded.etag);
  const isLoadedNewer = loadedVersion > versionOf(base.etag);
  if (isLoadedNewer && !isDirty) {
    // A draft is never replaced: it keeps its base, and a notice tells of the newer state.
    setBase(loaded);
    setStarted(false);
    setLoads(loads + 1);
  }
  function store(next: Metadata) {
    setBase(next);
    setStarted(false);
    onStored(next);
  }
  if (!base.isStored && !isStarted) {
    return (
      <Card>
        <EmptyState
          title="No metadata is stored"
          action={mayWrite ? <Button onClick={() => setStarted(true)}>Add metadata</Button> : undefined}
        >
          The game has not saved anything for this player yet, or it was deleted. A deleted object is in the
          history.
        </EmptyState>
      </Card>
    );
  }
  return (
    <MetadataEditor
      key={loads}
      sequentialId={sequentialId}
      base={base}
      maxBytes={maxBytes}
      mayWrite={mayWrite}
      isStale={Math.max(newestVersion, loadedVersion) > versionOf(base.etag)}
      onReload={onReload}
      onBase={(next) => {
        setBase(next);
        // A draft goes on where the stored object was deleted meanwhile.
        setStarted(true);
      }}
      onStored={store}
    />
  );
}
