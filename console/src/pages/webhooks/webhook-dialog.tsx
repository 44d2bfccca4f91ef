// One webhook: its state, the last attempts with the answers, and what can be done about it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import { deliveriesQuery } from '../../api/queries.ts';
import { useHasScope } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx';
import { EmptyState, Facts, FailureText, QueryView } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import { formatCount } from '../../components/value-texts.ts';
import { CopyableText, Time } from '../../components/values.tsx';
import { SecretDialog } from './create-webhook-dialog.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { StateBadge, type Webhook } from './webhook-columns.tsx';

export interface WebhookDialogProps {
  readonly webhook: Webhook;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

type Asked = 'rotate' | 'delete';

export function WebhookDialog({ webhook, onChanged, onClose }: WebhookDialogProps) {
  const { webhookId } = webhook;
  const deliveries = useQuery(deliveriesQuery(webhookId));
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<string>();
  const changed = () => {
    onChanged();
    void deliveries.refetch();
  };
  if (secret !== undefined)
    return <SecretDialog title="The keys are rotated" secret={secret} onClose={() => setSecret(undefined)} />;
  return (
    <>
      <Dialog isOpen={asked === undefined} onClose={onClose} title="Webhook">
        <div className="webhooks-detail">
          <bdi className="webhooks-whole-url mono">{webhook.url}</bdi>
          <Facts facts={factsOf(webhook)} />
          <Actions webhook={webhook} onChanged={changed} onAsk={setAsked} />
          <h3 className="card-title">Last attempts</h3>
          <QueryView query={deliveries}>
            {({ deliveries: list }) =>
              list.length === 0 ? (
                <EmptyState title="Nothing was sent yet" />
              ) : (
                <DeliveryList deliveries={list} />
              )
            }
          </QueryView>
        </div>
      </Dialog>
      <ConfirmDialog
        isOpen={asked === 'rotate'}
        onClose={() => setAsked(undefined)}
        title="Rotate the keys?"
        confirmLabel="Rotate keys"
        onConfirm={async () => {
          const params = { path: { webhookId } };
          setSecret((await dataOf(api.POST('/api/server/webhooks/{webhookId}/rotate', { params }))).secret);
          onChanged();
        }}
      >
        Requests are signed by new keys, and for 24 hours by the present ones too.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'delete'}
        onClose={() => setAsked(undefined)}
        title="Delete this webhook?"
        confirmLabel="Delete webhook"
        isDangerous
        typedText="delete"
        onConfirm={async () => {
          await dataOf(api.DELETE('/api/server/webhooks/{webhookId}', { params: { path: { webhookId } } }));
          showToast('Webhook deleted');
          onClose();
          onChanged();
        }}
      >
        Nothing is sent to it any more, and its log is gone.
      </ConfirmDialog>
    </>
  );
}

const factsOf = (webhook: Webhook) => [
  { label: 'State', value: <StateBadge state={webhook.state} /> },
  { label: 'Events', value: webhook.types.join(', ') },
  { label: 'Order of each player', value: webhook.ordered ? 'kept' : 'not kept' },
  ...(webhook.failingSince === null
    ? []
    : [{ label: 'Fails since', value: <Time at={webhook.failingSince} /> }]),
  ...(webhook.disabledAt === null
    ? []
    : [{ label: 'Disabled', value: <Disabled at={webhook.disabledAt} reason={webhook.disabledReason} /> }]),
  { label: 'Waiting', value: formatCount(webhook.pendingEvents) },
  { label: 'Given up', value: formatCount(webhook.failedEvents) },
  { label: 'Missed', value: formatCount(webhook.missedEvents) },
  ...(webhook.publicKey === null
    ? []
    : [{ label: 'Public key', value: <CopyableText text={webhook.publicKey} name="public key" isMono /> }]),
];

const Disabled = ({ at, reason }: { readonly at: string; readonly reason: Webhook['disabledReason'] }) => (
  <>
    <Time at={at} />
    {reason === 'failures' && ', after five days of failure alone'}
    {reason === 'gone' && ', since it answered 410'}
  </>
);

interface ActionsProps {
  readonly webhook: Webhook;
  readonly onChanged: () => void;
  readonly onAsk: (asked: Asked) => void;
}

function Actions({ webhook, onChanged, onAsk }: ActionsProps) {
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
  const redeliver = () =>
    run('redeliver', async () => {
      const body = { failedSince: new Date(0).toISOString() };
      const { events } = await dataOf(
        api.POST('/api/server/webhooks/{webhookId}/redeliver', { params, body }),
      );
      showToast(`${formatCount(events)} events are sent again`);
    });
  const toggle = () =>
    run('toggle', async () => {
      const body = { enabled: !webhook.enabled };
      await dataOf(api.PATCH('/api/server/webhooks/{webhookId}', { params, body }));
    });
  return (
    <>
      <div className="webhooks-actions">
        <Button isBusy={busy === 'test'} onClick={() => void test()}>
          Send a test
        </Button>
        {mayReadEvents && (
          <Button isBusy={busy === 'redeliver'} onClick={() => void redeliver()}>
            Send again what failed
          </Button>
        )}
        <Button isBusy={busy === 'toggle'} onClick={() => void toggle()}>
          {webhook.enabled ? 'Disable' : 'Enable'}
        </Button>
        {mayReadEvents && <Button onClick={() => onAsk('rotate')}>Rotate keys…</Button>}
        <Button variant="danger" onClick={() => onAsk('delete')}>
          Delete…
        </Button>
      </div>
      {failure !== undefined && <FailureText error={failure} />}
    </>
  );
}
