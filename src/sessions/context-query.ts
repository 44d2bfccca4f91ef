// Reads the query parameter `context` of lists of sessions: an object of JSON Pointers and values.
import { invalidRequest } from '../http/json-members.ts';
import { withoutSpaceAround } from '../lib/json-places.ts';
import { parsePointer } from '../lib/json-pointer.ts';
import { isObjectText } from '../lib/json-scan.ts';
import { openObject, toText } from '../lib/json-text.ts';
import { quoted } from '../lib/quoted.ts';
import { SESSION_FILTER_MAX_CONDITIONS } from '../limits.ts';
import { type ContextFilter, comparedText, createContextFilter } from './context-filter.ts';

const example = '{"/version":"2.4.1","/platform":"ios"}';

/** For the API document. */
export const contextParameter = {
  description:
    'A JSON object of JSON Pointers into the context and scalar values: only sessions for which all of them hold. A value is ' +
    'compared by its text, so `"412"` also finds the number 412.',
  schema: { type: 'string', example },
} as const;

/** @param text undefined for no filter @throws ApiError `invalidRequest` */
export function readContextFilter(text: string | undefined): ContextFilter | undefined {
  if (text === undefined) return undefined;
  const source = withoutSpaceAround(text);
  if (!isObjectText(source, 1))
    throw invalidRequest(
      `context must be a JSON object of JSON Pointers and scalar values, such as ${example}`,
    );
  const { parts } = openObject(source);
  if (parts.length === 0 || parts.length > SESSION_FILTER_MAX_CONDITIONS)
    throw invalidRequest(`context must have 1 to ${SESSION_FILTER_MAX_CONDITIONS} members`);
  const conditions = parts.map(({ key, value }) => {
    const tokens = parsePointer(key);
    if (!tokens || tokens.length === 0)
      throw invalidRequest(`context: ${quoted(key)} is no JSON Pointer to a member, such as "/version"`);
    if (parts.filter((other) => other.key === key).length > 1)
      throw invalidRequest(`context: ${quoted(key)} is given twice`);
    return { tokens, value: comparedText(toText(value)) };
  });
  return createContextFilter(conditions);
}
