// The dialog that creates a webhook, and then shows its secret, this once.
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';

export interface CreateWebhookDialogProps {
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

export function CreateWebhookDialog({ onClose, onCreated }: CreateWebhookDialogProps) {
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined)
    return <SecretDialog title="The webhook is created" secret={secret} onClose={onClose} />;
  return (
    <WebhookForm
      onClose={onClose}
      title="Create a webhook"
      submitLabel="Create webhook"
      onSubmit={async ({ types, ...values }) => {
        const body = { ...values, types: [...types] };
        setSecret((await dataOf(api.POST('/api/server/webhooks', { body }))).secret);
        onCreated();
      }}
      adviceFor={(failure) => failure instanceof ApiFailure && failure.isTemporary && <LostAnswer />}
    />
  );
}

const LostAnswer = () => (
  <p className="field-hint">
    The webhook may have been created all the same. Look for its URL in the list: if it is there, rotate its
    keys, since nobody has its secret.
  </p>
);
