// The shapes of webhooks on the wire. named-shapes.ts names them for the OpenAPI document.
import { z } from 'zod';
import { quoted } from '../lib/quoted.ts';
import {
  WEBHOOK_ANSWER_MAX_BYTES,
  WEBHOOK_REDELIVER_MAX_EVENTS,
  WEBHOOK_URL_MAX_CHARACTERS,
} from '../limits.ts';
import { eventTypes } from '../store/ports/events.ts';
import { disablingReasons, webhookStates } from '../store/ports/webhooks.ts';
import { time, timestamp } from './values.ts';

const url = z
  .string({ error: 'url must be a string' })
  .meta({ maxLength: WEBHOOK_URL_MAX_CHARACTERS })
  .describe(
    'Where events are sent to: `https`, without a user, a password or a fragment, and of the public Internet.',
  );
const noList = { error: 'types must be an array of at least one type of events' };
const types = z
  .array(z.enum(eventTypes, { error: ({ input }) => noType(input) }).describe('A type of events.'), noList)
  .min(1, noList)
  .superRefine((list, { addIssue }) => {
    const second = list.find((each, at) => list.indexOf(each) !== at);
    if (second !== undefined) addIssue(`types has ${second} twice`);
  })
  .describe(
    'The types of events that are sent, each at most once. Those of groups that `EVENTS` leaves out never come.',
  );
const noType = (input: unknown): string => {
  const text = typeof input === 'symbol' ? input.description : input;
  return `${quoted(String(text))} is no type of events; types are ${eventTypes.join(', ')}`;
};
const flag = (name: string) => z.boolean({ error: `${name} must be true or false` });
const ordered = flag('ordered').describe(
  'Whether an event waits for the ones of its player before it. Otherwise others go past one that fails. False unless given.',
);
const enabled = flag('enabled').describe(
  'Whether events are sent. While they are not, they stay in the feed. True unless given.',
);
const hasKeyPair = flag('ed25519').describe(
  'Whether an ed25519 key signs beside the secret (`v1a`), so that receivers need the public half alone. False unless given.',
);
const eventId = z.string({ error: 'an event id must be a string' }).describe('The `eventId` of an event.');

export const webhook = z.strictObject({
  webhookId: z.uuid().describe('Names the endpoint, a UUIDv7.'),
  ...{ url, types, ordered, enabled },
  createdAt: timestamp('Time of the creation'),
  state: z
    .enum(webhookStates)
    .describe('`failing` after an attempt that failed, until a delivery; `disabled` while no event is sent.'),
  publicKey: z
    .string()
    .nullable()
    .describe('The public half of its ed25519 key (`whpk_…`); null for an endpoint without one.'),
  formerKeysUntil: timestamp('Time until which the keys of before the last rotation sign too')
    .nullable()
    .describe('Time until which the keys of before the last rotation sign too; null for none.'),
  failingSince: timestamp('Time of the first failure since the last delivery')
    .nullable()
    .describe('Time of the first failure since the last delivery; null for none.'),
  disabledAt: timestamp('Time since which it is disabled')
    .nullable()
    .describe('Time since which it is disabled; null while it is not.'),
  disabledReason: z
    .enum(disablingReasons)
    .nullable()
    .describe(
      '`failures` after five days of failure alone, of different players, `gone` after an answer 410; null where a caller disabled it.',
    ),
  lastEventId: eventId
    .nullable()
    .describe('Up to which `eventId` events were taken from the feed; null before the first.'),
  redeliveringTo: eventId
    .nullable()
    .describe('The last `eventId` of a range that is being sent again; null for none.'),
  pendingEvents: z
    .int()
    .min(0)
    .describe('Events that failed and are tried again, or wait for one of their player.'),
  failedEvents: z
    .int()
    .min(0)
    .describe('Events that were given up after their last attempt, and can be sent again.'),
  missedEvents: z
    .int()
    .min(0)
    .describe(
      'Events that were not delivered before the feed, or the bound on failures, let go of them. Of those that were never read, every ' +
        'type counts.',
    ),
});

