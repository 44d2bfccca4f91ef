// The step before saving: what changes, then the save itself. A save that got no answer is sent again under the same idempotency
// key, so that it happens once.
import { useState } from 'react';
import { ApiFailure } from '../../api/failure.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { Button } from '../../components/button.tsx';
import { FailureText } from '../../components/states.tsx';
import { DocumentDiff } from './document-diff.tsx';
import { currentOf, type Metadata, saveMetadata } from './metadata-api.ts';
import { StepPanel } from './step-panel.tsx';

export interface MetadataReviewProps {
  readonly sequentialId: number;
  readonly base: Metadata;
  /** The exact text that is saved. */
  readonly text: string;
  readonly onBack: () => void;
  readonly onSaved: (stored: Metadata) => void;
  readonly onConflict: (theirs: Metadata) => void;
}

export function MetadataReview(props: MetadataReviewProps) {
  const { sequentialId, base, text, onBack, onSaved, onConflict } = props;
  // One key for this text on this base: another text comes with another review.
  const [idempotencyKey] = useState(newIdempotencyKey);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  async function save() {
    setBusy(true);
    setFailure(undefined);
    try {
      onSaved(await saveMetadata({ sequentialId, base, idempotencyKey }, text));
    } catch (error) {
      const theirs = await currentOf(error, sequentialId).catch(() => undefined);
      if (theirs) return onConflict(theirs);
      setFailure(error);
      setBusy(false);
    }
  }

  const isSignedOut = failure instanceof ApiFailure && failure.status === 401;
  const isUnknown = failure instanceof ApiFailure && failure.isTemporary;
  return (
    <StepPanel
      title={base.isStored ? 'Review the changes' : 'Review the new metadata'}
      actions={
        <>
          <Button onClick={onBack}>Back to editing</Button>
          <Button variant="primary" isBusy={isBusy} onClick={() => void save()}>
            {failure === undefined ? 'Save' : 'Save again'}
          </Button>
        </>
      }
    >
      {failure !== undefined && <FailureText error={failure} />}
      {isSignedOut && <p>Nothing was saved. Sign in, then save again.</p>}
      {isUnknown && (
        <p>
          The save may have arrived or not. Save again: the service makes it once, however often it is sent.
        </p>
      )}
      <DocumentDiff
        before={base.isStored ? base.text : undefined}
        after={text}
        beforeLabel="Stored now"
        afterLabel="Your text"
      />
    </StepPanel>
  );
}
