// The bodies of requests about webhooks.
import { checkMembers } from '../http/checked-members.ts';
import { invalidRequest, readMembers } from '../http/json-members.ts';
import { readTime } from '../http/query.ts';
import type { WebhookChange, WebhookSettings } from '../store/ports/webhooks.ts';
import { createWebhookBody, redeliverBody, rotateWebhookBody, updateWebhookBody } from '../wire/webhooks.ts';
import type { WantedRedelivery } from './webhooks.ts';

export async function readNewWebhook(
  request: Request,
  bodyLength: number,
): Promise<WebhookSettings & { readonly hasKeyPair: boolean }> {
  const { members } = await readMembers(request, bodyLength, createWebhookBody);
  const wanted = checkMembers(members ?? {}, createWebhookBody);
  const { url, types, ordered = false, enabled = true, ed25519: hasKeyPair = false } = wanted;
  return { url, types, ordered, enabled, hasKeyPair };
}

export async function readWebhookChange(request: Request, bodyLength: number): Promise<WebhookChange> {
  const { members } = await readMembers(request, bodyLength, updateWebhookBody);
  const { url, types, ordered, enabled } = checkMembers(members ?? {}, updateWebhookBody);
  return {
    ...(url !== undefined && { url }),
    ...(types && { types }),
    ...(ordered !== undefined && { ordered }),
    ...(enabled !== undefined && { enabled }),
  };
}

/** @returns whether an ed25519 key is wanted; undefined for as before */
export async function readRotation(request: Request, bodyLength: number): Promise<boolean | undefined> {
  const { members } = await readMembers(request, bodyLength, rotateWebhookBody);
  return members && checkMembers(members, rotateWebhookBody).ed25519;
}

const oneKind = 'give eventIds, or from and to, or failedSince';

export async function readRedelivery(request: Request, bodyLength: number): Promise<WantedRedelivery> {
  const { members } = await readMembers(request, bodyLength, redeliverBody);
  const { eventIds, from, to, failedSince } = checkMembers(members ?? {}, redeliverBody);
  const isRange = from !== undefined || to !== undefined;
  if ([eventIds !== undefined, isRange, failedSince !== undefined].filter(Boolean).length !== 1)
    throw invalidRequest(oneKind);
  if (eventIds) return { eventIds };
  if (failedSince !== undefined) return { failedSince: readTime('failedSince', failedSince) };
  if (from === undefined || to === undefined) throw invalidRequest(oneKind);
  return { from, to };
}
