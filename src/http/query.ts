// The only reader of query parameters. An unknown parameter is refused by its name, so that a misspelled filter is never ignored,
// and so is a second value of one (decision 0071).
import { quoted } from '../lib/quoted.ts';
import { invalidRequest } from './json-members.ts';
import { targetOf } from './path.ts';

/**
 * Reads the parameters of the query, each at most once.
 * @throws ApiError `invalidRequest`
 */
export function readQuery<Name extends string>(
  request: Request,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  const text = /\?[^#]*/.exec(targetOf(request))?.[0] ?? '';
  const query = new URLSearchParams(text);
  if (String(query).includes(replacement)) assertUtf8(text);
  const values: Partial<Record<Name, string>> = {};
  for (const [key, value] of query) {
    const name = names.find((each) => each === key);
    if (name === undefined) throw invalidRequest(`${quoted(key)} is no parameter of this request`);
    if (values[name] !== undefined) throw invalidRequest(`${name} is given twice`);
    values[name] = value;
  }
  return values;
}

/** U+FFFD, which the parser of queries puts in the place of bytes that are no UTF-8. A caller may also send it. */
const replacement = encodeURIComponent('\ufffd');

/** @throws ApiError `invalidRequest` for a query whose bytes are no UTF-8, so that no other value is taken for the one that was sent */
function assertUtf8(query: string): void {
  try {
    decodeURIComponent(query);
  } catch {
    throw invalidRequest('the query is not percent-encoded UTF-8');
  }
}

/** @throws ApiError `invalidRequest` for a limit that is no integer from 1 to `max` */
export function readLimit(text: string | undefined, preset: number, max: number): number {
  if (text === undefined) return preset;
  const limit = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
  if (limit > 0 && limit <= max) return limit;
  throw invalidRequest(`limit must be an integer from 1 to ${max}`);
}
