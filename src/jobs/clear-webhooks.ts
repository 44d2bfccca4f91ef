// Lets go of what webhooks have no use for any more: given up events that the feed does not have, and answers about players who were erased.
import type { EventGroup, EventStore } from '../store/ports/events.ts';
import type { WebhookStore } from '../store/ports/webhooks.ts';

/** The run of the job. */
export function createWebhookClearing(
  store: { readonly webhooks: Pick<WebhookStore, 'forget'>; readonly events: Pick<EventStore, 'page'> },
  groups: readonly EventGroup[],
): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    // Without events there are no webhooks.
    if (groups.length > 0) await store.webhooks.forget(await findOldest(store.events), signal);
  };
}

/** The oldest event of the feed; where it is empty, the next one. */
async function findOldest(events: Pick<EventStore, 'page'>): Promise<number> {
  const page = await events.page(0, { limit: 1 });
  if (page === 'ahead') return 0;
  if ('oldestEventId' in page) return page.oldestEventId;
  return page.events[0]?.eventId ?? 0;
}
