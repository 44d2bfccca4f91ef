// The network of a device of which a test answers the reads that wait.
import { paths } from '../../test/harness/api.ts';

export type AnswerWait = (headers: Headers) => Response | Promise<Response>;

/** A `fetch` that answers a read that waits by itself. */
export const answeringWaits = (answer: AnswerWait): typeof fetch =>
  ((input: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    return headers.get('prefer')?.startsWith('wait') ? answer(headers) : fetch(input, init);
  }) as typeof fetch;

/** The answer of a wait that is over. */
export const notModified = (headers: Headers, more: Record<string, string> = {}): Response =>
  new Response(null, { status: 304, headers: { etag: headers.get('if-none-match') ?? '', ...more } });

/** The record of now, as a cache has it that drops the condition and the preference. @param etag in the place of the service's */
export async function recordAt(url: string, headers: Headers, etag?: string): Promise<Response> {
  const authorization = headers.get('authorization') ?? '';
  const response = await fetch(url + paths.metadata, { headers: { authorization } });
  const own = response.headers.get('etag') ?? '';
  return new Response(await response.text(), {
    headers: { 'content-type': 'application/json', etag: etag ?? own },
  });
}
