// Webhooks: the endpoints that events are sent to, with their states. A click opens one.
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { webhooksQuery } from '../../api/queries.ts';
import { useHasScope, useIdentity } from '../../api/session.ts';
import { Button } from '../../components/button.tsx';
import { restoreFocus } from '../../components/focus.ts';
import { WebhooksIcon } from '../../components/icons.tsx';
import { EmptyState, ListSkeleton, QueryView } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { Page } from '../../shell/page.tsx';
import { heads } from '../../shell/page-heads.ts';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { webhookColumns } from './webhook-columns.tsx';
import { GoneWebhookDialog, WebhookDialog } from './webhook-dialog.tsx';

/** Without events there is no list to ask for. */
export const WebhooksPage = () => (useIdentity().tellsEvents ? <Webhooks /> : <NoEvents />);

function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  const { refetch } = webhooks;
  const read = useCallback(() => void refetch(), [refetch]);
  const [isCreating, setCreating] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const mayReadEvents = useHasScope('events:read');
  const list = webhooks.data?.webhooks ?? [];
  const opened = list.find(({ webhookId }) => webhookId === openId);
  const open = (webhookId: string) => {
    setOpenId(webhookId);
    // The list may be old.
    read();
  };
  const close = () => {
    setOpenId(undefined);
    restoreFocus();
  };
  const closeForm = () => {
    setCreating(false);
    // The one whose creation had no answer may be there.
    read();
  };
  const create = mayReadEvents && (
    <Button variant="primary" onClick={() => setCreating(true)}>
      Create webhook
    </Button>
  );
  return (
    <Page {...heads.webhooks} actions={create}>
      <div className="card">
        <QueryView query={webhooks} loading={<ListSkeleton />}>
          {() =>
            list.length === 0 ? (
              <EmptyState title="There is no webhook yet" icon={<WebhooksIcon />} action={create}>
                A program of the studio gets each event by a signed request.
              </EmptyState>
            ) : (
              <div className="card-flush">
                <Table
                  caption="Webhooks"
                  columns={webhookColumns({ onOpen: open })}
                  rows={list}
                  rowKey={({ webhookId }) => webhookId}
                />
              </div>
            )
          }
        </QueryView>
      </div>
      {opened && <WebhookDialog webhook={opened} onChanged={read} onClose={close} />}
      {openId !== undefined && webhooks.data && !opened && <GoneWebhookDialog onClose={close} />}
      {isCreating && <CreateWebhookDialog onClose={closeForm} onCreated={read} />}
    </Page>
  );
}

const NoEvents = () => (
  <Page {...heads.webhooks}>
    <div className="card">
      <EmptyState title="No events are told" icon={<WebhooksIcon />}>
        Webhooks send events, and this service tells none. Set <code>EVENTS</code>, for instance to{' '}
        <code>players,sessions,metadata</code>, and start the service again.
      </EmptyState>
    </div>
  </Page>
);
