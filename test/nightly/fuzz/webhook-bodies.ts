// Bodies about webhooks. Their hosts are of a domain that leads nowhere (RFC 2606), so no event leaves the machine.
import { eventTypes } from '../../../src/store/ports/events.ts';
import type { Random } from './random.ts';
import { valueText } from './values.ts';

const url = (random: Random): string =>
  random.weighted([
    [8, '"https://backend.example/hook"'],
    [1, '"https://127.0.0.1/"'],
    [1, '"https://u:p@backend.example/#a"'],
    [1, '"http://backend.example/"'],
    [1, '"\\ud800"'],
  ]);

function typesText(random: Random): string {
  const some = eventTypes.filter(() => random.chance(0.4)).map((type) => JSON.stringify(type));
  return `[${(some.length > 0 ? some : ['"session.ended"']).join(',')}]`;
}

/** A new endpoint, or a change. */
function webhookText(random: Random, isNew: boolean): string {
  const members: string[] = [];
  if (isNew || random.chance(0.3)) members.push(`"url":${url(random)}`);
  if (isNew || random.chance(0.3))
    members.push(`"types":${random.chance(0.95) ? typesText(random) : valueText(random)}`);
  for (const name of ['ordered', 'enabled', ...(isNew ? ['ed25519'] : [])])
    if (random.chance(0.3))
      members.push(`"${name}":${random.chance(0.9) ? random.chance(0.5) : valueText(random)}`);
  return `{${members.join(',')}}`;
}

const redeliverText = (random: Random): string =>
  random.weighted([
    [4, '{"failedSince":"2026-01-02T03:04:05Z"}'],
    [2, `{"eventIds":["${1 + random.int(50)}"]}`],
    [2, `{"from":"${1 + random.int(9)}","to":"${5 + random.int(50)}"}`],
    [1, `{"eventIds":${valueText(random)}}`],
    [1, `{"failedSince":${valueText(random)}}`],
    [1, '{}'],
  ]);

const rotationText = (random: Random): string =>
  random.weighted([
    [4, '{}'],
    [2, '{"ed25519":true}'],
    [1, `{"ed25519":${valueText(random)}}`],
  ]);

export const webhookTexts = {
  webhook: (random: Random) => webhookText(random, true),
  'webhook change': (random: Random) => webhookText(random, false),
  rotation: rotationText,
  redelivery: redeliverText,
} as const;
export type WebhookBody = keyof typeof webhookTexts;

/** Around an object of keys that collide in the runtime's hash tables. */
export const collidingWebhooks: Readonly<Record<WebhookBody, (object: string) => string>> = {
  webhook: (object) => `{"url":${object},"types":[${object}]}`,
  'webhook change': (object) => object,
  rotation: (object) => object,
  redelivery: (object) => `{"eventIds":[${object}]}`,
};
