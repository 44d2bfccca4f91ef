// The actions on a webhook: some run at once, others after a question that another dialog asks.
import { type RefObject, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { FailureText } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import type { Webhook } from './webhook-columns.tsx';

/** The dialogs beside that of the webhook. */
export type Asked = 'edit' | 'again' | 'rotate' | 'delete';

export interface WebhookActionsProps {
  readonly webhook: Webhook;
  readonly onChanged: () => void;
  readonly onAsk: (asked: Asked) => void;
  /** The button of the dialog that was open last, which gets the focus. */
  readonly opener: { readonly asked: Asked | undefined; readonly ref: RefObject<HTMLButtonElement | null> };
}

export function WebhookActions({ webhook, onChanged, onAsk, opener }: WebhookActionsProps) {
  const [busy, setBusy] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const mayReadEvents = useHasScope('events:read');
  const params = { path: { webhookId: webhook.webhookId } };

  async function run(name: string, action: () => Promise<void>) {
    setBusy(name);
    setFailure(undefined);
    await action().catch(setFailure);
    setBusy(undefined);
    onChanged();
  }

  const test = () =>
    run('test', async () => {
      const { error } = await dataOf(api.POST('/api/server/webhooks/{webhookId}/test', { params }));
      showToast(error === null ? 'The test was delivered' : 'The test failed', {
        ...(error !== null && { tone: 'danger', description: error }),
      });
    });
  const toggle = () =>
    run('toggle', async () => {
      const body = { enabled: !webhook.enabled };
      await dataOf(api.PATCH('/api/server/webhooks/{webhookId}', { params, body }));
    });
  const asks = (asked: Asked) => ({
    onClick: () => onAsk(asked),
    ...(opener.asked === asked && { ref: opener.ref }),
  });
  return (
    <>
      <div className="webhooks-actions">
        <Button {...asks('edit')}>Edit…</Button>
        <Button isBusy={busy === 'test'} onClick={() => void test()}>
          Send a test
        </Button>
        {mayReadEvents && <Button {...asks('again')}>Send again…</Button>}
        <Button isBusy={busy === 'toggle'} onClick={() => void toggle()}>
          {webhook.enabled ? 'Disable' : 'Enable'}
        </Button>
        {mayReadEvents && <Button {...asks('rotate')}>Rotate keys…</Button>}
        <Button variant="danger" {...asks('delete')}>
          Delete…
        </Button>
      </div>
      {failure !== undefined && <FailureText error={failure} />}
    </>
  );
}
