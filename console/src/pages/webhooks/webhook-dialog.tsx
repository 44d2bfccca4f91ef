// One webhook: its state, the attempts with their answers, and the actions on it. A dialog that asks something takes its place
// until it is answered.
import { useEffect, useRef, useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx';
import { showToast } from '../../components/toast.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { EditWebhookDialog } from './edit-webhook-dialog.tsx';
import { isGone, lookAgainIfGone } from './gone.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { SendAgainDialog } from './send-again-dialog.tsx';
import { useDeliveries } from './use-deliveries.ts';
import { type Asked, WebhookActions } from './webhook-actions.tsx';
import type { Webhook } from './webhook-columns.tsx';
import { WebhookFacts } from './webhook-facts.tsx';

export interface WebhookDialogProps {
  readonly webhook: Webhook;
  /** Runs when the webhook may be another one now, or be gone. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function WebhookDialog({ webhook, onChanged, onClose }: WebhookDialogProps) {
  const [failedAlone, setFailedAlone] = useState(false);
  const deliveries = useDeliveries(webhook.webhookId, failedAlone);
  const [asked, setAsked] = useState<Asked>();
  const [askedLast, setAskedLast] = useState<Asked>();
  const opener = useRef<HTMLButtonElement>(null);
  const [secret, setSecret] = useState<string>();
  const { error } = deliveries;
  useEffect(() => {
    if (isGone(error)) onChanged();
  }, [error, onChanged]);
  const changed = () => {
    onChanged();
    deliveries.refetch();
  };
  const ask = (next: Asked) => {
    setAsked(next);
    setAskedLast(next);
  };
  if (secret !== undefined)
    return <SecretDialog title="The keys are rotated" secret={secret} onClose={() => setSecret(undefined)} />;
  return (
    <>
      <Dialog
        isOpen={asked === undefined}
        onClose={onClose}
        title="Webhook"
        {...(askedLast && { initialFocus: opener })}
      >
        <div className="webhooks-detail">
          <bdi className="webhooks-whole-url mono">{webhook.url}</bdi>
          <WebhookFacts webhook={webhook} />
          <WebhookActions
            webhook={webhook}
            onChanged={changed}
            onAsk={ask}
            opener={{ asked: askedLast, ref: opener }}
          />
          <DeliveryLog
            webhook={webhook}
            list={deliveries}
            failedAlone={failedAlone}
            onFilter={setFailedAlone}
            onRefresh={changed}
            onSentAgain={onChanged}
          />
        </div>
      </Dialog>
      <AskedDialog
        asked={asked}
        webhook={webhook}
        onChanged={onChanged}
        onClose={() => setAsked(undefined)}
        onRotated={setSecret}
        onDeleted={onClose}
      />
    </>
  );
}

interface AskedDialogProps extends WebhookDialogProps {
  readonly asked: Asked | undefined;
  readonly onRotated: (secret: string) => void;
  readonly onDeleted: () => void;
}

function AskedDialog({ asked, onRotated, onDeleted, ...props }: AskedDialogProps) {
  const { webhook, onChanged, onClose } = props;
  const params = { path: { webhookId: webhook.webhookId } };
  if (asked === 'edit') return <EditWebhookDialog {...props} />;
  if (asked === 'again') return <SendAgainDialog {...props} />;
  return (
    <>
      <ConfirmDialog
        isOpen={asked === 'rotate'}
        onClose={onClose}
        title="Rotate the keys?"
        confirmLabel="Rotate keys"
        onConfirm={async () => {
          const rotating = dataOf(api.POST('/api/server/webhooks/{webhookId}/rotate', { params }));
          onRotated((await rotating.catch(lookAgainIfGone(onChanged))).secret);
          onChanged();
        }}
      >
        Requests are signed by new keys, and for 24 hours by the present ones too.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'delete'}
        onClose={onClose}
        title="Delete this webhook?"
        confirmLabel="Delete webhook"
        isDangerous
        typedText="delete"
        onConfirm={async () => {
          await dataOf(api.DELETE('/api/server/webhooks/{webhookId}', { params })).catch((error: unknown) => {
            if (!isGone(error)) throw error;
          });
          showToast('Webhook deleted');
          onDeleted();
          onChanged();
        }}
      >
        Nothing is sent to it any more, and its log is gone.
      </ConfirmDialog>
    </>
  );
}

/** The dialog in the place of a webhook that somebody else has deleted. */
export const GoneWebhookDialog = ({ onClose }: Pick<WebhookDialogProps, 'onClose'>) => (
  <Dialog
    isOpen
    onClose={onClose}
    title="This webhook is gone"
    description="Somebody has deleted it meanwhile. Nothing is sent to it any more."
    actions={
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    }
  />
);
