// A page of Unity's Cloud Save Admin API: results, and a link to the next page.
import type { Input } from '../files/input.ts';
import { readJsonFile } from '../files/json-file.ts';
import { asItems, asObject, objectIn, stringIn, textIn } from '../service-json.ts';

export type Page =
  | { readonly results: readonly string[]; readonly hasNext: boolean }
  /** A sentence without its full stop. */
  | { readonly reason: string };

/** @throws SourceUnreadable for a file that cannot be read */
export async function readPage(input: Input): Promise<Page> {
  const part = await readJsonFile(input);
  if ('problem' in part) return { reason: part.problem };
  const page = asObject(part.text);
  const results = asItems(textIn(page, 'results'));
  // The service answers an error as an object with these members (RFC 9457).
  if (!results && textIn(page, 'status') !== undefined && stringIn(page, 'title') !== undefined)
    return { reason: 'is an error of the service, and no page' };
  if (!results) return { reason: 'is no page with "results"' };
  const next = stringIn(objectIn(page, 'links'), 'next');
  return { results, hasNext: next !== undefined && next !== '' };
}
