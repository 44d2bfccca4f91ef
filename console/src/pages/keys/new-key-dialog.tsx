// The dialog that shows the text of a new key, this once.
import type { components } from '../../api/schema.ts';
import { OneTimeDialog } from '../../components/one-time-dialog.tsx';
import { Time } from '../../components/values.tsx';

export interface NewKeyDialogProps {
  readonly created: components['schemas']['CreatedServerKey'];
  readonly onClose: () => void;
}

export const NewKeyDialog = ({ created, onClose }: NewKeyDialogProps) => (
  <OneTimeDialog
    onClose={onClose}
    title="The key is created"
    description={
      <>
        Give this text to the program or person that uses <bdi className="keys-name">{created.name}</bdi>.
      </>
    }
    label="Text of the key"
    text={created.key}
    name="key"
    note={
      created.expiryCut && (
        <p className="field-hint">
          Your own key ends sooner than the time that you chose, and this one ends with it:{' '}
          <Time at={created.expiresAt} form="absolute" />.
        </p>
      )
    }
  >
    The service keeps only a digest of it. If it is lost, revoke the key and create another one.
  </OneTimeDialog>
);
