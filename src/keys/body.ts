// The body of a request for a new server key.
import { invalidRequest, quoted, readMembers } from '../http/json-members.ts';
import { itemValues, openArray } from '../lib/json-array.ts';
import { isArray, stringValue, toText } from '../lib/json-text.ts';
import { SERVER_KEY_MAX_SECONDS, SERVER_KEY_NAME_MAX_CHARACTERS } from '../limits.ts';
import { type Scope, scopes } from '../store/ports/keys.ts';
import { isKeyName, type KeyRequest } from './keys.ts';

/** @throws ApiError `invalidRequest`, `unsupportedMediaType`, `metadataTooLarge` */
export async function readKeyRequest(request: Request, bodyLength: number): Promise<KeyRequest> {
  const { members } = await readMembers(request, bodyLength, ['name', 'scopes', 'expiresInSeconds']);
  if (members === undefined) throw invalidRequest('the body is empty');
  return {
    name: readName(members.name),
    scopes: readScopes(members.scopes),
    expiresInSeconds: readLifetime(members.expiresInSeconds),
  };
}

function readName(text: string | undefined): string {
  const name = text?.startsWith('"') ? stringValue(text) : '';
  if (isKeyName(name)) return name;
  throw invalidRequest(
    `name must be a string of 1 to ${SERVER_KEY_NAME_MAX_CHARACTERS} characters without control characters`,
  );
}

function readScopes(text: string | undefined): readonly Scope[] {
  const values = text !== undefined && isArray(text) ? itemValues(openArray(text)) : [];
  if (values.length === 0) throw invalidRequest('scopes must be an array of at least one scope');
  const list: Scope[] = [];
  for (const value of values) {
    const item = toText(value);
    const name = item.startsWith('"') ? stringValue(item) : item;
    const scope = scopes.find((each) => each === name);
    if (scope === undefined)
      throw invalidRequest(`${quoted(name)} is no scope; scopes are ${scopes.join(', ')}`);
    if (list.includes(scope)) throw invalidRequest(`scopes has ${scope} twice`);
    list.push(scope);
  }
  return list;
}

function readLifetime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (seconds > 0 && seconds <= SERVER_KEY_MAX_SECONDS) return seconds;
  throw invalidRequest(`expiresInSeconds must be an integer from 1 to ${SERVER_KEY_MAX_SECONDS}`);
}
