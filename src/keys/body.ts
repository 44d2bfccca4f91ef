// The body of a request for a new server key.
import { checkMembers } from '../http/checked-members.ts';
import { invalidRequest, readMembers } from '../http/json-members.ts';
import { createServerKeyBody } from '../wire/keys.ts';
import type { KeyRequest } from './keys.ts';

/** @throws ApiError `invalidRequest`, `unsupportedMediaType`, `metadataTooLarge` */
export async function readKeyRequest(request: Request, bodyLength: number): Promise<KeyRequest> {
  const { members } = await readMembers(request, bodyLength, createServerKeyBody);
  if (members === undefined) throw invalidRequest('the body is empty');
  const { name, scopes, expiresInSeconds } = checkMembers(members, createServerKeyBody);
  return { name, scopes, expiresInSeconds };
}
