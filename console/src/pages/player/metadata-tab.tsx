// The Metadata tab of a player: loads the object, and shows it in the editor, or says that none is stored.
import { useEffect, useRef, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { Card, EmptyState, ResourceView, Skeleton } from '../../components/states.tsx';
import { useHasUnsavedChanges } from '../../hooks/unsaved-changes.ts';
import { useResource } from '../../hooks/use-resource.ts';
import { preloadEditor } from './editor-parts.ts';
import { versionOf } from './history-entries.ts';
import { loadMetadata, type Metadata } from './metadata-api.ts';
import { MetadataEditor } from './metadata-editor.tsx';
import type { PlayerTabProps } from './player-tab.ts';

/** The bound of a service with default settings. */
const defaultMaxBytes = 1_048_576;

export function MetadataTab({ player, refetch }: PlayerTabProps) {
  const { sequentialId } = player;
  useEffect(preloadEditor, []);
  const metadata = useResource(`metadata/${sequentialId}`, (signal) => loadMetadata(sequentialId, signal));
  const maxBytes = useMaxBytes();
  const loading = (
    <Card isFlush>
      <div className="editor-loading">
        <Skeleton lines={9} />
      </div>
    </Card>
  );
  if (maxBytes === undefined) return loading;
  return (
    <ResourceView resource={metadata} loading={loading}>
      {(loaded) => (
        <Loaded
          sequentialId={sequentialId}
          loaded={loaded}
          newestVersion={versionOf(player.etag)}
          maxBytes={maxBytes}
          onStored={refetch}
          onReload={metadata.refetch}
        />
      )}
    </ResourceView>
  );
}

/** `METADATA_MAX_BYTES`, as far as the key may see the settings. Undefined while they are loaded. */
function useMaxBytes(): number | undefined {
  const maySee = useHasScope('service:read');
  const service = useResource(maySee ? 'service' : undefined, (signal) =>
    dataOf(api.GET('/api/server/service', { signal })),
  );
  const setting = service.data?.settings.find(({ name }) => name === 'METADATA_MAX_BYTES');
  const isLoading = maySee && service.isLoading;
  const maxBytes = isLoading ? undefined : Number(setting?.value ?? defaultMaxBytes);
  // It stays known, so that the editor stays while another key signs in.
  const known = useRef(maxBytes);
  known.current = maxBytes ?? known.current;
  return known.current;
}

interface LoadedProps {
  readonly sequentialId: number;
  readonly loaded: Metadata;
  /** The version that the player had when it was last read. */
  readonly newestVersion: number;
  readonly maxBytes: number;
  readonly onStored: () => void;
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
    onStored();
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
