// The dialog that changes a webhook. It sends what differs from the webhook as the form began, so a change that somebody else made to
// the rest meanwhile stays.
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { components } from '../../api/schema.ts';
import { showToast } from '../../components/toast.tsx';
import { lookAgainIfGone } from './gone.ts';
import type { Webhook } from './webhook-columns.tsx';
import { WebhookForm, type WebhookValues } from './webhook-form.tsx';

export interface EditWebhookDialogProps {
  readonly webhook: Webhook;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function EditWebhookDialog({ webhook, onChanged, onClose }: EditWebhookDialogProps) {
  const [before] = useState(webhook);
  return (
    <WebhookForm
      onClose={onClose}
      webhook={before}
      title="Edit the webhook"
      submitLabel="Save changes"
      onSubmit={async (values) => {
        const body = changeOf(before, values);
        if (Object.keys(body).length > 0) {
          const params = { path: { webhookId: before.webhookId } };
          await dataOf(api.PATCH('/api/server/webhooks/{webhookId}', { params, body })).catch(
            lookAgainIfGone(onChanged),
          );
          showToast('Webhook changed', { description: 'Every process goes by it within 10 seconds.' });
          onChanged();
        }
        onClose();
      }}
    />
  );
}

const changeOf = (
  before: Webhook,
  { url, types, ordered }: WebhookValues,
): components['schemas']['UpdateWebhookBody'] => ({
  ...(url !== before.url && { url }),
  ...(!isSame(types, before.types) && { types: [...types] }),
  ...(ordered !== before.ordered && { ordered }),
});

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each));
