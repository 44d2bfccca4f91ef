// Has events sent to a webhook again.
import { api, dataOf } from '../../api/client.ts';
import type { components } from '../../api/schema.ts';
import { showToast } from '../../components/toast.tsx';
import { formatCount } from '../../components/value-texts.ts';
import type { Webhook } from './webhook-columns.tsx';

export type Redelivery = components['schemas']['RedeliverBody'];

/** Asks for it, and says how many they are. @throws ApiFailure */
export async function sendAgain({ webhookId, enabled }: Webhook, body: Redelivery): Promise<void> {
  const params = { path: { webhookId } };
  const { events } = await dataOf(api.POST('/api/server/webhooks/{webhookId}/redeliver', { params, body }));
  showToast(textOf(events, body.from !== undefined), {
    ...(!enabled && events > 0 && { description: 'As soon as the webhook is enabled.' }),
  });
}

function textOf(events: number, isRange: boolean): string {
  if (events === 0) return 'There is nothing to send again';
  // Other types are among the ids of a range.
  if (isRange) return `Up to ${formatCount(events)} ${events === 1 ? 'event is' : 'events are'} sent again`;
  return events === 1 ? 'One event is sent again' : `${formatCount(events)} events are sent again`;
}
