// A sentence for each table and column of webhooks.
import type { Described } from './sentences.ts';

const webhookId = 'The endpoint.';
const eventId = 'The place of the event in the feed.';

export const webhookSentences: Readonly<Record<string, Described>> = {
  webhooks: {
    about:
      'The endpoints that events are sent to. The keys stand here as they are, since signing needs them. The lease says which process sends to an endpoint now; what a process writes under an earlier number is refused.',
    columns: {
      webhook_id: 'UUIDv7 of the endpoint.',
      url: 'Where events are sent to.',
      types: 'The types of events that are sent, with spaces between them.',
      is_ordered: 'Does an event wait for those of its player before it?',
      is_enabled: 'Are events sent?',
      created_at: 'When the endpoint was made.',
      secret: 'The secret of its signatures (HMAC), `whsec_…`.',
      signing_key: 'Its private ed25519 key, `whsk_…`; null for none.',
      former_secret: 'The secret before the last rotation; null for none.',
      former_signing_key: 'The ed25519 key before the last rotation; null for none.',
      former_until: 'Until when the former keys sign too.',
      disabled_at: 'Since when it is disabled; null while it is not.',
      disabled_reason: '`failures` or `gone` where the service disabled it; null otherwise.',
      failing_since: 'The first failure since the last delivery; null for none.',
      sent_after: 'The place in the feed up to which each event is delivered or has a row of its own.',
      range_after: 'The place up to which a range has been sent again; null for none.',
      range_until: 'The end of that range.',
      missed_events: 'Events that were let go of before they were delivered.',
      lease_holder: 'The process that sends to it; null for none.',
      lease_until: 'When the lease ends unless it is renewed.',
      lease_number: 'Grows with each change of the holder.',
    },
  },
  webhook_senders: {
    about: 'The processes that send webhooks. Each has its share of the endpoints.',
    columns: {
      holder: 'A random name of the process.',
      alive_at: 'Its last sign of life.',
    },
  },
  webhook_failures: {
    about:
      'Events that an endpoint has not taken: those that are tried again, those of an ordered endpoint that wait for one of their player, and those that were given up.',
    columns: {
      webhook_id: webhookId,
      event_id: eventId,
      sequential_id: 'The player of the event.',
      attempts: 'The attempts so far.',
      next_at: 'When the next attempt is due; null for an event that was given up.',
      failed_at: 'When the event failed first, or began to wait.',
    },
  },
  webhook_deliveries: {
    about: 'The log of attempts: the newest that failed at each endpoint, and the newest others.',
    columns: {
      delivery_id: 'UUIDv7 of the attempt.',
      webhook_id: webhookId,
      event_id: `${eventId.slice(0, -1)}; null for a test.`,
      sequential_id: 'The player of the event; null for a test.',
      sent_at: 'When the attempt was logged.',
      attempt: 'The number of the attempt, from 1 upward.',
      status: 'The status of the answer; null without one.',
      error: 'Why it is no delivery; null for a delivery.',
      milliseconds: 'The time that it took.',
      answer: 'The beginning of the answer; null without one, and after the erasure of the player.',
    },
  },
};