const secret = z.string().describe('The secret of HMAC, `whsec_…`, which is shown this once.');
export const createdWebhook = z.strictObject({ ...webhook.shape, secret });
export const webhookList = z.strictObject({ webhooks: z.array(webhook).describe('Oldest first.') });
export const webhookDeleted = z.strictObject({ deleted: z.literal(true) });

export const createWebhookBody = z.strictObject({
  ...{ url, types },
  ordered: ordered.optional(),
  enabled: enabled.optional(),
  ed25519: hasKeyPair.optional(),
});

export const updateWebhookBody = z.strictObject({
  url: url.optional(),
  types: types.optional(),
  ordered: ordered.optional(),
  enabled: enabled.optional(),
});

export const rotateWebhookBody = z.strictObject({
  ed25519: hasKeyPair
    .optional()
    .describe('Whether an ed25519 key signs from now on. Unless given, as before.'),
});

export const webhookDelivery = z.strictObject({
  deliveryId: z.uuid().describe('Names the attempt, a UUIDv7.'),
  eventId: eventId.nullable().describe('The event; null for a test.'),
  at: timestamp('Time at which the attempt was logged'),
  attempt: z.int().min(1).describe('From 1 upward, for each event.'),
  status: z.int().nullable().describe('The status of the answer; null where none came in time.'),
  error: z.string().nullable().describe('Why it is no delivery, for people; null for a delivery.'),
  milliseconds: z.int().min(0).describe('The time that it took.'),
  answer: z
    .string()
    .nullable()
    .describe(
      `The first ${WEBHOOK_ANSWER_MAX_BYTES / 1024} KiB of the answer, of a delivery the first KiB; null for none, for an event of a ` +
        'player who was erased, and to keys without `events:read`, but for a test. It is the text of a stranger: show it as text alone.',
    ),
});

export const webhookDeliveries = z.strictObject({
  deliveries: z.array(webhookDelivery).describe('Newest first.'),
  lastDeliveryId: z.uuid().nullable().describe('Where to go on (`after`); null at the end.'),
});

export const redeliverBody = z.strictObject({
  eventIds: z
    .array(eventId, { error: 'eventIds must be an array of event ids' })
    .min(1, { error: 'eventIds must have at least one event id' })
    .max(WEBHOOK_REDELIVER_MAX_EVENTS, {
      error: `eventIds must have at most ${WEBHOOK_REDELIVER_MAX_EVENTS} event ids`,
    })
    .optional()
    .describe('These events, whatever their types.'),
  from: eventId.optional().describe('The first event of a range.'),
  to: eventId.optional().describe('The last event of a range.'),
  failedSince: time('failedSince', '2026-01-02T03:04:05.678Z')
    .optional()
    .describe('Time since which events failed first that were not delivered since, ISO 8601.'),
});

export const webhookRedelivery = z.strictObject({
  events: z
    .int()
    .min(0)
    .describe(
      'How many events are sent again. For a range it is the number of its ids: other types among them are left out.',
    ),
});

/** The shapes of this file that the API document names, under their names there. */
export const webhooksShapes = {
  Webhook: webhook,
  WebhookList: webhookList,
  CreatedWebhook: createdWebhook,
  WebhookDeleted: webhookDeleted,
  CreateWebhookBody: createWebhookBody,
  UpdateWebhookBody: updateWebhookBody,
  RotateWebhookBody: rotateWebhookBody,
  WebhookDelivery: webhookDelivery,
  WebhookDeliveries: webhookDeliveries,
  RedeliverBody: redeliverBody,
  WebhookRedelivery: webhookRedelivery,
} as const;

export type WebhookShape = z.infer<typeof webhook>;
export type CreatedWebhook = z.infer<typeof createdWebhook>;
export type WebhookDeliveryShape = z.infer<typeof webhookDelivery>;
