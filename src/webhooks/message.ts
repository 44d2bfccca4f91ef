// The request that tells an endpoint of an event, after Standard Webhooks 1.0.0.
import { toTimestamp } from '../lib/clock.ts';
import { version } from '../lib/version.ts';
import type { Webhook } from '../store/ports/webhooks.ts';
import type { WebhookRequest } from './request.ts';
import { signatureOf } from './signatures.ts';

export interface Message {
  /** The same for each attempt. */
  readonly id: string;
  readonly type: string;
  /** When it happened, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** JSON text of an object. */
  readonly data: string;
}

/** The id of an event at an endpoint. */
export const messageId = (webhookId: string, eventId: number | string): string => `${webhookId}_${eventId}`;

/** @param now of the attempt, in milliseconds since the Unix epoch */
export function toRequest(
  { url, keys, former }: Pick<Webhook, 'url' | 'keys' | 'former'>,
  { id, type, at, data }: Message,
  now: number,
): WebhookRequest {
  const body = `{"type":${JSON.stringify(type)},"timestamp":"${toTimestamp(at)}","data":${data}}`;
  const timestamp = Math.floor(now / 1000);
  const signing = former && former.until > now ? [keys, former.keys] : [keys];
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Playkeep/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureOf(signing, { id, timestamp, body }),
  };
  return { url, headers, body };
}
