// The step before a restore: what it would change now. The restore is conditional on the state that was compared, so it undoes
// nobody's newer save unseen.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../api/failure.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { FailureText, QueryView, Skeleton } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { Time } from '../../components/values.tsx';
import { useServiceState } from '../../hooks/use-service-state.ts';
import { DocumentDiff } from './document-diff.tsx';
import { textOf, useEntryText } from './history-compare.tsx';
import type { HistoryEntry } from './history-entries.ts';
import { type Metadata, metadataQuery, type Player, restoreVersion } from './metadata-api.ts';
import { StepPanel } from './step-panel.tsx';

export interface HistoryRestoreProps {
  readonly player: Player;
  readonly entry: HistoryEntry;
  readonly onBack: () => void;
  readonly onRestored: () => void;
  /** The history on the page is older than the metadata. */
  readonly onStale: () => void;
}

/** False if the setting `METADATA_RULES` is known to be empty. */
function useMayHaveRules(): boolean {
  return useServiceState().state?.settings.find(({ name }) => name === 'METADATA_RULES')?.value !== null;
}

export function HistoryRestore({ player, entry, onBack, onRestored, onStale }: HistoryRestoreProps) {
  const { sequentialId } = player;
  const current = useQuery(metadataQuery(sequentialId));
  const restored = useEntryText(sequentialId, entry);
  const mayHaveRules = useMayHaveRules();
  const [keepProtected, setKeepProtected] = useState(false);
  const { restore, renewKey, isBusy, failure, hasChanged } = useRestore({
    run: (base, idempotencyKey) =>
      restoreVersion({ sequentialId, base, idempotencyKey }, entry.version, keepProtected),
    onRestored: () => {
      showToast(`Version ${formatCount(entry.version)} restored`, {
        description: 'The state that it replaced is in the history.',
      });
      onRestored();
    },
    onStale: () => {
      void current.refetch();
      onStale();
    },
  });

  const base = current.data;
  const isReady = base !== undefined && restored.data !== undefined && !current.isFetching;
  return (
    <StepPanel
      title={`Restore version ${formatCount(entry.version)}`}
      actions={
        <>
          <Button onClick={onBack}>Back to the history</Button>
          <Button
            variant="primary"
            isBusy={isBusy}
            disabled={!isReady}
            onClick={() => base && void restore(base)}
          >
            {failure === undefined ? 'Restore' : 'Restore again'}
          </Button>
        </>
      }
    >
      {hasChanged && (
        <p className="step-note" role="alert">
          The metadata has changed since you opened this page. The comparison below is with the new state.
          Look at it and restore again.
        </p>
      )}
      {failure !== undefined && <FailureText error={failure} />}
      <p>
        It was current until <Time at={entry.until} form="absolute" />. The state that it replaces now is kept
        in the history, so a restore can be undone.
      </p>
      {mayHaveRules && (
        <Checkbox
          label="Keep the fields that only servers may write"
          hint="The setting METADATA_RULES names them, such as a wallet. They stay as they are now. The comparison below does not show that."
          isChecked={keepProtected}
          onChange={(next) => {
            setKeepProtected(next);
            renewKey();
          }}
        />
      )}
      <QueryView query={current} loading={<Skeleton height={320} />}>
        {(now) => (
          <QueryView query={restored} loading={<Skeleton height={320} />}>
            {(text) => (
              <DocumentDiff
                before={now.isStored ? now.text : undefined}
                after={textOf(entry, text)}
                beforeLabel="Now"
                afterLabel={`Version ${formatCount(entry.version)}`}
              />
            )}
          </QueryView>
        )}
      </QueryView>
    </StepPanel>
  );
}

interface RestoreSteps {
  readonly run: (base: Metadata, idempotencyKey: string) => Promise<void>;
  readonly onRestored: () => void;
  /** The metadata is not `base` any more. */
  readonly onStale: () => void;
}

/** The state of the restore. Another attempt has the key of the one before unless that was refused. */
function useRestore({ run, onRestored, onStale }: RestoreSteps) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [hasChanged, setChanged] = useState(false);
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const renewKey = () => setIdempotencyKey(newIdempotencyKey());

  async function restore(base: Metadata) {
    setBusy(true);
    setFailure(undefined);
    setChanged(false);
    try {
      await run(base, idempotencyKey);
      onRestored();
    } catch (error) {
      setBusy(false);
      // A refusal belongs to its key. A lost answer is asked for again with the same one.
      if (error instanceof ApiFailure && !error.isTemporary) renewKey();
      if (error instanceof ApiFailure && error.status === 412) {
        setChanged(true);
        onStale();
      } else setFailure(error);
    }
  }
  return { restore, renewKey, isBusy, failure, hasChanged };
}
